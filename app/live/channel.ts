// Live channel of a room: a socket that reconnects, and HTTP polling while it is disconnected. After a reconnect the room sends a snapshot. After
// a gap the channels of the account and of the unread counts ask for the missed messages (`resumeMessages`, party/account/snapshot.ts). All others (quotes,
// market, thread, chat, lot) ask for a snapshot. Message content is opaque: `receive` decides whether a message follows the previous one.

import ReconnectingSocket from 'partysocket/ws'
import { currentNetwork, noteAnswered, noteUnanswered } from './network'

/**
 * connecting: no message yet. delayed: silent for longer than allowed, or the socket closed and polling has not
 * answered. offline: both socket and polling fail, or the device reports no network.
 */
export type LinkState = 'connecting' | 'live' | 'delayed' | 'polling' | 'offline'

const WORST_FIRST: readonly LinkState[] = ['offline', 'delayed', 'connecting', 'polling']

/** Worst state of several channels. */
export const leastLive = (...links: readonly LinkState[]): LinkState =>
  WORST_FIRST.find((link) => links.includes(link)) ?? 'live'

/** True when the displayed data may be outdated. */
export const isStaleLink = (link: LinkState): boolean => link === 'delayed' || link === 'offline'

export interface ChannelOptions {
  readonly party: 'quotes' | 'market' | 'account' | 'thread' | 'chat' | 'lot'
  readonly room: string
  /** Applies one message. "gap" makes the channel ask again. */
  readonly receive: (message: unknown) => 'current' | 'gap'
  /** Message sent after a gap: requests a snapshot, or the messages after the last number. */
  readonly resumeMessage: () => unknown
  /** Number of the last message applied; polling continues from it. */
  readonly receivedUpTo: () => number
  readonly onLink: (state: LinkState) => void
  /** Maximum silence in ms before the channel counts as delayed; null for channels that are silent for long. */
  readonly silenceMaxMs: number | null
}

const CONNECT_TIMEOUT_MS = 20_000
const RECONNECT_MIN_MS = 1_000
const RECONNECT_MAX_MS = 5_000
const POLL_EVERY_MS = 2_000
const POLL_FIRST_MS = 250
const WATCH_EVERY_MS = 2_000
/** Silence (ms) in a hidden tab after which the socket is replaced. */
const RENEW_AFTER_MS = 20_000
/** Minimum interval (ms) between requests for missed messages. */
const RESUME_RETRY_MS = 1_000

/** Opens the channel; the returned function closes it. */
export function openChannel(options: ChannelOptions): () => void {
  const socket = openSocket(options)
  const ended = new AbortController()
  const { signal } = ended
  const line = openLine(options, signal)
  const poller = makePoller(options, line)
  const receive = makeMessageHandler(options, socket)

  socket.addEventListener('open', () => {
    poller.stop()
    line.setLink('live')
  })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    if (receive(data)) line.setLink('live')
  })
  // Every close except the last starts polling; the socket keeps reconnecting and stops polling when it opens.
  socket.addEventListener('close', () => {
    if (signal.aborted || isOffline()) return line.setLink('offline')
    if (line.link === 'live') line.setLink('delayed')
    poller.start()
  })
  // Without a network a socket can appear open for minutes: close it, because its late messages would look fresh.
  const leave = () => {
    poller.stop()
    socket.close()
    line.setLink('offline')
  }
  if (isOffline()) leave()
  watch(options, line, { leave, renew: () => socket.reconnect(), signal })

  return () => {
    ended.abort()
    socket.close()
    poller.stop()
  }
}

const isOffline = (): boolean => currentNetwork() === 'offline'

const openSocket = ({ party, room }: ChannelOptions): ReconnectingSocket =>
  // "http://…" becomes "ws://…", "https://…" "wss://…".
  new ReconnectingSocket(`${window.location.origin.replace('http', 'ws')}/parties/${party}/${room}`, undefined, {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    minReconnectionDelay: RECONNECT_MIN_MS,
    maxReconnectionDelay: RECONNECT_MAX_MS,
  })

interface Line {
  readonly link: LinkState
  /** Time of the last message by socket or polling. */
  readonly receivedAt: number
  /** Sets the link state; `live` and `polling` also update `receivedAt`. No effect after the channel closed. */
  readonly setLink: (link: LinkState) => void
}

