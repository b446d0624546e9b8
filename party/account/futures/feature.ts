// Futures: leveraged positions against the house at the index price, in a wallet of their own. They open, trigger and are liquidated by the
// ticks that their symbol's Watch wakes this account with.

import { tableOf } from '#party/lib/table'
import { futuresPosition } from '#db/account/futures'
import * as v from 'valibot'
import { assert } from '#domain/assert'
import { ZERO, encodeAmount } from '#domain/money/amount'
import { FUTURES_ENDS } from '#domain/futures/life'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { FuturesClosings, FuturesReversal, FuturesRow } from '#party/protocol/futures'
import { FUTURES_WALLET } from '#domain/futures/terms'
import type { AccountState } from '../state'
import { command, feature, deferredCommand, query, system } from '../feature'
import type { Outflow, OutflowRefusal } from '../outflow'
import { listPart, positive } from '../fields'
import { onTick } from './tick'
import { settleBands } from './bands'
import {
  type Futures,
  FEATURE_NAME,
  atStake,
  availableOf,
  checkLeavingCross,
  hasCross,
  heldByAll,
  isLiquidatedBy,
  noteLowerEquity,
} from './state'
import { lendFutures } from './lending'
import { type PendingClose, cancelOrder, checkOrder, closeMany, closeOne, placeOrder, reverseOne } from './orders'
import { setStops } from './stops'
import { changeMargin } from './margin'
import { listEnded, toCloseRow, toRow, withCloses } from './rows'
import { type Position, PositionStore, positionRef } from './store'
import { verifyFutures } from './verify'

const rateText = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,18})$/))
const price = v.nullable(positive)
const direction = v.picklist(['long', 'short'])
/** Public prices of the position's symbol in the last minute. */
const seen = v.array(v.strictObject({ at: positive, priceSteps: positive }))
const terms = v.strictObject({
  version: v.string(),
  priceDecimals: v.number(),
  stepValue: rateText,
  spread: rateText,
  fee: rateText,
  overnight: rateText,
  liquidationFee: rateText,
})

const order = v.strictObject({
  symbol: v.string(),
  direction,
  kind: v.picklist(['market', 'limit', 'stop']),
  mode: v.picklist(['cross', 'isolated']),
  leverage: positive,
  lots: positive,
  entrySteps: price,
  worstSteps: price,
  takeProfit: price,
  stopLoss: price,
  assetId: positive,
  maintenanceRate: rateText,
  reference: positive,
  terms,
})

