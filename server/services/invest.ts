// Investment service: adds the current series, calls the user's Account. No money decisions.

import type { ListPart } from '#domain/list-part'
import { FIXING_MS, type InvestKind, checkPurchase, investedAsset } from '#domain/invest/series'
import { encodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { refusedClaim } from '#db/platform/claim'
import { supplyOf } from '#db/platform/supplies'
import type { Page } from '#party/protocol/account'
import type { InvestRow, InvestStage } from '#party/protocol/invest'
import type { Session } from '#session/session'
import { callAccount, runCommand } from './account-room'
import { checkGate } from './gates'
import { findSeries } from './invest-series'
import type { ValueOf } from './operation'
import { indexPrices } from './quotes'

/** A purchase in text. */
interface PurchaseForm {
  readonly seriesId: number
  readonly shares: string
  /** Displayed days to maturity; midnight reduces them and the yield. Empty if the client sends none. */
  readonly days: string
}

interface Asking {
  readonly commandId: string
  readonly form: PurchaseForm
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
  readonly now: number
}

/** Resolves after the directory has granted the shares. */
export function buySeries(env: Env, session: Session, asking: Asking): Promise<Outcome<InvestRow>> {
  const { commandId, form } = asking
  return runCommand(env, session, { type: 'buy_series', commandId, asked: form }, () => readPurchase(env, asking))
}

/** A purchase that would be taken now; refused as buying is. A guest's skips the checks of the account. */
export async function quoteSeries(
  env: Env,
  session: Session | null,
  input: Omit<Asking, 'commandId'>,
): Promise<Outcome<NewPurchase>> {
  const read = await readNewPurchase(env, input)
  if (!read.ok) return read
  const purchase = purchaseOf(read.value)
  const checked = session ? await callAccount(env, session, { type: 'check_series', ...purchase }) : done(null)
  if (!checked.ok) return checked
  const { seriesId, shares } = purchase
  const claim = { userId: session?.userId ?? GUEST, quantity: shares }
  const refused = await refusedClaim(env.DB, supplyOf('invest', String(seriesId)), claim)
  if (!refused) return read
  const facts = { left: String(refused.left) }
  return refused.refusal === 'sold_out' ? refuse('invest_sold_out', facts) : refuse('invest_user_full', facts)
}

/** Has claimed nothing. */
const GUEST = 0

type NewPurchase = ValueOf<{ readonly run: typeof readNewPurchase }>

/** Checks a new purchase without the account's checks. */
async function readNewPurchase(env: Env, { form, country, now }: Omit<Asking, 'commandId'>) {
  const admitted = await checkGate(env, 'invest', country)
  if (!admitted.ok) return admitted
  const offer = await findSeries(env, form.seriesId)
  if (!offer) return refuse('invest_not_offered')
  if (!/^[1-9]\d{0,8}$/.test(form.shares)) return refuse('invest_shares_not_whole')
  const shares = parseInt(form.shares, 10)
  const checked = checkPurchase(offer.series, { shares, now })
  return checked.ok ? done({ ...offer, shares, ...checked.value }) : checked
}

async function readPurchase(env: Env, { form, country, now }: Asking) {
  const read = await readNewPurchase(env, { form, country, now })
  if (!read.ok) return read
  const { series, ...purchase } = purchaseOf(read.value)
  const bought = (await indexPrices(env)).find((index) => index.symbol === series.symbol)
  return done({
    ...purchase,
    ...(/^[1-9]\d{0,4}$/.test(form.days) ? { daysSeen: parseInt(form.days, 10) } : {}),
    series: { ...series, ...(bought && { price: bought.priceSteps }) },
  })
}

/** Builds the Account's purchase command from the current series. */
function purchaseOf({ series, name, shares, amount, days }: NewPurchase) {
  const { symbol, kind, strike, apr, maturesAt, base, quote, priceDecimals } = series
  return {
    seriesId: series.id,
    shares,
    assetId: investedAsset(series).id,
    amount: encodeAmount(amount),
    series: {
      name,
      symbol,
      kind,
      strike,
      apr: apr.toString(),
      days,
      maturesAt,
      baseId: base.id,
      quoteId: quote.id,
      baseScale: base.scale,
      quoteScale: quote.scale,
      priceDecimals,
    },
  }
}

/** Displayed stage: "settling" during the fixing window. */
export const stageOf = ({ state, maturesAt }: Pick<InvestRow, 'state' | 'maturesAt'>, now: number) =>
  state === 'purchased' && now >= maturesAt - FIXING_MS ? ('settling' as const) : state

/** Newest first. */
export const listInvest = (
  env: Env,
  session: Session,
  {
    now,
    ...filter
  }: ListPart & {
    readonly stage: InvestStage
    readonly baseId: number | null
    readonly kind: InvestKind | null
    readonly now: number
  },
): Promise<Outcome<Page<InvestRow>>> =>
  callAccount(env, session, { type: 'invest_orders', ...filter, settlesBefore: now + FIXING_MS })

export const findInvest = (env: Env, session: Session, orderNo: number): Promise<Outcome<InvestRow>> =>
  callAccount(env, session, { type: 'invest_order', orderNo })