function openLine({ onLink }: ChannelOptions, signal: AbortSignal): Line {
  const line = {
    link: 'connecting' as LinkState,
    receivedAt: 0,
    setLink(next: LinkState) {
      if (signal.aborted) return
      if (next === 'live' || next === 'polling') {
        line.receivedAt = Date.now()
        noteAnswered()
      }
      if (next !== line.link) onLink((line.link = next))
    },
  }
  return line
}

/** Handles a socket message; returns true when it follows the known state. After a gap it sends `resumeMessage`. */
function makeMessageHandler(
  { receive, resumeMessage }: ChannelOptions,
  socket: ReconnectingSocket,
): (data: unknown) => boolean {
  let askedAt = 0
  return (data) => {
    const message = parseMessage(data)
    if (message === undefined) return false
    if (isPing(message)) {
      socket.send(JSON.stringify({ type: 'pong', number: message.number }))
      return false
    }
    if (receive(message) === 'current') return true
    if (Date.now() - askedAt >= RESUME_RETRY_MS) {
      askedAt = Date.now()
      socket.send(JSON.stringify(resumeMessage()))
    }
    return false
  }
}

function makePoller(options: ChannelOptions, line: Line): { start: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  const wait = (ms: number) => {
    timer = setTimeout(() => void poll(), ms)
  }
  async function poll() {
    const asked = timer
    const messages = await fetchMessages(options)
    if (timer !== asked) return
    // The first refusals may come from this page's own logout in progress.
    if (messages === 'refused' && (refusals += 1) > 2) return logInAgain()
    const isReceived = Array.isArray(messages)
    line.setLink(isReceived ? 'polling' : 'offline')
    if (isReceived) messages.every((message) => options.receive(message) === 'current')
    wait(POLL_EVERY_MS)
  }
  return {
    start: () => timer ?? wait(POLL_FIRST_MS),
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

interface Watched {
  readonly renew: () => void
  readonly leave: () => void
  readonly signal: AbortSignal
}

/** Detects dead sockets that never closed, until `signal` aborts. */
function watch({ silenceMaxMs }: ChannelOptions, line: Line, { renew, leave, signal }: Watched): void {
  const isSilentFor = (ms: number) => Date.now() - line.receivedAt > ms
  const timer = setInterval(() => {
    // Opens a new socket and polls until it connects.
    if (silenceMaxMs !== null && line.link === 'live' && isSilentFor(silenceMaxMs)) renew()
  }, WATCH_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  // After device sleep the socket is dead without a close event for minutes.
  const look = () => {
    if (!document.hidden && !isOffline() && isSilentFor(RENEW_AFTER_MS)) renew()
  }
  document.addEventListener('visibilitychange', look, { signal })
  // After a network change the socket is certainly dead.
  window.addEventListener('online', renew, { signal })
  window.addEventListener('offline', leave, { signal })
}

/** Closes sockets that do not read: a room wants its number back. */
const isPing = (message: unknown): message is { readonly number: number } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping'

function parseMessage(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data) as unknown
  } catch {
    // Not ours: partyserver's own control frames are plain text.
    return undefined
  }
}

/** Redirects to login after the session ended (perhaps in another tab), so that private data leaves the screen. */
function logInAgain(): void {
  const { pathname, search } = window.location
  window.location.assign(`/login?notice=session_ended&returnTo=${encodeURIComponent(pathname + search)}`)
}

/** Messages after the last one received; "refused" without a live session; null when the room is unreachable. */
async function fetchMessages({
  party,
  room,
  receivedUpTo,
}: ChannelOptions): Promise<readonly unknown[] | 'refused' | null> {
  try {
    const response = await fetch(`/parties/${party}/${room}/poll?after=${receivedUpTo()}`)
    noteAnswered()
    if (!response.ok) return response.status === 401 ? 'refused' : null
    // A captive portal may answer instead of the room, without messages.
    return (await response.json<{ readonly messages?: readonly unknown[] }>()).messages ?? null
  } catch {
    // No network: shown as "offline", retried later.
    noteUnanswered()
    return null
  }
}
