// A user's wallets: balances with their value, bills, transfers between wallets. Values are for show only and move nothing.

import { type Asset, type Catalogue, type Fiat, WALLETS, type Wallet, findAsset } from '#domain/catalogue'
import { type Amount, add, amount, decodeAmount, encodeAmount, formatAmount, parseAmount } from '#domain/money/amount'
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
}

export interface WalletTotal {
  readonly wallet: Wallet
  readonly usdtAvailable: string
  /** Available and held. */
  readonly usdtTotal: string
}

export interface BalanceSheet {
  readonly lines: readonly BalanceLine[]
  /** One for each of the six wallets, in their order. */
  readonly wallets: readonly WalletTotal[]
  readonly usdtTotal: string
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

export async function listBalances(env: Env, session: Session): Promise<Outcome<BalanceSheet>> {
  const [catalogue, prices, rows] = await Promise.all([
    loadCatalogue(env),
    loadUsdtPrices(env),
    askAccount(env, session, { type: 'balances' }),
  ])
  if (!rows.ok) return rows
  return done(makeSheet(catalogue, prices, rows.value))
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

/** Units of `fiat` that one whole asset is worth, as text with `scale` decimals; USDT counts as one USD. */
export async function findFiatPrice(env: Env, assetId: number, code: string): Promise<string | null> {
  const [catalogue, prices] = await Promise.all([loadCatalogue(env), loadUsdtPrices(env)])
  const asset = findAsset(catalogue, assetId)
  const fiat = catalogue.fiats.find((row) => row.code === code)
  if (!asset || !fiat) return null
  return formatAmount({ scale: VALUE_SCALE }, toFiat(prices.get(asset.code) ?? amount(0n), fiat))
}

/** Nearest unit, ties to even: a value for show favours nobody. */
const toFiat = (usdtPrice: Amount, fiat: Fiat): Amount => amount(divideHalfEven(usdtPrice * fiat.rate, 10n ** 8n))

/** Price of each asset in USDT at VALUE_SCALE, by code. USDT itself is one. */
async function loadUsdtPrices(env: Env): Promise<ReadonlyMap<string, Amount>> {
  const prices = new Map([['USDT', amount(10n ** BigInt(VALUE_SCALE))]])
  for (const quote of await listQuotes(env)) {
    const [base = '', against] = quote.symbol.split('-')
    const price = parseAmount({ code: base, scale: VALUE_SCALE }, quote.price)
    if (against === 'USDT' && price.ok) prices.set(base, price.value)
  }
  return prices
}

function makeSheet(catalogue: Catalogue, prices: ReadonlyMap<string, Amount>, rows: readonly BalanceRow[]): BalanceSheet {
  const byPlace = new Map(rows.map((row) => [`${row.wallet}:${row.assetId}`, row]))
  const valued = WALLETS.flatMap((wallet) =>
    catalogue.assets
      .filter((asset) => asset.wallets.includes(wallet) || byPlace.has(`${wallet}:${asset.id}`))
      .map((asset) => valueLine(asset, wallet, prices.get(asset.code), byPlace.get(`${wallet}:${asset.id}`))),
  )
  const wallets = WALLETS.map((wallet) => {
    const own = valued.filter((entry) => entry.line.wallet === wallet)
    return {
      wallet,
      usdtAvailable: formatValue(own.reduce((sum, entry) => add(sum, entry.availableValue), amount(0n))),
      usdtTotal: formatValue(own.reduce((sum, entry) => add(sum, entry.value), amount(0n))),
    }
  })
  const usdtTotal = formatValue(valued.reduce((sum, entry) => add(sum, entry.value), amount(0n)))
  return { lines: valued.map((entry) => entry.line), wallets, usdtTotal }
}

function valueLine(asset: Asset, wallet: Wallet, price: Amount | undefined, row: BalanceRow | undefined) {
  const available = decodeAmount(row?.available ?? '0')
  const held = decodeAmount(row?.held ?? '0')
  const whole = add(available, held)
  const usdtPrice = price ?? amount(0n)
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
