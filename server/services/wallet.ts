// A user's wallets: balances with their value, bills, transfers between wallets. Values are for show only and move nothing.

import { type Asset, type Catalogue, type Fiat, WALLETS, type Wallet, findAsset } from '#domain/catalogue'
import {
  type Amount,
  ZERO,
  add,
  amount,
  decodeAmount,
  encodeAmount,
  formatAmount,
  formatUnits,
  parseAmount,
  total,
} from '#domain/money/amount'
import { RATE_SCALE, applyRateHalfEven, rate } from '#domain/money/rate'
import { divideHalfEven } from '#domain/money/rounding'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { BalanceRow, BillReason, BillRow, Page } from '#party/protocol/account'
import type { Session } from '#session/session'
import { askAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { listQuotes } from './quotes'

/** What one wallet holds of one asset. Every asset a wallet may hold has a line, with zeros when there is nothing. */
export interface BalanceLine {
  readonly wallet: Wallet
  readonly assetId: number
  readonly code: string
  /** Decimal text with every decimal of the asset. */
  readonly available: string
  readonly held: string
  readonly total: string
  /** Price of one whole asset in USDT, eight decimals; "0.00000000" while no quote is known. */
  readonly usdtPrice: string
  /** total × price, eight decimals. */
  readonly usdtValue: string
  /** The same price in the fiat of the sheet. */
  readonly fiatPrice: string
}

export interface WalletTotal {
  readonly wallet: Wallet
  readonly usdtAvailable: string
  /** Available and held. */
  readonly usdtTotal: string
  readonly fiatTotal: string
}

export interface BalanceSheet {
  readonly lines: readonly BalanceLine[]
  /** One for each of the six wallets, in their order. */
  readonly wallets: readonly WalletTotal[]
  readonly usdtTotal: string
  readonly fiatTotal: string
  /** The fiat of `fiatPrice` and `fiatTotal`; USDT counts as one USD. */
  readonly fiatCode: string
  /** Units of the fiat for one USD, four decimals. */
  readonly fiatRate: string
}

export interface BillFilter {
  readonly wallet?: Wallet | undefined
  readonly assetId?: number | undefined
  readonly reason?: BillReason | undefined
  readonly page: number
  readonly limit: number
}

/** A bill with its amounts as decimal text; `value` is signed. */
export interface BillLine {
  readonly id: number
  readonly at: number
  readonly wallet: Wallet
  readonly assetId: number
  readonly code: string
  readonly reason: BillReason
  readonly ref: string
  readonly value: string
  readonly before: string
  readonly after: string
}

export interface TransferForm {
  readonly assetId: number
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
}

/** Decimals of every value in USDT: more than any fiat shows. */
const VALUE_SCALE = 8

/** Every wallet's balances, valued in USDT and in `fiatCode` (USD when that fiat is not listed). */
export async function listBalances(env: Env, session: Session, fiatCode = 'USD'): Promise<Outcome<BalanceSheet>> {
  const [catalogue, prices, rows] = await Promise.all([
    loadCatalogue(env),
    loadUsdtPrices(env),
    askAccount(env, session, { type: 'balances' }),
  ])
  if (!rows.ok) return rows
  const fiat = catalogue.fiats.find((row) => row.code === fiatCode) ?? USD
  return done(makeSheet(catalogue, { prices, fiat }, rows.value))
}

export async function listBills(env: Env, session: Session, filter: BillFilter): Promise<Outcome<Page<BillLine>>> {
  const { wallet = null, assetId = null, reason = null, page, limit } = filter
  const [catalogue, bills] = await Promise.all([
    loadCatalogue(env),
    askAccount(env, session, { type: 'bills', wallet, assetId, reason, page, limit }),
  ])
  if (!bills.ok) return bills
  const rows = bills.value.rows.flatMap((row) => {
    const asset = findAsset(catalogue, row.assetId)
    return asset ? [makeBillLine(asset, row)] : []
  })
  return done({ rows, total: bills.value.total })
}

export async function transfer(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly form: TransferForm },
): Promise<Outcome<{ readonly entryId: number }>> {
  const { assetId, from, to } = command.form
  const asset = findAsset(await loadCatalogue(env), assetId)
  if (!asset) return refuse('asset_not_found')
  const parsed = parseAmount(asset, command.form.amount)
  if (!parsed.ok) return parsed
  const text = encodeAmount(parsed.value)
  return askAccount(env, session, { type: 'transfer', commandId: command.commandId, assetId, amount: text, from, to })
}

