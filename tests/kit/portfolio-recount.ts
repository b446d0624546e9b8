// An independent count of an account's portfolio: from the raw lines of its entries, without the bills and without the product's code.

import { expect } from 'vitest'
import type { Store } from '#party/lib/store'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN = /^(legal|change|lever|micro|stocks|earn|margin):(?:available|held)$/

/** Money from and to the outside: its instants are kept too. */
const FLOW = [
  ...['deposit', 'withdrawal', 'deposit_returned', 'buy', 'buy_reversed', 'correction', 'demo_grant', 'demo_reset'],
]

interface RawEntry {
  readonly reason: string
  readonly ref: string
  readonly at: number
  readonly lines: string
}

type Line = readonly [account: string, assetId: number, amount: string]

interface RawBill {
  readonly at: number
  readonly wallet: string
  readonly assetId: number
  readonly reason: string
  readonly value: string
}

/** Where a line of an entry belongs; null outside the user's money. Amounts of a loan count against the user. */
function placeOf([account, , text]: Line): readonly [place: string, amount: bigint] | null {
  const wallet = OWN.exec(account)?.[1]
  if (wallet) return [wallet, BigInt(text)]
  if (account === '@nft_margin') return ['auctions', BigInt(text)]
  return account === '@house:loan' || account === '@house:loan_due' ? ['debt', BigInt(text)] : null
}

const startsOf = (at: number) => {
  const date = new Date(at)
  return {
    hour: at - (at % HOUR),
    day: at - (at % DAY),
    month: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
    all: 0,
  }
}

/** Work of a purchase or sale, by the reference of its entry. */
function workOf(store: Store, ref: string): string {
  const sale = /^nft:lot:(\d+)$/.exec(ref)?.[1]
  const [statement, key] = sale
    ? ['SELECT work_id AS id FROM nft_credit WHERE ref = ?', `nft_sold:${sale}`]
    : ['SELECT work_id AS id FROM nft_act WHERE act_no = ?', ref.replace('nft:', '')]
  if (!store.has(sale ? 'nft_credit' : 'nft_act')) return ''
  const found = store.rows<{ id: number | null }>(statement, sale ? key : Number(key))[0]?.id
  return found == null ? '' : `work:${found}`
}

interface Pot {
  known: bigint
  unknown: bigint
  cost: bigint
  realized: bigint
  unpriced: bigint
}
interface Taken {
  readonly assetId: number
  readonly units: bigint
  readonly known: bigint
  readonly cost: bigint
}

/** Floor of a product by a ratio, which may be negative. */
const share = (whole: bigint, of: bigint, from: bigint): bigint => {
  if (from === 0n) return 0n
  const product = whole * of
  const quotient = product / from
  return product % from !== 0n && product < 0n ? quotient - 1n : quotient
}

interface Listed {
  readonly usdt: number
  /** Base and quote by symbol. */
  readonly pairs: ReadonlyMap<string, readonly [base: number, quote: number]>
}

class Recount {
  readonly sums = new Map<string, bigint>()
  readonly pots = new Map<string, Pot>()
  readonly #open = new Map<string, Taken>()
  readonly #store: Store
  readonly #listed: Listed

  constructor(store: Store, listed: Listed) {
    this.#store = store
    this.#listed = listed
    for (const entry of store.rows<RawEntry>('SELECT reason, ref, at, lines FROM entry ORDER BY id')) this.#count(entry)
    const bills = store.rows<RawBill>('SELECT at, wallet, asset_id AS assetId, reason, value FROM bill')
    for (const { at, wallet, assetId, reason, value } of bills)
      if (FLOW.includes(reason)) this.#sum(`instant ${at} ${wallet} ${assetId}`, BigInt(value))
  }

