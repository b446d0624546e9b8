// Commands on options. Each refuses first and writes after. An order's entry is the first tick strictly after its acceptance.

import { findAsset } from '#domain/catalogue'
import { type Amount, add, decodeAmount, formatTrimmed, total } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { LimitRefusal } from '#domain/limits/limits'
import { rate } from '#domain/money/rate'
import { optionFee } from '#domain/options/settlement'
import { OPTIONS_WALLET } from '#domain/options/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import { OPTIONS_LIVE_MAX, type OptionProposal, PROPOSAL_MS } from '#party/protocol/options'
import { type Options, type PlaceOption, FEATURE_NAME, availableOf } from './state'
import { type Option, optionRef } from './store'

export type PlaceRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'insufficient_available'
  | 'options_orders_above_max'
  | 'options_user_full'
  | LimitRefusal

/** Wait state of an option: its order number. */
export interface Asked {
  readonly orderNo: number
}

interface Costs {
  readonly stake: Amount
  readonly fee: Amount
}

function checkOption(options: Options, order: PlaceOption, now: number): Outcome<Costs, PlaceRefusal> {
  const { account, orders } = options
  const asset = findAsset(account.catalogue, order.assetId)
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (!asset) return refuse('asset_not_found')
  const live = orders.live()
  if (live.length >= OPTIONS_LIVE_MAX) return refuse('options_orders_above_max', { bound: String(OPTIONS_LIVE_MAX) })
  const stake = decodeAmount(order.stake)
  const most = decodeAmount(order.userMax)
  const running = live.filter(({ symbol, direction }) => symbol === order.symbol && direction === order.direction)
  if (add(stake, total(running.map((each) => each.stake))) > most)
    return refuse('options_user_full', { max: formatTrimmed(asset, most), asset: asset.code })
  const fee = optionFee(stake, rate(BigInt(order.terms.fee)))
  const limited = account.capabilities.limits.checkStake(add(stake, fee), now)
  if (!limited.ok) return limited
  const covered = checkAvailable(asset, { available: availableOf(options, asset.id), needed: add(stake, fee) })
  return covered.ok ? done({ stake, fee }) : covered
}

export function placeOption(options: Options, order: PlaceOption, now: number): Outcome<Asked, PlaceRefusal> {
  const checked = checkOption(options, order, now)
  if (!checked.ok) return checked
  const { stake, fee } = checked.value
  const { account, orders, dirtySymbols } = options
  const orderNo = orders.nextNumber()
  const ref = optionRef(orderNo)
  const needed = add(stake, fee)
  account.ledger.hold({ ref, wallet: OPTIONS_WALLET, assetId: order.assetId, amount: needed }, 'options_hold', now)
  account.capabilities.limits.staked(now)
  const acceptedAt = account.watches.requestedAt(FEATURE_NAME, order.symbol, now)
  orders.touch(pending(order, { orderNo, stake, fee, acceptedAt }))
  dirtySymbols.add(order.symbol)
  return done({ orderNo })
}

const pending = (
  { symbol, assetId, direction, seconds, terms }: PlaceOption,
  { orderNo, stake, fee, acceptedAt }: Costs & { readonly orderNo: number; readonly acceptedAt: number },
): Option => ({
  orderNo,
  symbol,
  assetId,
  direction,
  seconds,
  stake,
  fee,
  terms,
  state: 'pending',
  outcome: null,
  cause: null,
  acceptedAt,
  entryTick: null,
  entrySteps: null,
  dueAt: null,
  exitAt: null,
  exitSteps: null,
  paid: null,
  receiptId: null,
  endedAt: null,
})

const PROPOSALS_KEPT = 20

/** Guarantees the terms of a valid order for PROPOSAL_MS. */
export function proposeOption(
  options: Options,
  order: PlaceOption,
  { proposalId, now }: { readonly proposalId: string; readonly now: number },
): Outcome<OptionProposal, PlaceRefusal> {
  const checked = checkOption(options, order, now)
  if (!checked.ok) return checked
  const endsAt = now + PROPOSAL_MS
  options.proposals.set(proposalId, { order, endsAt })
  for (const id of options.proposals.keys()) {
    if (options.proposals.size <= PROPOSALS_KEPT) break
    options.proposals.delete(id)
  }
  return done({ proposalId, endsAt })
}

/** Makes an order of promised terms, once. */
export function takeProposal(
  options: Options,
  proposalId: string,
  now: number,
): Outcome<Asked, PlaceRefusal | 'options_proposal_ended'> {
  const proposal = options.proposals.get(proposalId)
  if (!proposal || now > proposal.endsAt) return refuse('options_proposal_ended')
  const placed = placeOption(options, proposal.order, now)
  if (placed.ok) options.proposals.delete(proposalId)
  return placed
}
