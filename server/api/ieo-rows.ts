// Response rows of token sales: the old contract's rows, and the fuller ones of /v1.

import * as v from 'valibot'
import type { Asset } from '#domain/catalogue'
import { costIn, percentApplied, percentLeft, stageAt, tokens, unlockAt, unlockedAfter } from '#domain/ieo/terms'
import { type AssetScale, amount, decodeAmount, formatAmount, formatUnits, subtract } from '#domain/money/amount'
import { dayText } from '#domain/time'
import type { IeoRow } from '#party/protocol/ieo'
import type { IeoProject, PriceNow } from '#services/ieo/projects'
import { wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals } from './format'

export const wireProject = v.object({
  id: wireId,
  title: v.string(),
  summary: v.string(),
  currency_id: wireId,
  currency_name: v.string(),
  pay_currency_id: wireId,
  pay_currency_name: v.string(),
  amount: v.pipe(wireDecimal, v.description('tokens on sale')),
  total_sell: v.pipe(wireDecimal, v.description('applied for')),
  percentage: v.pipe(v.number(), v.description('percent of the sale that is left, above 0 while one may apply')),
  day: v.pipe(v.number(), v.description('days of the lock')),
  time_status: v.pipe(v.picklist([1, 2, 3]), v.description('1 warm-up, 2 in progress, 3 ended')),
  start_at: v.string(),
  end_at: v.string(),
  logo: v.string(),
})

const TIME_STATUS = { warm_up: 1, in_progress: 2, ended: 3 } as const
/** Clients disable applications at zero percent, so the value stays above zero while the sale is open. */
const PERCENT_LEAST = 0.01

export function wireProjectRow(
  project: IeoProject,
  pay: Pick<Asset, 'id' | 'code'> | undefined,
  now: number,
): v.InferOutput<typeof wireProject> {
  const { asset, supply, taken, mode } = project
  const stage = stageAt(project, now)
  const left = Number(percentLeft(supply, taken))
  const isAlwaysOpen = mode === 'pro_rata' && stage !== 'ended'
  return {
    id: project.id,
    title: project.title,
    summary: project.summary,
    currency_id: asset.id,
    currency_name: asset.code,
    pay_currency_id: pay?.id ?? 0,
    pay_currency_name: pay?.code ?? '',
    amount: wireDecimals(String(supply)),
    total_sell: wireDecimals(String(Math.min(taken, supply))),
    percentage: isAlwaysOpen ? Math.max(left, PERCENT_LEAST) : left,
    day: project.lockDays,
    time_status: TIME_STATUS[stage],
    start_at: dayText(project.startsAt),
    end_at: dayText(project.endsAt),
    logo: project.picture,
  }
}

const COST_SCALE = 6

export const costText = ({ cost }: Pick<IeoProject, 'cost'>): string => formatUnits(cost, COST_SCALE)

/** Current price of one token in an asset; null while unknown. */
export const costInText = (project: IeoProject, pay: AssetScale, now: PriceNow | null): string | null =>
  now && formatAmount(pay, costIn(pay, { quantity: 1, cost: project.cost, price: now.price }))

export const wireIeoOrder = v.object({
  id: wireId,
  name: v.string(),
  coin_amount: v.pipe(wireDecimal, v.description('applied for')),
  give_amount: v.pipe(wireDecimal, v.description('delivered')),
  created_at: wireDate,
  sell_begin: v.pipe(wireDate, v.description('when the tokens are listed')),
  status: v.pipe(v.picklist([1, 2, 3]), v.description('1 applied, 2 paid, 3 delivered')),
})

const STATUS = { held: 1, refused: 1, applied: 1, allotted: 2, unlocking: 3, done: 3 } as const

export const wireIeoOrderRow = (row: IeoRow, name: string): v.InferOutput<typeof wireIeoOrder> => ({
  id: row.orderNo,
  name,
  coin_amount: wireDecimals(String(row.quantity)),
  give_amount: wireDecimals(STATUS[row.state] === 3 ? String(row.allotted ?? 0) : '0'),
  created_at: formatDate(row.acceptedAt),
  sell_begin: formatDate(row.terms.listingAt),
  status: STATUS[row.state],
})