export const futures = feature({
  name: FEATURE_NAME,
  tables: PositionStore.tables,
  open: (account: AccountState): Futures => ({
    account,
    positions: new PositionStore(account.store),
    dirtySymbols: new Set(),
    availableThen: null,
    riskChanges: 0,
  }),
  provides: { futures: lendFutures },
  unfinished: ({ account }: Futures) => ({
    futures_positions: tableOf(futuresPosition).count(account.store, "WHERE state IN ('pending', 'open')"),
  }),
  commands: {
    place_futures_order: deferredCommand({
      byKey: 'trade',
      input: order,
      // A retry has the Worker's current readings, so only the user's own input is compared with the first command.
      content: ({ reference: _, terms: _terms, worstSteps: _worst, maintenanceRate: _rate, ...input }) => input,
      run: (futures: Futures, order, { now }) => placeOrder(futures, order, now),
      answer: placedOutcome,
      pendingAnswer: (futures, input) => done(toRow(only(futures, input))),
    }),
    close_futures: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ positionNo: positive, lots: v.nullable(v.pipe(v.number(), v.safeInteger())) }),
      run: (futures: Futures, input, { now }) => closeOne(futures, input, now),
      answer: closedOutcome,
      pendingAnswer: (futures, input) => done(rowsOf(futures, input)),
    }),
    close_many_futures: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ symbol: v.nullable(v.string()), direction: v.nullable(direction) }),
      run: (futures: Futures, input, { now }) => closeMany(futures, input, now),
      answer: closingsOutcome,
      pendingAnswer: (futures, input) => done(closingsOf(futures, input)),
    }),
    reverse_futures: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ positionNo: positive, order }),
      // The order follows from the position and from the Worker's current readings.
      content: ({ positionNo }) => ({ positionNo }),
      run: (futures: Futures, input, { now }) => reverseOne(futures, input, now),
      answer: reversalOutcome,
      pendingAnswer: (futures, input) => done(reversalOf(rowsOf(futures, input))),
    }),
    cancel_futures_order: command({
      byKey: 'trade',
      input: v.strictObject({ positionNo: positive, seen }),
      content: ({ positionNo }) => ({ positionNo }),
      commit: 'log',
      run: (futures: Futures, input, { now }) => rowOutcome(cancelOrder(futures, input, now)),
    }),
    set_futures_stops: command({
      byKey: 'trade',
      input: v.strictObject({
        positionNo: positive,
        /** Absent: it stays. Null: none, and of lots all. */
        takeProfit: v.optional(price),
        stopLoss: v.optional(price),
        takeProfitLots: v.optional(price),
        stopLossLots: v.optional(price),
        reference: positive,
        seen,
      }),
      content: ({ reference: _, seen: _seen, ...input }) => input,
      commit: 'log',
      run: (futures: Futures, stops, { now }) => rowOutcome(setStops(futures, stops, now)),
    }),
    change_futures_margin: command({
      byKey: 'trade',
      input: v.strictObject({
        positionNo: positive,
        amount: v.pipe(v.string(), v.regex(/^-?[1-9]\d{0,36}$/)),
        reference: positive,
        /** Index prices of all symbols: added margin leaves the cross positions. */
        prices: v.array(v.strictObject({ symbol: v.string(), priceSteps: positive })),
        seen: v.array(v.strictObject({ symbol: v.string(), at: positive, priceSteps: positive })),
      }),
      content: ({ reference: _, prices: _prices, seen: _seen, ...input }) => input,
      commit: 'log',
      run: (futures: Futures, change, { now }) => rowOutcome(changeMargin(futures, change, now)),
    }),
  },
  queries: {
    /** Runs the checks of placing without holding anything. */
    preview_futures_order: query({
      input: order,
      run: (futures: Futures, input, { now }) => {
        const checked = checkOrder(futures, input, now)
        return checked.ok ? done(liveFutures(futures, input.assetId)) : checked
      },
    }),
    /** Pending and open positions, with the balance that backs them. */
    futures_live: query({
      input: v.strictObject({ assetId: positive }),
      run: (futures: Futures, { assetId }) => done(liveFutures(futures, assetId)),
    }),
    futures_position: query({
      input: v.strictObject({ positionNo: positive }),
      run: (futures: Futures, { positionNo }) => {
        const position = futures.positions.find(positionNo)
        const [row] = position ? withCloses(futures.account.store, [toRow(position)]) : []
        return row ? done(row) : refuse('futures_position_not_found')
      },
    }),
    futures_ended: query({
      input: v.strictObject({
        symbol: v.nullable(v.string()),
        only: v.nullable(v.picklist(FUTURES_ENDS)),
        hasParts: v.optional(v.boolean(), false),
        ...listPart,
      }),
      run: ({ account, positions }: Futures, input) => done(listEnded(account.store, positions.history, input)),
    }),
  },
  system: {
    /** For the desk. */
    inspect_futures: system({
      commit: 'read',
      run: (futures: Futures, page: { readonly page: number; readonly limit: number }) => ({
        live: futures.positions.live().map(toRow),
        ended: listEnded(futures.account.store, futures.positions.history, {
          symbol: null,
          only: null,
          hasParts: false,
          ...page,
        }),
      }),
    }),
  },
  onWake: onTick,
  ending: settleBands,
  atStake,
  checkOutflow,
  changes: ({ positions }: Futures) =>
    positions.changed().length > 0
      ? { positions: positions.changed().map(toRow), closes: positions.closes().map(toCloseRow) }
      : null,
  snapshot: ({ positions }: Futures) => ({ positions: positions.live().map(toRow) }),
  save: ({ positions }: Futures, log) => positions.save(log),
  checkpointed: ({ positions }: Futures) => positions.checkpointed(),
  verify: verifyFutures,
})

