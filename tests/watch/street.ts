// The Watch of one symbol over a real room's storage, with accounts and Quotes that the test plays.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import type { Amount } from '#domain/money/amount'
import { openStore } from '#party/lib/store'
import type { PriceRound, WakeMessage, WatchRegistration } from '#party/protocol/watch'
import type { WatchPorts } from '#party/watch/ports'
import { SymbolWatch } from '#party/watch/watch'

export const NO_EXPOSURE = { long: '0', short: '0', house: '0', fees: '0', insurance: '0' }

export const told = (
  account: number,
  revision: number,
  band: Partial<WatchRegistration['band']>,
  { exposure = NO_EXPOSURE, feature = 'futures' } = {},
): WatchRegistration => ({
  feature,
  account,
  revision,
  band: { low: null, high: null, next: null, after: 0, ...band },
  exposure,
})

/** Registration of an account that has processed a round and has no further band. */
const acted = (account: number, { feature, round }: WakeMessage): WatchRegistration =>
  told(account, 100 + round.at / 1000, { after: round.at }, { feature })

export class Street {
  now = 1_000
  rounds: PriceRound[] = []
  readonly woken: string[] = []
  readonly messages: WakeMessage[] = []
  readonly asked: number[] = []
  readonly reports: string[] = []
  later: (() => void)[] = []
  soon: (work: () => void) => void = (work) => void setTimeout(work, 0)
  isFollowed = false
  areQuotesAway = false
  callsNow = 0
  callsMost = 0
  caps: () => Promise<ReadonlyMap<string, Amount | null>> = () => Promise.resolve(new Map())
  answer: (account: number, message: WakeMessage) => Promise<WatchRegistration> = (account, message) =>
    Promise.resolve(acted(account, message))
  watch: SymbolWatch
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.watch = this.open()
  }

  /** A room restored from storage. */
  open(): SymbolWatch {
    const ports: WatchPorts = {
      symbol: 'BTC-USDT',
      now: () => this.now,
      wake: (account, message) => this.#wake(account, message),
      roundsAfter: (at, limit) => {
        this.asked.push(at)
        if (this.areQuotesAway) return Promise.reject(new Error('away'))
        // Pages of five, so that a gap takes several.
        return Promise.resolve(this.rounds.filter((round) => round.at > at).slice(0, Math.min(limit, 5)))
      },
      caps: () => this.caps(),
      follow: (isWanted) => {
        this.isFollowed = isWanted
        return Promise.resolve()
      },
      soon: (work) => this.soon(work),
      later: (_delay, work) => void this.later.push(work),
      report: (text) => void this.reports.push(text),
    }
    return (this.watch = new SymbolWatch(openStore(this.#storage), ports))
  }

  /** The pauses are over. */
  async pass(): Promise<void> {
    const due = this.later
    this.later = []
    for (const work of due) work()
    await settle()
  }

  /** The price of the next second; `isHeard` is false for a round that does not arrive. */
  async price(text: string, isHeard = true): Promise<void> {
    const beforeAt = this.rounds.at(-1)?.at ?? null
    this.now += 1_000
    const seq = this.now / 1000
    const tick = { symbol: 'BTC-USDT', seq, at: this.now, price: text, source: 't', previousHash: '', hash: '' }
    const round = { at: this.now, ticks: [tick] }
    this.rounds.push(round)
    if (isHeard) await this.watch.round({ ...round, beforeAt })
    await settle()
  }

  /** One second without a price of this symbol: the previous price stays in force. */
  async silence(): Promise<void> {
    const before = this.rounds.at(-1)
    this.now += 1_000
    const round = { at: this.now, ticks: before?.ticks ?? [] }
    this.rounds.push(round)
    await this.watch.round({ ...round, beforeAt: before?.at ?? null })
    await settle()
  }

  async #wake(account: number, message: WakeMessage): Promise<WatchRegistration> {
    this.woken.push(`${account}@${message.round.at}`)
    this.messages.push(message)
    this.callsNow += 1
    this.callsMost = Math.max(this.callsMost, this.callsNow)
    try {
      return await this.answer(account, message)
    } finally {
      this.callsNow -= 1
    }
  }
}

export const settle = () => new Promise((resolve) => setTimeout(resolve, 1))

export const onStreet = (name: string, tale: (street: Street) => Promise<void>): void => {
  test(name, async () => {
    const room = env.Watch.get(env.Watch.idFromName(`WATCH-${name}`))
    await runInDurableObject(room, (_room, { storage }) => tale(new Street(storage)))
  })
}
