// What stands on the wire of Engine.IO 3 and socket.io 2, by the codecs of that family. Text only: no event of ours has binary parts, and a
// client that sends some is refused. Every answer of the codecs is synchronous, though they give it to a callback.

import engine, { type EnginePacket } from 'engine.io-parser'
import socketIo, { type SocketPacket } from 'socket.io-parser'

export type { EnginePacket }

/** How often a client says that it is there, and how long it waits for the answer. */
export const PING_INTERVAL_MS = 25_000
export const PING_TIMEOUT_MS = 20_000

/** Something to say: as a packet for a poll's answer, and as the text that a socket sends. Both are made once, whoever hears it. */
export interface Announcement {
  /** A newer one of the same key takes the place of one that has not left yet; null: each is told. */
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

/** The namespace `/` is joined by being there. */
export const CONNECTED = announce(null, {
  type: 'message',
  data: encodeMessage({ type: socketIo.CONNECT, nsp: '/' }),
})

export const announcePong = (data: unknown): Announcement =>
  announce(null, typeof data === 'string' ? { type: 'pong', data } : { type: 'pong' })

export const NOOP: EnginePacket = { type: 'noop' }
export const CLOSE: EnginePacket = { type: 'close' }

/** Null for what is no packet. */
export function readPacket(text: string): EnginePacket | null {
  const packet = engine.decodePacket(text)
  return packet.type === 'error' ? null : packet
}

/** The packets of a posted body; null when any of it is none, or when there are too many. */
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

/** What a message of a client says; null for what no client of this family says. */
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
    // The codec throws at what is no packet.
    return null
  }
  const [packet] = decoded
  return packet === undefined || packet.type === SOCKET_PACKET_ERROR ? null : packet
}