export const ieoProject = v.object({
  project_id: wireId,
  title: v.string(),
  summary: v.string(),
  token: v.string(),
  mode: v.picklist(['pro_rata', 'first_come']),
  stage: v.picklist(['warm_up', 'in_progress', 'ended']),
  cost: v.pipe(wireDecimal, v.description('USDT for one token')),
  supply: v.number(),
  applied: v.number(),
  applied_percent: v.pipe(wireDecimal, v.description('of the supply; above 100 when there is not enough')),
  min: v.number(),
  user_max: v.number(),
  pays: v.array(v.string()),
  starts_at: v.number(),
  ends_at: v.number(),
  listing_at: v.number(),
  lock_days: v.number(),
  is_open: v.boolean(),
  picture: v.string(),
  website: v.string(),
  white_paper: v.string(),
  allocation: v.nullable(v.object({ phase: v.string(), total: v.number(), root: v.nullable(v.string()) })),
})

export const ieoProjectRow = (project: IeoProject, now: number): v.InferOutput<typeof ieoProject> => ({
  project_id: project.id,
  title: project.title,
  summary: project.summary,
  token: project.asset.code,
  mode: project.mode,
  stage: stageAt(project, now),
  cost: costText(project),
  supply: project.supply,
  applied: project.taken,
  applied_percent: percentApplied(project.supply, project.taken),
  min: project.min,
  user_max: project.userMax,
  pays: [...project.pays],
  starts_at: project.startsAt,
  ends_at: project.endsAt,
  listing_at: project.listingAt,
  lock_days: project.lockDays,
  is_open: project.isOpen,
  picture: project.picture,
  website: project.website,
  white_paper: project.whitePaper,
  allocation: project.run && { phase: project.run.phase, total: project.run.total, root: project.run.root },
})

export const ieoOrder = v.object({
  order_id: wireId,
  project_id: wireId,
  token: v.string(),
  pay: v.string(),
  quantity: v.number(),
  held: v.pipe(wireDecimal, v.description('for all of it, at the price of the tick')),
  price: v.pipe(v.nullable(wireDecimal), v.description('of what was paid with in USDT; null for USDT')),
  state: v.picklist(['held', 'refused', 'applied', 'allotted', 'unlocking', 'done']),
  claim_id: v.nullable(wireId),
  allotted: v.nullable(v.number()),
  paid: wireDecimal,
  unlocked: wireDecimal,
  plan: v.array(v.object({ at: v.number(), amount: wireDecimal })),
  accepted_at: v.number(),
  settled_at: v.nullable(v.number()),
  delivered_at: v.nullable(v.number()),
})

export interface IeoSides {
  readonly asset: AssetScale
  readonly pay: AssetScale
}

export function ieoOrderRow(row: IeoRow, { asset, pay }: IeoSides): v.InferOutput<typeof ieoOrder> {
  const all = tokens(asset, row.allotted ?? 0)
  const { lockDays } = row.terms
  const part = (day: number) =>
    formatAmount(asset, subtract(unlockedAfter(all, day, lockDays), unlockedAfter(all, day - 1, lockDays)))
  const days = all > 0n ? lockDays : 0
  return {
    order_id: row.orderNo,
    project_id: row.projectId,
    token: asset.code,
    pay: pay.code,
    quantity: row.quantity,
    held: formatAmount(pay, decodeAmount(row.held)),
    price: row.tick?.price ?? null,
    state: row.state,
    claim_id: row.claimNo,
    allotted: row.allotted,
    paid: formatAmount(pay, decodeAmount(row.paid)),
    unlocked: formatAmount(asset, decodeAmount(row.unlocked)),
    plan: Array.from({ length: days }, (_, index) => ({ at: unlockAt(row.terms, index + 1), amount: part(index + 1) })),
    accepted_at: row.acceptedAt,
    settled_at: row.settledAt,
    delivered_at: row.deliveredAt,
  }
}

/** Payment plus 1 %, because the price moves between display and order. */
export const withTolerance = (value: ReturnType<typeof decodeAmount>) => amount(value + value / 100n)
