// Sums of accounts' audited books: amounts by owner, and whether they balance. Each account is read in one call to its room, so the sums of
// counted accounts are exact, whatever is still uncounted.

import { type Amount, ZERO, add, decodeAmount, encodeAmount, negate } from '../money/amount'

export type Part =
  | 'users'
  | 'auctions'
  | 'external'
  | 'demo'
  | 'corrections'
  | 'fees'
  | 'rebates'
  | 'lent'
  | 'interest_due'
  | 'insurance'
  | 'rest'

/** `part` is a `Part`, or the name of a market's account: "@market:BTC-USDT". */
export type SumLine = readonly [part: string, assetId: number, amount: string]
/** How many messages of a market the counted accounts know of. */
export type ReceivedLine = readonly [symbol: string, messages: number]

export interface CountedBooks {
  readonly sums: readonly SumLine[]
  readonly heard: readonly ReceivedLine[]
}

const MARKET = '@market:'

/** Parts with one ledger account each. */
const PARTS: Readonly<Record<string, Part>> = {
  // Deposits for bids: their bidders get them back.
  '@nft_margin': 'auctions',
  '@demo': 'demo',
  '@corrections': 'corrections',
  // Both negative while a loan is owed.
  '@house:loan': 'lent',
  '@house:loan_due': 'interest_due',
  '@insurance': 'insurance',
}

/** Parts that the report shows as one figure. */
export const OTHER_PARTS = ['lent', 'interest_due', 'insurance', 'rest'] as const

function partOf(account: string): string {
  if (!account.startsWith('@')) return 'users'
  if (account.startsWith(MARKET)) return account
  if (account.startsWith('@external')) return 'external'
  if (account.startsWith('@rebate:') || account.startsWith('@transit:')) return 'rebates'
  return PARTS[account] ?? (account.startsWith('@fees') ? 'fees' : 'rest')
}

/** One account's books: sums of its ledger accounts, and its message numbers. */
export function booksOf(
  accounts: readonly { readonly account: string; readonly assetId: number; readonly amount: string }[],
  heard: readonly { readonly symbol: string; readonly messages: number }[],
): CountedBooks {
  const sums = new BookSums({ sums: [], heard: heard.map(({ symbol, messages }) => [symbol, messages]) })
  for (const { account, assetId, amount } of accounts) sums.add(partOf(account), assetId, decodeAmount(amount))
  return sums.books()
}

export class BookSums {
  readonly #sums = new Map<string, { readonly part: string; readonly assetId: number; amount: Amount }>()
  readonly #heard = new Map<string, number>()

  constructor(books: CountedBooks) {
    this.put(books)
  }

  get(part: string, assetId: number): Amount {
    return this.#sums.get(keyOf(part, assetId))?.amount ?? ZERO
  }

  add(part: string, assetId: number, amount: Amount): void {
    const row = this.#sums.get(keyOf(part, assetId)) ?? { part, assetId, amount: ZERO }
    row.amount = add(row.amount, amount)
    this.#sums.set(keyOf(part, assetId), row)
  }

  assetsOf(part: string): number[] {
    return [...this.#sums.values()].filter((row) => row.part === part).map(({ assetId }) => assetId)
  }

  heard(symbol: string): number {
    return this.#heard.get(symbol) ?? 0
  }

  put({ sums, heard }: CountedBooks): void {
    for (const [part, assetId, amount] of sums) this.add(part, assetId, decodeAmount(amount))
    for (const [symbol, messages] of heard) this.#heard.set(symbol, this.heard(symbol) + messages)
  }

  take({ sums, heard }: CountedBooks): void {
    for (const [part, assetId, amount] of sums) this.add(part, assetId, negate(decodeAmount(amount)))
    for (const [symbol, messages] of heard) this.#heard.set(symbol, this.heard(symbol) - messages)
  }

  /** Every line of an asset, those in the names of markets included: zero, or entries do not balance. */
  difference(assetId: number): Amount {
    let sum = ZERO
    for (const row of this.#sums.values()) if (row.assetId === assetId) sum = add(sum, row.amount)
    return sum
  }

  books(): CountedBooks {
    const rows = [...this.#sums.values()].filter(({ amount }) => amount !== 0n)
    return {
      sums: rows.map(({ part, assetId, amount }) => [part, assetId, encodeAmount(amount)]),
      heard: [...this.#heard].filter(([, messages]) => messages !== 0),
    }
  }
}

const keyOf = (part: string, assetId: number): string => `${part}/${assetId}`

/**
 * zero: balanced. off: money was created or lost. Otherwise undecidable, because the counted accounts know fewer trades than happened:
 * newer: they have traded since. uncounted: they or uncounted accounts.
 */
export type Verdict = 'zero' | 'off' | 'newer' | 'uncounted'

export interface MarketSide {
  readonly symbol: string
  readonly house: readonly { readonly account: string; readonly assetId: number; readonly amount: string }[]
  /** Ever, for all accounts. */
  readonly messagesMade: number
  /** Base and quote asset. */
  readonly assetIds: readonly number[]
  readonly isEverybodyCounted: boolean
}

export interface MarketGap {
  readonly symbol: string
  readonly assetId: number
  /** Sum of the accounts' and the house's entries of the market. */
  readonly sum: Amount
  readonly verdict: Verdict
}

/**
 * Once the counted accounts have received every message of a market, their sums and the house's must cancel out; a difference means lost or
 * created money. Read the counts first: a market's message number never falls afterwards.
 */
export function compareMarket(
  counted: BookSums,
  { symbol, house, messagesMade, assetIds, isEverybodyCounted }: MarketSide,
): MarketGap[] {
  const name = `${MARKET}${symbol}`
  const isKnown = counted.heard(symbol) >= messagesMade
  const ofHouse = new Map(
    house.filter(({ account }) => account === name).map(({ assetId, amount }) => [assetId, decodeAmount(amount)]),
  )
  return Array.from(new Set([...assetIds, ...ofHouse.keys(), ...counted.assetsOf(name)]), (assetId) => {
    const sum = add(counted.get(name, assetId), ofHouse.get(assetId) ?? ZERO)
    if (!isKnown) return { symbol, assetId, sum, verdict: isEverybodyCounted ? 'newer' : 'uncounted' }
    return { symbol, assetId, sum, verdict: sum === 0n ? 'zero' : 'off' }
  })
}

/** Worst of several verdicts. */
export const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  (['off', 'uncounted', 'newer'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'zero'
