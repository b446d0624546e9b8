// Outbound sockets and requests on the Workers runtime. Besides the room, the only file that depends on the runtime.

import type { FetchJson } from './back-fill'
import type { FeedSocket, OpenSocket } from './feeds/connection'

const ANSWER_MAX_MS = 10_000

/** Opens a WebSocket through `fetch`, which, unlike the constructor, tells why an exchange refused. */
export const openSocket: OpenSocket = async (url, { message, closed }) => {
  const response = await fetch(url.replace(/^ws/, 'http'), { headers: { Upgrade: 'websocket' } })
  const socket = response.webSocket
  if (!socket) throw new Error(`no WebSocket: HTTP ${response.status}`)
  let isOver = false
  const end = (reason: string): void => {
    if (!isOver) closed(reason)
    isOver = true
  }
  socket.addEventListener('message', (event) => {
    if (typeof event.data === 'string') message(event.data)
  })
  socket.addEventListener('close', (event) => end(`closed by the exchange: ${event.code} ${event.reason}`.trim()))
  socket.addEventListener('error', (event) => end('message' in event ? String(event.message) : 'connection error'))
  socket.accept()
  const opened: FeedSocket = {
    send: (text) => socket.send(text),
    close: () => {
      end('closed by us')
      socket.close(1000)
    },
  }
  return opened
}

export const fetchJson: FetchJson = async (url) => {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`HTTP ${response.status}`)
  }
  return response.json()
}