/** Pending and open positions with the closes of their parts, and the balance that backs them. */
const liveFutures = (futures: Futures, assetId: number) => ({
  rows: withCloses(futures.account.store, futures.positions.live().map(toRow)),
  available: encodeAmount(availableOf(futures, assetId)),
  held: encodeAmount(heldByAll(futures)),
})

const only = (futures: Futures, { positionNos: [positionNo = 0] }: PendingClose): Position => {
  const position = futures.positions.find(positionNo)
  if (!position) throw new Error(`${positionRef(positionNo)} is kept`)
  return position
}

const rowsOf = (futures: Futures, { positionNos }: PendingClose): readonly FuturesRow[] =>
  positionNos.map((positionNo) => toRow(only(futures, { positionNos: [positionNo] })))

/** A market order waits for its tick; other orders are answered at acceptance. */
function placedOutcome(
  futures: Futures,
  input: PendingClose,
): Outcome<FuturesRow, 'futures_price_moved' | 'futures_margin_short' | 'futures_exposure_full'> | undefined {
  const position = only(futures, input)
  if (position.state === 'pending' && position.kind === 'market') return undefined
  if (position.state === 'cancelled') {
    if (position.cause === 'price_moved') return refuse('futures_price_moved')
    if (position.cause === 'exposure_full') return refuse('futures_exposure_full')
    if (position.cause === 'margin_short') return refuse('futures_margin_short')
  }
  return done(toRow(position))
}

const isClosing = (futures: Futures, { positionNos }: PendingClose): boolean =>
  positionNos.some((positionNo) => futures.positions.find(positionNo)?.closeAskedAt != null)

function closedOutcome(futures: Futures, input: PendingClose): Outcome<readonly FuturesRow[], never> | undefined {
  return isClosing(futures, input) ? undefined : done(rowsOf(futures, input))
}

function closingsOutcome(futures: Futures, input: PendingClose): Outcome<FuturesClosings, never> | undefined {
  return isClosing(futures, input) ? undefined : done(closingsOf(futures, input))
}

function reversalOutcome(futures: Futures, input: PendingClose): Outcome<FuturesReversal, never> | undefined {
  const rows = rowsOf(futures, input)
  const isWaiting = isClosing(futures, input) || rows.some(({ state }) => state === 'pending')
  return isWaiting ? undefined : done(reversalOf(rows))
}

const closingsOf = (futures: Futures, input: PendingClose): FuturesClosings => ({
  closed: rowsOf(futures, input),
  refused: rowsOf(futures, { positionNos: input.copied ?? [] }).map((row) => ({
    row,
    code: 'futures_position_copied',
  })),
})

function reversalOf([closed, opened]: readonly FuturesRow[]): FuturesReversal {
  assert(closed !== undefined && opened !== undefined, 'a reversal closes one position and opens one')
  return { closed, opened }
}

const rowOutcome = <Code extends string>(outcome: Outcome<Position, Code>): Outcome<FuturesRow, Code> =>
  outcome.ok ? done(toRow(outcome.value)) : outcome

function checkOutflow(
  futures: Futures,
  outflow: Outflow,
  { now }: { readonly now: number },
): Outcome<null, OutflowRefusal> {
  const { wallet, to, amount } = outflow
  // Cross positions can lose any amount moved into the wallet.
  if (to === FUTURES_WALLET && hasCross(futures)) {
    // Who has seen a later price would choose whether the earlier one liquidates.
    if (isLiquidatedBy(futures, { ...outflow, amount: ZERO })) return refuse('futures_deciding')
    return futures.account.capabilities.limits.checkLoss(amount, now)
  }
  if (wallet !== FUTURES_WALLET) return done(null)
  const spared = checkLeavingCross(futures, outflow)
  if (spared.ok) noteLowerEquity(futures, outflow.assetId, now)
  return spared
}