  #sum(key: string, amount: bigint): void {
    this.sums.set(key, (this.sums.get(key) ?? 0n) + amount)
  }

  #add(at: number, place: string, assetId: number, amount: bigint): void {
    for (const [step, start] of Object.entries(startsOf(at))) this.#sum(`${step} ${start} ${place} ${assetId}`, amount)
  }

  #pot(key: string): Pot {
    const pot = this.pots.get(key) ?? { known: 0n, unknown: 0n, cost: 0n, realized: 0n, unpriced: 0n }
    this.pots.set(key, pot)
    return pot
  }

  #count({ reason, ref, at, lines: text }: RawEntry): void {
    const lines = JSON.parse(text) as Line[]
    const own = new Map<number, bigint>()
    for (const line of lines) {
      const found = placeOf(line)
      if (!found) continue
      const [place, amount] = found
      this.#add(at, place, line[1], amount)
      if (place !== 'debt') own.set(line[1], (own.get(line[1]) ?? 0n) + amount)
    }
    const changes = [...own].filter(([, amount]) => amount !== 0n)
    if (reason === 'spot_fill') this.#trade(lines, own)
    const [given, got] = [changes.find(([, amount]) => amount < 0n), changes.find(([, amount]) => amount > 0n)]
    switch (reason) {
      case 'spot_fill':
      case 'convert':
      case 'stock_delisting':
        return this.#swap(given ? this.#take(given[0], -given[1]) : null, got, null)
      case 'ieo_payment':
      case 'invest_settled':
      case 'nft_payment': {
        if (!given) return
        const taken = this.#take(given[0], -given[1])
        this.#open.set(reason === 'nft_payment' ? workOf(this.#store, ref) : ref, taken)
        const place = { ieo_payment: 'sales', nft_payment: 'works', invest_settled: null }[reason]
        if (place) this.#add(at, place, taken.assetId, taken.units)
        return
      }
      case 'ieo_delivery':
      case 'invest_payout':
      case 'nft_sold': {
        const key = reason === 'nft_sold' ? workOf(this.#store, ref) : ref.replace('ieo-lock', 'ieo')
        const taken = this.#open.get(key)
        this.#open.delete(key)
        const place = { ieo_delivery: 'sales', nft_sold: 'works', invest_payout: null }[reason]
        if (taken && place) this.#add(at, place, taken.assetId, -taken.units)
        return this.#swap(taken ?? null, got, reason === 'nft_sold' ? 'works' : null)
      }
      case 'stock_split':
        return this.#split(own)
      default:
        return this.#move(reason, changes)
    }
  }

  #move(reason: string, changes: readonly (readonly [number, bigint])[]): void {
    const isResult =
      /^(?:futures|options|game|quiz)_|^(?:mining_yield|mining_penalty|stock_dividend|copy_share|rebate|coupon_bonus)$/.test(
        reason,
      ) || ['nft_royalty', 'nft_forfeited', 'nft_forfeit_received', 'withdrawal_fee'].includes(reason)
    for (const [assetId, amount] of changes) {
      if (assetId === this.#listed.usdt) continue
      const pot = this.#pot(`asset:${assetId}`)
      if (amount > 0n) pot[isResult ? 'known' : 'unknown'] += amount
      else {
        const { cost } = this.#take(assetId, -amount)
        if (isResult) pot.realized -= cost
      }
    }
  }

  #take(assetId: number, units: bigint): Taken {
    if (assetId === this.#listed.usdt) return { assetId, units, known: units, cost: units }
    const pot = this.#pot(`asset:${assetId}`)
    const known = share(pot.known, units, pot.known + pot.unknown)
    const cost = share(pot.cost, known, pot.known)
    pot.known -= known
    pot.unknown -= units - known
    pot.cost -= cost
    return { assetId, units, known, cost }
  }

  #swap(taken: Taken | null, got: readonly [number, bigint] | undefined, results: string | null): void {
    const { usdt } = this.#listed
    if (!got) {
      if (taken && taken.assetId !== usdt) this.#pot(`asset:${taken.assetId}`).realized -= taken.cost
      return
    }
    const [assetId, units] = got
    if (!taken) {
      if (assetId !== usdt) this.#pot(`asset:${assetId}`).known += units
      return
    }
    const priced = share(units, taken.known, taken.units)
    if (assetId === usdt) {
      if (taken.assetId === usdt && results === null) return
      const pot = this.#pot(results ?? `asset:${taken.assetId}`)
      pot.realized += priced - taken.cost
      pot.unpriced += units - priced
      return
    }
    const pot = this.#pot(`asset:${assetId}`)
    pot.known += priced
    pot.unknown += units - priced
    pot.cost += taken.cost
  }

  #trade(lines: readonly Line[], own: ReadonlyMap<number, bigint>): void {
    const symbol = lines.find(([account]) => account.startsWith('@market:'))?.[0].slice(8) ?? ''
    const pair = this.#listed.pairs.get(symbol)
    if (!pair) return
    const [base, quote] = [own.get(pair[0]) ?? 0n, own.get(pair[1]) ?? 0n]
    const pot = this.#pot(`pair:${symbol}`)
    if (base >= 0n) {
      pot.known += base
      pot.cost -= quote
      return
    }
    const covered = -base < pot.known ? -base : pot.known
    const cost = share(pot.cost, covered, pot.known)
    const received = share(quote, covered, -base)
    pot.known -= covered
    pot.cost -= cost
    pot.realized += received - cost
    pot.unpriced += quote - received
  }

  #split(own: ReadonlyMap<number, bigint>): void {
    const { usdt, pairs } = this.#listed
    for (const [assetId, change] of own) {
      if (assetId === usdt || change === 0n) continue
      const pot = this.#pot(`asset:${assetId}`)
      const before = pot.known + pot.unknown
      const after = before + change
      const known = share(pot.known, after, before)
      Object.assign(pot, { known, unknown: after - known })
      for (const [symbol, [base]] of pairs) {
        const bought = this.pots.get(`pair:${symbol}`)
        if (base === assetId && bought) bought.known = share(bought.known, after, before)
      }
      const cash = own.get(usdt) ?? 0n
      if (cash > 0n) pot.realized += cash
    }
  }
}

