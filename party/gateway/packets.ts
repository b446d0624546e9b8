// Wire format of Engine.IO 3 and socket.io 2, by that family's codecs. Text only: none of our events has binary parts, and a client that
// sends binary is refused. The codecs call back synchronously.

import engine, { type EnginePacket } from 'engine.io-parser'
import socketIo, { type SocketPacket } from 'socket.io-parser'

export type { EnginePacket }

/** Interval of a client's heartbeats, and its timeout for the answer. */
export const PING_INTERVAL_MS = 25_000
export const PING_TIMEOUT_MS = 20_000

/** A message as a packet for poll answers and as text for sockets. Both are encoded once for all receivers. */
export interface Announcement {
  /** A newer announcement of the same key replaces one still queued; null: each one is sent. */
  readonly key: string | null
  readonly packet: EnginePacket
  readonly text: string
}

const encoder = new socketIo.Encoder()

export const announceEvent = (key: string | null, event: string, payload: unknown): Announcement =>
  announce(key, { type: 'message', data: encodeMessage({ type: socketIo.EVENT, nsp: '/', data: [event, payload] }) })

/** The first packet of a connection. */
export const announceOpen = (sid: string, upgrades: readonly string[]): Announcement =>
  announce(null, {
    type: 'open',
    data: JSON.stringify({ sid, upgrades, pingInterval: PING_INTERVAL_MS, pingTimeout: PING_TIMEOUT_MS }),
  })

/** Connecting joins the namespace `/` implicitly. */
export const CONNECTED = announce(null, {
  type: 'message',
  data: encodeMessage({ type: socketIo.CONNECT, nsp: '/' }),
})

export const announcePong = (data: unknown): Announcement =>
  announce(null, typeof data === 'string' ? { type: 'pong', data } : { type: 'pong' })

export const NOOP: EnginePacket = { type: 'noop' }
export const CLOSE: EnginePacket = { type: 'close' }

/** Null for an invalid packet. */
export function readPacket(text: string): EnginePacket | null {
  const packet = engine.decodePacket(text)
  return packet.type === 'error' ? null : packet
}

/** Packets of a posted body; null when one of them is invalid, or when there are too many. */
export function readPayload(text: string, packetsMax: number): readonly EnginePacket[] | null {
  const packets: EnginePacket[] = []
  let isSound = true
  engine.decodePayload(text, undefined, (packet) => {
    isSound &&= packet.type !== 'error' && packets.length < packetsMax
    packets.push(packet)
    return isSound
  })
  return isSound && packets.length > 0 ? packets : null
}

/** The body of a poll's answer. */
export function writePayload(packets: readonly EnginePacket[]): string {
  let written = ''
  engine.encodePayload(packets, false, (text) => {
    written = text
  })
  return written
}

export type ClientMessage =
  | { readonly type: 'event'; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: 'disconnect' }
  | { readonly type: 'other' }

/** Parsed message of a client; null for one that no client of this family sends. */
export function readMessage(data: unknown): ClientMessage | null {
  const packet = typeof data === 'string' ? decodeMessage(data) : null
  if (!packet) return null
  if (packet.type === socketIo.DISCONNECT) return { type: 'disconnect' }
  if (packet.type !== socketIo.EVENT) return { type: 'other' }
  const [name, ...args] = Array.isArray(packet.data) ? (packet.data as readonly unknown[]) : []
  return typeof name === 'string' && packet.nsp === '/' ? { type: 'event', name, args } : { type: 'other' }
}

function announce(key: string | null, packet: EnginePacket): Announcement {
  let text = ''
  engine.encodePacket(packet, false, (encoded) => {
    text = encoded
  })
  return { key, packet, text }
}

function encodeMessage(packet: SocketPacket): string {
  let text = ''
  encoder.encode(packet, ([first = '']) => {
    text = first
  })
  return text
}

const SOCKET_PACKET_ERROR = 4

function decodeMessage(text: string): SocketPacket | null {
  const decoded: SocketPacket[] = []
  // One for each message: a binary event leaves it waiting for parts that never come.
  const decoder = new socketIo.Decoder()
  decoder.on('decoded', (packet) => decoded.push(packet))
  try {
    decoder.add(text)
  } catch {
    // The codec throws on an invalid packet.
    return null
  }
  const [packet] = decoded
  return packet === undefined || packet.type === SOCKET_PACKET_ERROR ? null : packet
}
