// React hook of a channel: open while the component is mounted, with the state that the reducer derives from its
// messages.

import { startTransition, useEffect, useState } from 'react'
import { type LinkState, openChannel } from './channel'
import type { Received } from './market-state'

/** Configuration of one kind of channel: declared once at module level, so that only a new room opens a new channel. */
export interface ChannelKind<State extends { readonly seq: number }, Message> {
  readonly party: 'quotes' | 'market' | 'account' | 'thread' | 'chat' | 'lot'
  /** Null for messages outside the numbered stream. */
  readonly receive: (state: State | null, message: Message) => Received<State> | null
  readonly resumeMessage: (state: State | null) => unknown
  readonly silenceMaxMs: number | null
  /** True for high-frequency updates: rendered as transitions, so that input stays responsive. */
  readonly isSliced: boolean
}

export interface Live<State> {
  /** Null until the first snapshot. */
  readonly state: State | null
  readonly link: LinkState
}

/** Public rooms send about once a second; ten silent seconds count as a delay. */
export const PUBLIC_SILENCE_MAX_MS = 10_000
export const askSnapshot = () => ({ type: 'snapshot' })

const NOT_RECEIVED = { state: null, link: 'connecting' } as const

/** A null room keeps the channel closed: a guest has no account channel. */
export function useChannel<State extends { readonly seq: number }, Message>(
  kind: ChannelKind<State, Message>,
  room: string | null,
): Live<State> {
  const [live, setLive] = useState<Live<State>>(NOT_RECEIVED)

  useEffect(() => {
    if (room === null) return
    let state: State | null = null
    const draw = (change: (before: Live<State>) => Live<State>) => {
      if (kind.isSliced) startTransition(() => setLive(change))
      else setLive(change)
    }
    const close = openChannel({
      party: kind.party,
      room,
      silenceMaxMs: kind.silenceMaxMs,
      receivedUpTo: () => state?.seq ?? 0,
      resumeMessage: () => kind.resumeMessage(state),
      receive: (message) => {
        // Typed by the room's protocol; the room is the only sender.
        const received = kind.receive(state, message as Message)
        if (received === null) return 'current'
        if (received.kind === 'gap') return 'gap'
        state = received.state
        draw(({ link }) => ({ state: received.state, link }))
        return 'current'
      },
      onLink: (link) => draw(({ state: before }) => ({ state: before, link })),
    })
    return () => {
      close()
      setLive(NOT_RECEIVED)
    }
  }, [kind, room])

  return live
}