const filled = <Value>(rows: Iterable<readonly [string, Value]>, isEmpty: (value: Value) => boolean) =>
  Object.fromEntries([...rows].filter(([, value]) => !isEmpty(value)).sort(([a], [b]) => (a < b ? -1 : 1)))

interface Periods {
  readonly step: string
  readonly at: number
  readonly lines: string
}

/** Stored period sums and costs equal an independent recount to the unit. */
export function expectPortfolioCounted(store: Store, listed: Listed): void {
  const recount = new Recount(store, listed)
  const stored = new Map<string, bigint>()
  for (const table of ['portfolio_period', 'portfolio_cost']) store.make(table)
  const periods = store.rows<Periods>('SELECT step, at, lines FROM portfolio_period')
  for (const { step, at, lines } of periods) {
    for (const [place, assetId, , received, given] of JSON.parse(lines) as [string, number, string, string, string][]) {
      const key = `${step} ${at} ${place} ${assetId}`
      stored.set(key, (stored.get(key) ?? 0n) + BigInt(received) - BigInt(given))
    }
  }
  const newest = Math.max(0, ...periods.filter(({ step }) => step === 'day').map(({ at }) => at))
  // An instant, hour or day from before the time that is kept is deleted, and nobody reads what a late entry adds to it.
  const isKept = ([key]: readonly [string, bigint]): boolean => {
    const [step = '', at = ''] = key.split(' ')
    const days = { instant: 9, hour: 9, day: 400 }[step]
    return days === undefined || Number(at) >= newest - days * DAY
  }
  const expected = [...recount.sums].filter(isKept)
  expect(filled([...stored].filter(isKept), (sum) => sum === 0n)).toEqual(filled(expected, (sum) => sum === 0n))
  const costs = store.rows<{ key: string } & Record<keyof Pot, string>>('SELECT * FROM portfolio_cost')
  const pots = costs.map(
    ({ key, ...row }) =>
      [key, Object.fromEntries(Object.entries(row).map(([name, text]) => [name, BigInt(text)]))] as const,
  )
  const isEmpty = (pot: object) => Object.values(pot).every((value) => value === 0n)
  expect(filled(pots, isEmpty)).toEqual(filled(recount.pots, isEmpty))
}
