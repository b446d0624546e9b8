// One program on the market streams of the Binance Spot dialect: /binance/ws and /binance/stream.

import * as v from 'valibot'
import { logError } from '#lib/log-line'
import { parseJson } from '../../api/input'
import type { SocketProgram } from '../program'
import type { StreamListener, Streams } from './streams'

const STREAMS_MAX = 1_024

const METHODS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS', 'SET_PROPERTY', 'GET_PROPERTY'] as const
const request = v.strictObject({
  method: v.picklist(METHODS),
  params: v.optional(v.array(v.unknown()), []),
  id: v.nullable(v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,36}$/))])),
})
type Request = v.InferOutput<typeof request>

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly msg: string } }
const failed = (failure: unknown) => logError('a request for streams failed', failure)
const DONE: Answer = { result: null }
const refused = (code: number, msg: string): Answer => ({ error: { code, msg } })
const invalid = (what: string): Answer => refused(2, `Invalid request: ${what}`)

export interface MarketPlace {
  /** Streams that the address names. */
  readonly names: readonly string[]
  readonly isCombined: boolean
}

export class MarketConnection implements SocketProgram, StreamListener {
  readonly name = crypto.randomUUID()
  readonly userId = null
  readonly #streams: Streams
  readonly #send: (text: string) => void
  readonly #names = new Set<string>()
  #isCombined: boolean
  #isGone = false
  /** Requests are carried out one after another. */
  #work: Promise<void>

  constructor(ports: { readonly streams: Streams; send(text: string): void }, { names, isCombined }: MarketPlace) {
    this.#streams = ports.streams
    this.#send = (text) => ports.send(text)
    this.#isCombined = isCombined
    // As in the original, an unknown name in the address sends nothing: clients number their connections there.
    this.#work = this.#joinAll(names).catch(failed)
  }

  get mayBeSilent(): boolean {
    return this.#names.size > 0
  }

  tell(stream: string, data: string): void {
    this.#send(this.#isCombined ? `{"stream":${JSON.stringify(stream)},"data":${data}}` : data)
  }

  hear(text: string): Promise<void> {
    this.#work = this.#work.then(() => this.#answer(text)).catch(failed)
    return this.#work
  }

  keep(): void {}

  end(): void {
    this.#isGone = true
    this.#leave([...this.#names])
  }

  async #joinAll(names: readonly string[]): Promise<void> {
    for (const name of names.slice(0, STREAMS_MAX)) await this.#join(name)
  }

  async #join(name: string): Promise<boolean> {
    const isKnown = await this.#streams.join(name, this)
    if (isKnown) this.#names.add(name)
    if (this.#isGone) this.#leave([name])
    return isKnown
  }

  #leave(names: readonly string[]): void {
    for (const name of names) {
      this.#streams.leave(name, this)
      this.#names.delete(name)
    }
  }

  async #answer(text: string): Promise<void> {
    const message = parseJson(text)
    if (message === undefined) return this.#send(JSON.stringify(refused(3, 'Invalid JSON')))
    const read = v.safeParse(request, message)
    if (!read.success) {
      const field = v.getDotPath(read.issues[0]) ?? 'request'
      return this.#send(JSON.stringify({ ...invalid(`${field} is missing, malformed or not taken`), id: null }))
    }
    this.#send(JSON.stringify({ ...(await this.#carryOut(read.output)), id: read.output.id }))
  }

  async #carryOut({ method, params }: Request): Promise<Answer> {
    const [name, value] = params
    switch (method) {
      case 'LIST_SUBSCRIPTIONS':
        return params.length === 0 ? { result: [...this.#names] } : invalid('too many parameters')
      case 'GET_PROPERTY':
        if (params.length > 1) return invalid('too many parameters')
        return name === 'combined' ? { result: this.#isCombined } : refused(0, 'Unknown property')
      case 'SET_PROPERTY':
        if (params.length > 2) return invalid('too many parameters')
        if (name !== 'combined') return refused(0, 'Unknown property')
        if (typeof value !== 'boolean') return refused(1, 'Invalid value type: expected Boolean')
        this.#isCombined = value
        return DONE
      case 'SUBSCRIBE':
      case 'UNSUBSCRIBE': {
        const names = params.filter((each) => typeof each === 'string')
        if (names.length < params.length || names.length === 0) return invalid('stream names must be strings')
        return method === 'SUBSCRIBE' ? this.#subscribe(names) : this.#unsubscribe(names)
      }
    }
  }

  /** All of them, or none. */
  async #subscribe(names: readonly string[]): Promise<Answer> {
    const added = [...new Set(names)].filter((name) => !this.#names.has(name))
    if (this.#names.size + added.length > STREAMS_MAX) return invalid('too many parameters')
    for (const name of added)
      if (!(await this.#join(name))) {
        this.#leave(added)
        return invalid('invalid stream')
      }
    return DONE
  }

  #unsubscribe(names: readonly string[]): Answer {
    this.#leave(names)
    return DONE
  }
}
