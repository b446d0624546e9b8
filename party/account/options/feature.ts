// Options: a bet against the house on whether a price rises or falls over a short period, in a wallet of their own. Each opens and settles
// by a tick that the symbol's Watch wakes this account with.

import { tableOf } from '#party/lib/table'
import { optionOrder } from '#db/account/options'
import * as v from 'valibot'
import { ZERO, add, total } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { profitOf } from '#domain/options/settlement'
import type { OptionDirection } from '#domain/options/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OptionRow } from '#party/protocol/options'
import type { AccountState } from '../state'
import { command, feature, deferredCommand, query, system } from '../feature'
import { count, integerText, listPart, positive, positiveIntegerText } from '../fields'
import { onTick, waitsFrom } from './settle'
import { type Options, FEATURE_NAME } from './state'
import { type Asked, placeOption, proposeOption, takeProposal } from './orders'
import { overdueTimer, setOverdue } from './overdue'
import { countSettled, listEnded, toRow } from './rows'
import { type Option, OptionStore } from './store'
import { verifyOptions } from './verify'

const order = v.strictObject({
  symbol: v.string(),
  direction: v.picklist(['rise', 'fall']),
  seconds: positive,
  stake: positiveIntegerText,
  assetId: positive,
  userMax: integerText,
  terms: v.strictObject({ version: v.string(), priceDecimals: v.number(), ratio: integerText, fee: integerText }),
})
/** A retry has the Worker's current terms, which may differ. */
const asAsked = ({ terms: _terms, userMax: _max, ...input }: v.InferOutput<typeof order>) => input

export const options = feature({
  name: FEATURE_NAME,
  tables: OptionStore.tables,
  open: (account: AccountState): Options => ({
    account,
    orders: new OptionStore(account.store),
    dirtySymbols: new Set(),
    proposals: new Map(),
    passedOver: new Set(),
    overdueAt: null,
  }),
  unfinished: ({ account }: Options) => ({
    options: tableOf(optionOrder).count(account.store, "WHERE state IN ('pending', 'open')"),
  }),
  commands: {
    place_option: deferredCommand({
      byKey: 'trade',
      input: order,
      content: asAsked,
      run: (options: Options, input, { now }) => placeOption(options, input, now),
      answer: placedOutcome,
      pendingAnswer: () => refuse('options_waiting'),
    }),
    take_option_proposal: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ proposalId: v.string() }),
      run: (options: Options, { proposalId }, { now }) => takeProposal(options, proposalId, now),
      answer: placedOutcome,
      pendingAnswer: () => refuse('options_waiting'),
    }),
    propose_option: command({
      byKey: 'trade',
      input: order,
      content: asAsked,
      commit: 'log',
      run: (options: Options, input, { now, commandId }) =>
        proposeOption(options, input, { proposalId: commandId, now }),
    }),
  },
  queries: {
    /** Pending and running ones. */
    options_live: query({
      input: v.strictObject({}),
      run: (options: Options) => done(options.orders.live().map(toRow)),
    }),
    option_order: query({
      input: v.strictObject({ orderNo: positive }),
      run: (options: Options, { orderNo }) => {
        const found = options.orders.find(orderNo)
        return found ? done(toRow(found)) : refuse('options_order_not_found')
      },
    }),
    options_count: query({
      input: v.strictObject({ from: count }),
      run: ({ account }: Options, { from }) => done(countSettled(account.store, from)),
    }),
    options_ended: query({
      input: v.strictObject({ symbol: v.nullable(v.string()), isSettledOnly: v.boolean(), ...listPart }),
      run: ({ account, orders }: Options, input) => done(listEnded(account.store, orders.history, input)),
    }),
  },
  system: {
    /** For the desk. */
    inspect_options: system({
      commit: 'read',
      run: (options: Options, page: { readonly page: number; readonly limit: number }) => ({
        live: options.orders.live().map(toRow),
        ended: listEnded(options.account.store, options.orders.history, {
          symbol: null,
          isSettledOnly: false,
          ...page,
        }),
      }),
    }),
  },
  timers: { options_overdue: overdueTimer },
  onWake: onTick,
  atStake: ({ orders }: Options) => total(orders.live().map(({ stake, fee }) => add(stake, fee))),
  ending: (options: Options) => {
    if (options.dirtySymbols.size === 0) return
    for (const symbol of options.dirtySymbols) setBand(options, symbol)
    options.dirtySymbols.clear()
    setOverdue(options)
  },
  changes: ({ orders }: Options) => {
    const changed = orders.changed()
    return changed.length === 0 ? null : { orders: changed.map(toRow) }
  },
  snapshot: ({ orders }: Options) => ({ orders: orders.live().map(toRow) }),
  save: ({ orders }: Options, log) => orders.save(log),
  checkpointed: ({ orders }: Options) => orders.checkpointed(),
  verify: verifyOptions,
})

const only = (options: Options, { orderNo }: Asked): Option => {
  const found = options.orders.find(orderNo)
  if (!found) throw new Error(`option ${orderNo} is kept`)
  return found
}

/** The answer waits for the tick that the order begins with. */
function placedOutcome(
  options: Options,
  input: Asked,
): Outcome<OptionRow, 'options_no_price' | 'options_exposure_full' | 'options_waiting'> | undefined {
  const placed = only(options, input)
  if (placed.state === 'pending') return undefined
  if (placed.cause === 'no_price') return refuse('options_no_price')
  return placed.cause === 'exposure_full' ? refuse('options_exposure_full') : done(toRow(placed))
}

/** The account is woken at the first start time of a waiting order, at any price. */
function setBand(options: Options, symbol: string): void {
  const live = options.orders.live(symbol)
  const next = live.reduce<number | null>((first, each) => Math.min(first ?? Infinity, waitsFrom(each)), null)
  const sides = { long: atStake(live, 'rise'), short: atStake(live, 'fall') }
  options.account.watches.set(FEATURE_NAME, symbol, { low: null, high: null, next }, sides)
}

/** The house's payout if every option of one direction won. */
const atStake = (live: readonly Option[], side: OptionDirection) =>
  live
    .filter(({ direction }) => direction === side)
    .reduce((sum, { stake, terms }) => add(sum, profitOf({ stake, ratio: rate(BigInt(terms.ratio)) })), ZERO)