/** Units of a fiat that one whole asset is worth, as text with eight decimals; null when either is not listed. */
export async function findFiatPrice(env: Env, assetId: number, fiatCode: string): Promise<string | null> {
  const [catalogue, prices] = await Promise.all([loadCatalogue(env), loadUsdtPrices(env)])
  const asset = findAsset(catalogue, assetId)
  const fiat = catalogue.fiats.find((row) => row.code === fiatCode)
  if (!asset || !fiat) return null
  return formatValue(toFiat(prices.get(asset.code) ?? ZERO, fiat))
}

const USD: Fiat = { code: 'USD', rate: rate(10n ** BigInt(RATE_SCALE)), scale: 2 }

/** Nearest unit, ties to even: a value for show favours nobody. */
const toFiat = (usdt: Amount, fiat: Fiat): Amount => applyRateHalfEven(usdt, fiat.rate)

/** Price of each asset in USDT at VALUE_SCALE, by code. USDT itself is one. */
async function loadUsdtPrices(env: Env): Promise<ReadonlyMap<string, Amount>> {
  const prices = new Map<string, Amount>([['USDT', amount(10n ** BigInt(VALUE_SCALE))]])
  for (const quote of await listQuotes(env)) {
    const [base = '', against] = quote.symbol.split('-')
    const price = parseAmount({ code: base, scale: VALUE_SCALE }, quote.price)
    if (against === 'USDT' && price.ok) prices.set(base, price.value)
  }
  return prices
}

interface Valuation {
  readonly prices: ReadonlyMap<string, Amount>
  readonly fiat: Fiat
}

function makeSheet(catalogue: Catalogue, valuation: Valuation, rows: readonly BalanceRow[]): BalanceSheet {
  const byPlace = new Map(rows.map((row) => [`${row.wallet}:${row.assetId}`, row]))
  const valued = WALLETS.flatMap((wallet) =>
    catalogue.assets
      .filter((asset) => asset.wallets.includes(wallet) || byPlace.has(`${wallet}:${asset.id}`))
      .map((asset) => valueLine(asset, wallet, valuation, byPlace.get(`${wallet}:${asset.id}`))),
  )
  const wallets = WALLETS.map((wallet) => {
    const own = valued.filter((entry) => entry.line.wallet === wallet)
    const value = total(own.map((entry) => entry.value))
    return {
      wallet,
      usdtAvailable: formatValue(total(own.map((entry) => entry.availableValue))),
      usdtTotal: formatValue(value),
      fiatTotal: formatValue(toFiat(value, valuation.fiat)),
    }
  })
  const value = total(valued.map((entry) => entry.value))
  return {
    lines: valued.map((entry) => entry.line),
    wallets,
    usdtTotal: formatValue(value),
    fiatTotal: formatValue(toFiat(value, valuation.fiat)),
    fiatCode: valuation.fiat.code,
    fiatRate: formatUnits(divideHalfEven(valuation.fiat.rate, 10n ** BigInt(RATE_SCALE - 4)), 4),
  }
}

function valueLine(asset: Asset, wallet: Wallet, { prices, fiat }: Valuation, row: BalanceRow | undefined) {
  const available = decodeAmount(row?.available ?? '0')
  const held = decodeAmount(row?.held ?? '0')
  const whole = add(available, held)
  const usdtPrice = prices.get(asset.code) ?? ZERO
  // Nearest unit, ties to even: a value for show favours nobody.
  const toValue = (units: Amount) => amount(divideHalfEven(units * usdtPrice, 10n ** BigInt(asset.scale)))
  const value = toValue(whole)
  const line: BalanceLine = {
    wallet,
    assetId: asset.id,
    code: asset.code,
    available: formatAmount(asset, available),
    held: formatAmount(asset, held),
    total: formatAmount(asset, whole),
    usdtPrice: formatValue(usdtPrice),
    usdtValue: formatValue(value),
    fiatPrice: formatValue(toFiat(usdtPrice, fiat)),
  }
  return { line, value, availableValue: toValue(available) }
}

const formatValue = (value: Amount): string => formatAmount({ scale: VALUE_SCALE }, value)

function makeBillLine(asset: Asset, row: BillRow): BillLine {
  const asText = (stored: string) => formatAmount(asset, decodeAmount(stored))
  return {
    id: row.id,
    at: row.at,
    wallet: row.wallet,
    assetId: row.assetId,
    code: asset.code,
    reason: row.reason,
    ref: row.ref,
    value: asText(row.value),
    before: asText(row.before),
    after: asText(row.after),
  }
}
