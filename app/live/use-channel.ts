// React hook of a channel: open while the component is mounted, with the state that the reducer derives from its
// messages.

import { startTransition, useEffect, useState } from 'react'
import { type LinkState, openChannel } from './channel'
import type { Heard } from './market-state'

/** Configuration of one kind of channel: declared once at module level, so that only a new room opens a new channel. */
export interface ChannelKind<State extends { readonly seq: number }, Message> {
  readonly party: 'quotes' | 'market' | 'account' | 'thread' | 'chat' | 'lot'
  /** Null for messages outside the numbered stream. */
  readonly hear: (state: State | null, message: Message) => Heard<State> | null
  readonly askAgain: (state: State | null) => unknown
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

const UNHEARD = { state: null, link: 'connecting' } as const

/** A null room keeps the channel closed: a guest has no account channel. */
export function useChannel<State extends { readonly seq: number }, Message>(
  kind: ChannelKind<State, Message>,
  room: string | null,
): Live<State> {
  const [live, setLive] = useState<Live<State>>(UNHEARD)

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
      heardUpTo: () => state?.seq ?? 0,
      askAgain: () => kind.askAgain(state),
      hear: (message) => {
        // Typed by the room's protocol; the room is the only sender.
        const heard = kind.hear(state, message as Message)
        if (heard === null) return 'current'
        if (heard.kind === 'gap') return 'gap'
        state = heard.state
        draw(({ link }) => ({ state: heard.state, link }))
        return 'current'
      },
      onLink: (link) => draw(({ state: before }) => ({ state: before, link })),
    })
    return () => {
      close()
      setLive(UNHEARD)
    }
  }, [kind, room])

  return live
}
