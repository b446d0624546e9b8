// Margin wallet at current index prices, for pages, API and desk. Read-only; the Account decides.

import { type Catalogue, findAsset } from '#domain/catalogue'
import { type MarginLine, type MarginRisk, marginLines, riskOf, riskRate } from '#domain/loan/risk'
import { LOAN_WALLET } from '#domain/loan/terms'
import { ZERO, add, decodeAmount, formatUnits } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { BalanceRow } from '#party/protocol/account'
import type { MarginStatus } from '#party/protocol/loan'
import type { Session } from '#session/session'
import { callAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { indexPrices } from '../quotes'

export type Prices = Awaited<ReturnType<typeof indexPrices>>

export interface Margin {
  readonly status: MarginStatus
  /** Null while a price is unknown. */
  readonly lines: readonly MarginLine[] | null
  readonly risk: MarginRisk | null
}

export function readMargin(
  catalogue: Catalogue,
  prices: Prices,
  status: MarginStatus,
  also: readonly number[] = [],
): Margin {
  const priceBySymbol = new Map(prices.map((price) => [price.symbol, price.priceSteps]))
  const owes = new Map<number, { owed: typeof ZERO; overdue: typeof ZERO }>()
  for (const { assetId, owed } of status.loans)
    owes.set(assetId, { owed: add(owes.get(assetId)?.owed ?? ZERO, decodeAmount(owed)), overdue: ZERO })
  const has = new Map(
    status.balances.map(({ assetId, available, held }) => [
      assetId,
      { available: decodeAmount(available), held: decodeAmount(held) },
    ]),
  )
  const lines = marginLines({ catalogue, has, owes, priceOf: (symbol) => priceBySymbol.get(symbol) }, also)
  return { status, lines, risk: lines && riskOf(lines) }
}

export async function loadMargin(
  env: Env,
  session: Session,
  also: readonly number[] = [],
): Promise<Outcome<Margin & { readonly catalogue: Catalogue; readonly prices: Prices }>> {
  const [catalogue, prices, status] = await Promise.all([
    loadCatalogue(env),
    indexPrices(env),
    callAccount(env, session, { type: 'margin_standing' }),
  ])
  if (!status.ok) return status
  return done({ ...readMargin(catalogue, prices, status.value, also), catalogue, prices })
}

/** Margin wallet option of an order form. */
export interface MarginChoice {
  /** Margin rate in percent; null without debt or without a price. */
  readonly rate: string | null
  readonly owes: boolean
}

/** Null without margin balances or without permission to trade on margin: no option is shown. */
export async function loadMarginChoice(
  env: Env,
  session: Session,
  balances: readonly BalanceRow[],
): Promise<MarginChoice | null> {
  if (!balances.some(({ wallet, available, held }) => wallet === LOAN_WALLET && (available !== '0' || held !== '0')))
    return null
  const margin = await loadMargin(env, session)
  if (!margin.ok) return null
  const { status, risk } = margin.value
  const rate = risk && riskRate(risk)
  return { rate: rate === null ? null : formatUnits(rate, 2), owes: status.loans.length > 0 }
}

/** Value in 1e-30 USDT of an amount at the prices; null without a price. */
export function worthIn(
  catalogue: Catalogue,
  prices: Prices,
  { assetId, amount }: { readonly assetId: number; readonly amount: typeof ZERO },
): bigint | null {
  const asset = findAsset(catalogue, assetId)
  if (!asset) return null
  const lines = marginLines({
    catalogue: { ...catalogue, assets: [asset], unlistedAssets: [] },
    has: new Map([[assetId, { available: amount, held: ZERO }]]),
    owes: new Map(),
    priceOf: (symbol) => prices.find((price) => price.symbol === symbol)?.priceSteps,
  })
  return lines && riskOf(lines).worth
}
