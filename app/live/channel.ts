// One live channel of a room: a socket that reconnects, a numbered stream on it, and HTTP polling while there is no socket.
// Knows nothing of what the messages mean: `hear` says whether a message followed the one before.

import PartySocket from 'partysocket'
import { noteAnswered, noteUnanswered } from '../shell/network'

/** connecting: nothing heard yet. delayed: connected, but silent for longer than the channel ever should be. */
export type LinkState = 'connecting' | 'live' | 'delayed' | 'polling' | 'offline'

export interface ChannelOptions {
  readonly party: 'quotes' | 'market' | 'account'
  readonly room: string
  /** Applies one message. "gap" makes the channel ask again. */
  readonly hear: (message: unknown) => 'current' | 'gap'
  /** What to send to be told afresh. */
  readonly askAgain: () => unknown
  /** Number of the last message applied; polling continues from it. */
  readonly heardUpTo: () => number
  readonly onLink: (state: LinkState) => void
  /** Silence of this length is a delay; null for channels that are quiet by nature. */
  readonly silenceMaxMs: number | null
}

const CONNECT_TIMEOUT_MS = 20_000
const RECONNECT_MIN_MS = 1_000
const RECONNECT_MAX_MS = 5_000
const POLL_EVERY_MS = 2_000
const WATCH_EVERY_MS = 2_000
/** A line that was silent for this long while nobody looked, or while there was no network, is not trusted. */
const RENEW_AFTER_MS = 20_000
/** A gap is asked about once, then not again for this long: the answer is on its way. */
const ASK_AGAIN_MS = 1_000

/** Opens the channel; the answer closes it. */
export function openChannel(options: ChannelOptions): () => void {
  const { onLink } = options
  let link: LinkState = 'connecting'
  let lastHeardAt = 0
  let askedAt = 0
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const setLink = (next: LinkState) => {
    if (next === link || isClosed) return
    link = next
    onLink(next)
  }
  const socket = new PartySocket({
    host: window.location.host,
    protocol: window.location.protocol === 'https:' ? 'wss' : 'ws',
    party: options.party,
    room: options.room,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    minReconnectionDelay: RECONNECT_MIN_MS,
    maxReconnectionDelay: RECONNECT_MAX_MS,
  })

  const take = (message: unknown): boolean => {
    lastHeardAt = Date.now()
    return options.hear(message) === 'current'
  }
  const askAgain = () => {
    if (Date.now() - askedAt < ASK_AGAIN_MS) return
    askedAt = Date.now()
    socket.send(JSON.stringify(options.askAgain()))
  }

  socket.addEventListener('open', () => {
    clearTimeout(pollTimer)
    pollTimer = undefined
    lastHeardAt = Date.now()
    setLink('live')
    noteAnswered()
  })
  socket.addEventListener('message', (event: MessageEvent) => {
    const message = parseMessage(event.data)
    if (message === undefined) return
    if (take(message)) setLink('live')
    else askAgain()
  })
  // Every close starts polling; the socket goes on trying and stops the polling when it opens.
  socket.addEventListener('close', () => startPolling())

  function startPolling() {
    if (pollTimer === undefined && !isClosed) pollTimer = setTimeout(() => void poll(), 250)
  }
  async function poll() {
    const messages = await fetchMessages(options)
    if (isClosed || pollTimer === undefined) return
    if (messages === null) setLink('offline')
    else {
      setLink('polling')
      lastHeardAt = Date.now()
      messages.every(take)
    }
    pollTimer = setTimeout(() => void poll(), POLL_EVERY_MS)
  }

  const watch = setInterval(() => {
    const { silenceMaxMs } = options
    if (silenceMaxMs === null || link !== 'live' || Date.now() - lastHeardAt <= silenceMaxMs) return
    setLink('delayed')
    // The line may be dead without having been closed: another is opened, and asked for by polling until it is there.
    socket.reconnect()
    startPolling()
  }, WATCH_EVERY_MS)
  // After a sleep or on another network the old line is dead, and nothing says so for minutes.
  const renew = () => {
    if (!document.hidden && Date.now() - lastHeardAt > RENEW_AFTER_MS) socket.reconnect()
  }
  window.addEventListener('online', renew)
  document.addEventListener('visibilitychange', renew)

  return () => {
    isClosed = true
    clearTimeout(pollTimer)
    clearInterval(watch)
    window.removeEventListener('online', renew)
    document.removeEventListener('visibilitychange', renew)
    socket.close()
  }
}

function parseMessage(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data) as unknown
  } catch {
    // Not ours: partyserver's own control frames are plain text.
    return undefined
  }
}

/** The messages after the last one heard, or null when the room cannot be reached. */
async function fetchMessages({ party, room, heardUpTo }: ChannelOptions): Promise<readonly unknown[] | null> {
  try {
    const response = await fetch(`/parties/${party}/${room}/poll?after=${heardUpTo()}`)
    noteAnswered()
    if (!response.ok) return null
    const body: unknown = await response.json()
    return isPollAnswer(body) ? body.messages : null
  } catch {
    // No network at all: said as "offline", asked again later.
    noteUnanswered()
    return null
  }
}

const isPollAnswer = (body: unknown): body is { messages: unknown[] } =>
  typeof body === 'object' && body !== null && 'messages' in body && Array.isArray(body.messages)
