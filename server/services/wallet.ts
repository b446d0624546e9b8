// Wallets of a user: balances with values, and transfers. Values are for display only.

import { type Asset, type Catalogue, type Fiat, type Pair, WALLETS, type Wallet, findAsset } from '#domain/catalogue'
import {
  type Amount,
  ZERO,
  decodeAmount,
  encodeAmount,
  formatAmount,
  formatUnits,
  parseAmount,
  total,
} from '#domain/money/amount'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { LOAN_WALLET } from '#domain/loan/terms'
import { RATE_SCALE, applyRateHalfEven, rate } from '#domain/money/rate'
import { divideHalfEven } from '#domain/money/rounding'
import { VALUE_SCALE, valueInUsdt } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import {
  type Holding,
  type PortfolioLine,
  type UsdtPrices,
  appraiseOne,
  totalValue,
  usdtPricesOf,
} from '#domain/portfolio/appraisal'
import { IsolateCache } from '#domain/isolate-cache'
import type { BalanceRow } from '#party/protocol/account'
import type { Quote } from '#party/protocol/quotes'
import type { Session } from '#session/session'
import { callAccount, runCommand } from './account-room'
import { loadCatalogue } from './catalogue'
import { indexPrices, listQuotes } from './quotes'
import { seenByAccount } from './seen-prices'

/** Balance of an asset in a wallet. Every allowed asset has a line, with zeros when empty. */
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
  /** Unit price in the selected fiat. */
  readonly fiatPrice: string
  readonly isDepositOpen: boolean
}

interface WalletTotal {
  readonly wallet: Wallet
  readonly usdtAvailable: string
  /** Available and held. */
  readonly usdtTotal: string
  readonly fiatTotal: string
}

export interface BalanceSheet {
  readonly lines: readonly BalanceLine[]
  /** Totals of the seven wallets, in fixed order. */
  readonly wallets: readonly WalletTotal[]
  readonly usdtTotal: string
  readonly fiatTotal: string
  /** The fiat of `fiatPrice` and `fiatTotal`; USDT counts as one USD. */
  readonly fiatCode: string
  /** Units of the fiat for one USD, four decimals. */
  readonly fiatRate: string
}

export interface TransferForm {
  readonly assetId: number
  readonly amount: string
  readonly from: Wallet
  readonly to: Wallet
}

/** Every wallet's balances; lines of assets that it does not hold are the same objects for every user, within a second. Valued in USDT and in `fiatCode` (USD when that fiat is not listed). */
export async function listBalances(env: Env, session: Session, fiatCode = 'USD'): Promise<Outcome<BalanceSheet>> {
  const [catalogue, prices, rows] = await Promise.all([
    loadCatalogue(env),
    loadUsdtPrices(env),
    callAccount(env, session, { type: 'balances' }),
  ])
  if (!rows.ok) return rows
  const fiat = catalogue.fiats.find((row) => row.code === fiatCode) ?? USD
  return done(makeSheet(catalogue, { prices, fiat }, rows.value))
}

/** Portfolio data for wallet pages, which compute values live. */
export interface PortfolioFacts {
  readonly assets: readonly Asset[]
  readonly pairs: readonly Pair[]
  readonly quotes: readonly Quote[]
  readonly balances: readonly BalanceRow[]
}

export async function loadPortfolio(env: Env, session: Session): Promise<Outcome<PortfolioFacts>> {
  const [{ assets, pairs }, quotes, balances] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    callAccount(env, session, { type: 'balances' }),
  ])
  return balances.ok ? done({ assets, pairs, quotes, balances: balances.value }) : balances
}

export function transfer(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: TransferForm },
): Promise<Outcome<{ readonly entryId: number }>> {
  const named = { type: 'transfer', commandId, asked: form } as const
  return runCommand(env, session, named, () => readTransfer(env, session, form))
}

async function readTransfer(env: Env, session: Session, { assetId, from, to, amount }: TransferForm) {
  const asset = findAsset(await loadCatalogue(env), assetId)
  if (!asset) return refuse('asset_not_found')
  const parsed = parseAmount(asset, amount)
  if (!parsed.ok) return parsed
  // The remaining balance may be collateral, so current prices are sent along.
  const prices = from === FUTURES_WALLET || from === LOAN_WALLET ? await indexPrices(env) : []
  const seen = from === FUTURES_WALLET || to === FUTURES_WALLET ? await seenByAccount(env, session, assetId) : []
  return done({ assetId, amount: encodeAmount(parsed.value), from, to, prices, seen })
}

/** Units of a fiat that one whole asset is worth, as text with eight decimals; null when either is not listed. */
export async function findFiatPrice(env: Env, assetId: number, fiatCode: string): Promise<string | null> {
  const [catalogue, prices] = await Promise.all([loadCatalogue(env), loadUsdtPrices(env)])
  const asset = findAsset(catalogue, assetId)
  const fiat = catalogue.fiats.find((row) => row.code === fiatCode)
  if (!asset || !fiat) return null
  return formatValue(toFiat(prices.get(asset.code) ?? ZERO, fiat))
}

const USD: Fiat = { code: 'USD', rate: rate(10n ** BigInt(RATE_SCALE)), scale: 2, referenceDay: null }

/** Half-even rounding: display values favour neither side. */
const toFiat = (usdt: Amount, fiat: Fiat): Amount => applyRateHalfEven(usdt, fiat.rate)

/** Displayed values may be one second old. */
const priceCache = new IsolateCache<Env['Quotes'], UsdtPrices>(1_000)

