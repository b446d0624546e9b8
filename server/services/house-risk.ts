// What the house stands for against users: exposure, what it has won, and the entries of the insurance fund. It shows and decides nothing.

import type { CloseCause } from '#domain/futures/life'
import type { Receipt } from '#domain/receipt'
import { FUTURES_RULE } from '#domain/futures/receipt'
import { type Amount, ZERO, decodeAmount, encodeAmount } from '#domain/money/amount'
import { listInsurance } from '#db/platform/receipt'
import type { WatchReport, WatchRpc } from '#party/protocol/watch'
import { listTerms } from './futures-terms'
import { listOptionTerms } from './options-terms'

/** One product of one symbol. Amounts are integer text in the quote's smallest unit. */
export interface HouseRisk {
  readonly product: 'futures' | 'options'
  readonly symbol: string
  readonly quote: { readonly code: string; readonly scale: number }
  /** What is open on each side: worth of positions, or what the house would pay for options. */
  readonly long: string
  readonly short: string
  /** With so much on a side the house takes no more there. */
  readonly most: string
  /** What the house won, or lost when negative, and what fees and the insurance fund took. */
  readonly house: string
  readonly fees: string
  readonly insurance: string
  readonly closedSides: readonly ('long' | 'short')[]
  readonly isOpen: boolean
}

/** By product, then in the order of display. */
export async function houseRisk(env: Pick<Env, 'DB' | 'Watch'>): Promise<readonly HouseRisk[]> {
  const [futures, options] = await Promise.all([listTerms(env), listOptionTerms(env)])
  const symbols = [...new Set([...futures, ...options].map(({ symbol }) => symbol))]
  const reports = new Map(
    await Promise.all(symbols.map(async (symbol) => [symbol, await askWatch(env, symbol)] as const)),
  )
  const row = (
    product: HouseRisk['product'],
    terms: { readonly symbol: string; readonly exposureMax: Amount; readonly isOpen: boolean },
    quote: HouseRisk['quote'],
  ): HouseRisk => {
    const told = reports.get(terms.symbol)?.features.find(({ feature }) => feature === product)
    return {
      product,
      symbol: terms.symbol,
      quote: { code: quote.code, scale: quote.scale },
      long: told?.long ?? '0',
      short: told?.short ?? '0',
      most: encodeAmount(terms.exposureMax),
      house: told?.house ?? '0',
      fees: told?.fees ?? '0',
      insurance: told?.insurance ?? '0',
      closedSides: told?.closedSides ?? [],
      isOpen: terms.isOpen,
    }
  }
  return [
    ...futures.map((terms) => row('futures', terms, terms.quote)),
    ...options.map((terms) => row('options', terms, terms.stake)),
  ]
}

async function askWatch(env: Pick<Env, 'Watch'>, symbol: string): Promise<WatchReport> {
  const room: WatchRpc = env.Watch.get(env.Watch.idFromName(symbol))
  return JSON.parse(await room.report()) as WatchReport
}

/** One entry of the insurance fund: what a close brought it, or took from it. */
export interface InsuranceEntry {
  readonly receiptId: string
  readonly at: number
  readonly symbol: string
  readonly cause: CloseCause
  /** Integer text in units of 1e-6 USDT; negative: paid. */
  readonly change: string
}

export async function insuranceEntries(
  env: Pick<Env, 'DB'>,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly InsuranceEntry[]; readonly total: number }> {
  const { rows, total } = await listInsurance(env.DB, page)
  return {
    total,
    rows: rows.flatMap(({ id, body, insurance }) => {
      // Only closes of positions write to the fund, in the shape of their rule.
      const receipt = JSON.parse(body) as Receipt
      if (receipt.rule !== FUTURES_RULE || receipt.cause === 'entry') return []
      const { at, position, cause } = receipt
      return [{ receiptId: id, at, symbol: position.symbol, cause, change: insurance }]
    }),
  }
}

/** What the fund has taken less what it has paid, as the Watches have added it up. */
export const insuranceTotal = (rows: readonly HouseRisk[]): Amount =>
  rows.reduce((sum, { insurance }) => (sum + decodeAmount(insurance)) as Amount, ZERO)
