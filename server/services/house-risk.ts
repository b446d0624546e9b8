// House exposure: open interest, house pnl, and insurance fund entries. Read-only.

import type { ListPart } from '#domain/list-part'
import { tracedRoom } from '#lib/room-call'
import type { CloseCause } from '#domain/futures/life'
import { findKnownAsset, knownAssets } from '#domain/catalogue'
import { readTaken } from '#domain/insurance'
import { LOAN_RULE, type LoanReceipt } from '#domain/loan/receipt'
import type { Receipt } from '#domain/receipt'
import { FUTURES_RULE } from '#domain/futures/receipt'
import { type Amount, ZERO, decodeAmount, encodeAmount } from '#domain/money/amount'
import { listInsurance, listTaken } from '#db/platform/receipt'
import type { WatchReport, WatchRpc } from '#party/protocol/watch'
import { loadCatalogue } from './catalogue'
import { listTerms } from './futures-terms'
import { listOptionTerms } from './options-terms'

/** One product of one symbol. Amounts are integer text in the quote's smallest unit. */
export interface HouseRisk {
  readonly product: 'futures' | 'options'
  readonly symbol: string
  readonly quote: { readonly code: string; readonly scale: number }
  /** Open interest per side: notional of positions, or maximum payout of options. */
  readonly long: string
  readonly short: string
  /** Exposure cap per side; at the cap the house accepts no more. */
  readonly most: string
  /** Profit of the house (negative for a loss), and income of fees and of the insurance fund. */
  readonly house: string
  readonly fees: string
  readonly insurance: string
  readonly closedSides: readonly ('long' | 'short')[]
  readonly isOpen: boolean
}

/** Sorted by product, then display order. */
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
    const reported = reports.get(terms.symbol)?.features.find(({ feature }) => feature === product)
    return {
      product,
      symbol: terms.symbol,
      quote: { code: quote.code, scale: quote.scale },
      long: reported?.long ?? '0',
      short: reported?.short ?? '0',
      most: encodeAmount(terms.exposureMax),
      house: reported?.house ?? '0',
      fees: reported?.fees ?? '0',
      insurance: reported?.insurance ?? '0',
      closedSides: reported?.closedSides ?? [],
      isOpen: terms.isOpen,
    }
  }
  return [
    ...futures.map((terms) => row('futures', terms, terms.quote)),
    ...options.map((terms) => row('options', terms, terms.stake)),
  ]
}

async function askWatch(env: Pick<Env, 'Watch'>, symbol: string): Promise<WatchReport> {
  const room: WatchRpc = tracedRoom(env.Watch.get(env.Watch.idFromName(symbol)), 'watch')
  return JSON.parse(await room.report()) as WatchReport
}

/** Insurance fund entry: income or payout of a position close or a loan liquidation step. */
export interface InsuranceEntry {
  /** Of its receipt, ascending with time. */
  readonly no: number
  readonly receiptId: string
  readonly at: number
  readonly product: 'futures' | 'loan'
  /** Symbol of a position close; empty for a loan. */
  readonly symbol: string
  readonly cause: CloseCause | LoanReceipt['cause']
  readonly asset: { readonly code: string; readonly scale: number }
  /** Integer text in the asset's smallest unit; negative: paid. */
  readonly change: string
}

/** `product` absent: of all. */
export async function insuranceEntries(
  env: Env,
  { product, ...part }: ListPart & { readonly product?: 'futures' },
): Promise<{ readonly rows: readonly InsuranceEntry[]; readonly total: number }> {
  const rule = product === 'futures' ? FUTURES_RULE : undefined
  const [{ rows, total }, catalogue] = await Promise.all([listInsurance(env.DB, { ...part, rule }), loadCatalogue(env)])
  return {
    total,
    rows: rows.flatMap(({ no, id: receiptId, body, insurance }) => {
      const about = aboutOf(JSON.parse(body) as Receipt)
      if (!about) return []
      return readTaken(insurance).flatMap(({ assetId, value }) => {
        const asset = findKnownAsset(catalogue, assetId)
        return asset
          ? [{ no, receiptId, ...about, asset: { code: asset.code, scale: asset.scale }, change: encodeAmount(value) }]
          : []
      })
    }),
  }
}

function aboutOf(receipt: Receipt): Pick<InsuranceEntry, 'at' | 'product' | 'symbol' | 'cause'> | null {
  const { rule } = receipt
  if (rule === FUTURES_RULE)
    return { at: receipt.at, product: 'futures', symbol: receipt.position.symbol, cause: receipt.cause }
  if (rule === LOAN_RULE) return { at: receipt.at, product: 'loan', symbol: '', cause: receipt.cause }
  return null
}

export interface LoanFund {
  readonly asset: { readonly code: string; readonly scale: number }
  /** Integer text in its smallest unit; negative: more was paid than taken. */
  readonly balance: string
}

/** Net insurance income from loans by currency, in display order. */
export async function loanFunds(env: Env): Promise<readonly LoanFund[]> {
  const [taken, catalogue] = await Promise.all([listTaken(env.DB, LOAN_RULE), loadCatalogue(env)])
  const sums = new Map<number, bigint>()
  for (const { assetId, value } of taken.flatMap(({ insurance }) => readTaken(insurance)))
    sums.set(assetId, (sums.get(assetId) ?? 0n) + value)
  return knownAssets(catalogue).flatMap(({ id, code, scale }) => {
    const sum = sums.get(id)
    return sum === undefined ? [] : [{ asset: { code, scale }, balance: sum.toString() }]
  })
}

/** Net insurance income from futures, summed over Watches. */
export const insuranceTotal = (rows: readonly HouseRisk[]): Amount =>
  rows.reduce((sum, { insurance }) => (sum + decodeAmount(insurance)) as Amount, ZERO)
