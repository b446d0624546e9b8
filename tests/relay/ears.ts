// Visitors of a public room, by the Worker and from an address and a region, and the relays that they meet.

import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Chat } from '#party/chat/room'
import type { Relay } from '#party/relay/room'
import { type RelayPlace, RELAYS_EACH, relayName } from '#party/protocol/relay'
import worker from '../../server/worker'

const SNAPSHOT_REQUEST = JSON.stringify({ type: 'snapshot' })

interface Numbered {
  readonly type: string
  readonly seq: number
}

/** Where tests of rooms have their visitors; the runtime knows no other place. */
const EUROPE = { continent: 'EU', longitude: '2.35' }
const REGION = 'weur'

export const fetchFrom = (address: string, path: string, headers: Record<string, string> = {}): Promise<Response> => {
  const request = new Request(`http://cm.test/parties/${path}`, {
    headers: { ...headers, 'cf-connecting-ip': address },
    cf: EUROPE,
  })
  return Promise.resolve(worker.fetch(request, env, createExecutionContext()))
}

/** A visitor who stays: connects again whenever the socket is lost, and asks for a snapshot after a gap. */
export class Ear {
  /** Texts of each socket, one list a connection. */
  readonly sockets: string[][] = []
  /** Numbers that it has, by snapshot or message. */
  last = 0
  #socket: WebSocket | null = null
  #isGone = false

  constructor(
    readonly path: string,
    readonly connect: () => Promise<Response>,
  ) {}

  static async open(path: string, address: string): Promise<Ear> {
    const ear = new Ear(path, () => fetchFrom(address, path, { Upgrade: 'websocket' }))
    await ear.open()
    return ear
  }

  async open(): Promise<void> {
    const { webSocket } = await this.connect()
    if (!webSocket) throw new Error(`${this.path} takes no socket`)
    const texts: string[] = []
    this.sockets.push(texts)
    this.#socket = webSocket
    webSocket.addEventListener('message', ({ data }) => this.#hear(webSocket, texts, String(data)))
    for (const end of ['close', 'error'] as const) webSocket.addEventListener(end, () => this.#lose(webSocket))
    webSocket.accept()
  }

  get texts(): readonly string[] {
    return this.sockets.flat()
  }

  say(frame: string): void {
    this.#socket?.send(frame)
  }

  leave(): void {
    this.#isGone = true
    this.#socket?.close()
  }

  /** Every socket began with a snapshot, and each message after it had the next number, but for further snapshots. */
  expectGapless(): void {
    for (const texts of this.sockets) {
      const messages = texts.map((text) => JSON.parse(text) as Numbered)
      if (messages.length > 0) expect(messages[0]?.type).toBe('snapshot')
      for (const [index, { type, seq }] of messages.entries())
        if (index > 0 && type !== 'snapshot') expect(seq).toBe((messages[index - 1]?.seq ?? 0) + 1)
    }
  }

  #hear(socket: WebSocket, texts: string[], text: string): void {
    if (this.#socket !== socket) return
    texts.push(text)
    const { type, seq } = JSON.parse(text) as Numbered
    if (type === 'snapshot' || seq <= this.last + 1) this.last = Math.max(this.last, seq)
    else socket.send(SNAPSHOT_REQUEST)
  }

  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return
    this.#socket = null
    if (!this.#isGone) void this.open().catch(() => this.#again())
  }

  #again(): void {
    setTimeout(() => void this.open().catch(() => this.#again()), 50)
  }
}

export const relay = (name: string) => env.Relay.get(env.Relay.idFromName(name))

export const placeOf = (level: number, index: number, about: Pick<RelayPlace, 'party' | 'room'>): string =>
  relayName({ ...about, region: REGION, level, index })

type Stub = DurableObjectStub<Chat> | DurableObjectStub<Relay>

/** The runtime's helper takes one kind of room. */
const inRoom = <Result>(stub: Stub, work: (room: object, state: DurableObjectState) => Result): Promise<Result> =>
  runInDurableObject(stub as DurableObjectStub<Chat>, work)

/** How many visitors a room takes from now on. */
export const limit = (stub: Stub, listenersMax: number): Promise<unknown> =>
  inRoom(stub, (room) => Object.assign(room, { listenersMax }))

export const limitLevel = (level: number, about: Pick<RelayPlace, 'party' | 'room'>, listenersMax: number) =>
  Promise.all(
    Array.from({ length: RELAYS_EACH ** level }, (_, index) =>
      limit(relay(placeOf(level, index, about)), listenersMax),
    ),
  )

/** Kills a room in memory. */
export const kill = (stub: Stub): Promise<unknown> =>
  inRoom(stub, (_room, state) => state.abort('the test')).catch(() => null)

/** Names of the relays that a room tells. */
export const relaysOf = (stub: Stub): Promise<string[]> =>
  inRoom(stub, (_room, { storage }) => storage.kv.get<string[]>('relays') ?? [])