async function loadUsdtPrices(env: Env): Promise<UsdtPrices> {
  const cached = priceCache.get(env.Quotes, Date.now())
  if (cached) return cached
  const prices = usdtPricesOf(await listQuotes(env))
  priceCache.set(env.Quotes, prices, Date.now())
  return prices
}

interface Valuation {
  readonly prices: UsdtPrices
  readonly fiat: Fiat
}

function makeSheet(catalogue: Catalogue, valuation: Valuation, rows: readonly BalanceRow[]): BalanceSheet {
  const { prices, fiat } = valuation
  const empty = emptyWallets(catalogue, valuation)
  const held = new Map<Wallet, Map<number, Holding>>()
  for (const row of rows) {
    const own = held.get(row.wallet) ?? new Map<number, Holding>()
    held.set(row.wallet, own.set(row.assetId, readHolding(row)))
  }
  const appraised: PortfolioLine<Asset>[] = []
  const lines = WALLETS.flatMap((wallet) => {
    const [own, none] = [held.get(wallet), empty.lines.get(wallet)]
    if (!own) return [...(none?.values() ?? [])]
    return catalogue.assets.flatMap((asset): readonly BalanceLine[] => {
      const holding = own.get(asset.id)
      const line = none?.get(asset.id)
      if (!holding) return line ? [line] : []
      const worth = { wallet, ...appraiseOne(asset, prices, holding) }
      appraised.push(worth)
      return [makeLine(worth, empty.shown.get(asset.id) ?? showAsset(asset, valuation))]
    })
  })
  const wallets = WALLETS.map((wallet) => {
    const own = appraised.filter((line) => line.wallet === wallet)
    const value = totalValue(own)
    return {
      wallet,
      usdtAvailable: formatValue(total(own.map(availableValue))),
      usdtTotal: formatValue(value),
      fiatTotal: formatValue(toFiat(value, fiat)),
    }
  })
  const value = totalValue(appraised)
  return {
    lines,
    wallets,
    usdtTotal: formatValue(value),
    fiatTotal: formatValue(toFiat(value, fiat)),
    fiatCode: fiat.code,
    fiatRate: formatUnits(divideHalfEven(fiat.rate, 10n ** BigInt(RATE_SCALE - 4)), 4),
  }
}

function readHolding({ wallet, assetId, available, held }: BalanceRow): Holding {
  return { wallet, assetId, available: decodeAmount(available), held: decodeAmount(held) }
}

const availableValue = ({ asset, available, price }: PortfolioLine): Amount =>
  price === null || available === ZERO ? ZERO : valueInUsdt(asset, available, price)

/** Asset data shared by its lines in all wallets. */
interface ShownAsset {
  readonly usdtPrice: string
  readonly fiatPrice: string
  readonly isDepositOpen: boolean
  readonly zero: string
}

/** Parts shared by every user: assets as shown, and each asset's line in a wallet that lacks it. */
interface EmptyWallets {
  readonly assets: Catalogue['assets']
  readonly shown: ReadonlyMap<number, ShownAsset>
  readonly lines: ReadonlyMap<Wallet, ReadonlyMap<number, BalanceLine>>
}

/** Cache per price snapshot (one per second) and fiat. */
const keptEmpty = new WeakMap<UsdtPrices, Map<string, EmptyWallets>>()

function emptyWallets({ assets }: Catalogue, valuation: Valuation): EmptyWallets {
  const { prices, fiat } = valuation
  const byFiat = keptEmpty.get(prices) ?? new Map<string, EmptyWallets>()
  keptEmpty.set(prices, byFiat)
  const known = byFiat.get(fiat.code)
  if (known?.assets === assets) return known
  const shown = new Map(assets.map((asset) => [asset.id, showAsset(asset, valuation)]))
  const linesOf = (wallet: Wallet) =>
    assets.flatMap((asset): [number, BalanceLine][] => {
      const shownAsset = shown.get(asset.id)
      if (!shownAsset || !asset.wallets.includes(wallet)) return []
      return [[asset.id, makeLine({ wallet, ...appraiseOne(asset, prices, undefined) }, shownAsset)]]
    })
  const made = { assets, shown, lines: new Map(WALLETS.map((wallet) => [wallet, new Map(linesOf(wallet))])) }
  byFiat.set(fiat.code, made)
  return made
}

function showAsset(asset: Asset, { prices, fiat }: Valuation): ShownAsset {
  const price = prices.get(asset.code) ?? ZERO
  return {
    usdtPrice: formatValue(price),
    fiatPrice: formatValue(toFiat(price, fiat)),
    isDepositOpen: asset.networks.some((network) => network.isDepositOpen),
    zero: formatAmount(asset, ZERO),
  }
}

function makeLine(
  { wallet, asset, available, held, whole, value }: PortfolioLine<Asset>,
  { usdtPrice, fiatPrice, isDepositOpen, zero }: ShownAsset,
): BalanceLine {
  const write = (units: Amount): string => (units === ZERO ? zero : formatAmount(asset, units))
  return {
    wallet,
    assetId: asset.id,
    code: asset.code,
    available: write(available),
    held: write(held),
    total: write(whole),
    usdtPrice,
    usdtValue: value === ZERO ? ZERO_VALUE : formatValue(value),
    fiatPrice,
    isDepositOpen,
  }
}

const formatValue = (value: Amount): string => formatAmount({ scale: VALUE_SCALE }, value)

const ZERO_VALUE = formatValue(ZERO)
