// Executes due corporate actions: prices and candles, then the Market, then all accounts that ever traded there, then
// the listing. Trading pauses from session start until the last step. Steps are idempotent, so crashes and repeated
// sweeps are safe.

import { tracedRoom } from '#lib/room-call'
import { type Pair, findPair } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import { parsePrice } from '#domain/spot'
import type { StockAction } from '#domain/stocks/actions'
import { lastOpenSecond } from '#domain/stocks/calendar'
import { DAY_MS, SECOND_MS } from '#domain/time'
import { loadCatalogue } from '#db/platform/catalogue'
import {
  type DueAction,
  type StockActionRow,
  beginAction,
  endAction,
  listActionsOf,
  listCorrected,
  listDueActions,
  listStockActions,
  moveAction,
} from '#db/platform/stocks'
import type { MarketRpc } from '#party/protocol/market'
import type { QuotesRpc } from '#party/protocol/quotes'
import { callAccountAsSystem } from './account-room'
import { type Swept, eachAlone } from './each-alone'

const DAYS_BACK = 400
const ACCOUNTS_PER_SLICE = 50
/** Maximum room calls per sweep; the rest continues in the next one. */
const SLICES_PER_SWEEP = 16

/** Counts actions; full when one has accounts left to call. */
export async function sweepStockActions(env: Env, now: number): Promise<Swept> {
  const due = await listDueActions(env.DB, now)
  const taken = await eachAlone(due, {
    work: (action) => carryOn(env, action, now),
    failed: ({ row }) => `corporate action ${row.id} of ${row.symbol}`,
  })
  return { settled: taken.length, isFull: taken.includes('accounts_left'), rows: null }
}

type Progress = 'ended' | 'accounts_left' | 'waiting'

async function carryOn(env: Env, due: DueAction, now: number): Promise<Progress> {
  const pair = findPair(await loadCatalogue(env.DB), due.row.symbol)
  if (!pair?.stock) return 'waiting'
  const begun = due.row.state === 'scheduled' ? await begin(env, pair, due) : due
  if (!begun) return 'waiting'
  const action = actionOf(begun)
  if (action.kind !== 'rename') {
    const progress = await takeByRooms(env, { due: begun, action, baseId: pair.base.id })
    if (progress !== 'ended') return progress
  }
  await endAction(env.DB, begun.row, pair.base.id, now)
  return 'ended'
}

/**
 * Starts an action; null if cancelled meanwhile. Throws for a delisting without any known price: the desk must cancel
 * it or pay by corrections.
 */
async function begin(env: Env, pair: Pair, due: DueAction): Promise<DueAction | null> {
  const tick = await lastTickOf(env, pair, due.at)
  const isPaidByPrice = due.row.kind === 'split' || due.row.kind === 'delisting'
  const text = tick?.price ?? (isPaidByPrice ? await lastDayClose(env, pair, due.at) : undefined)
  const price = text === undefined ? null : parsePrice(pair, text)
  // A split pays cash only for fractions below the smallest unit, so a missing price does not block it.
  if (!price?.ok && due.row.kind === 'delisting') throw new Error(`no price of ${pair.symbol} is known`)
  await beginAction(env.DB, due.row.id, {
    lastTicks: price?.ok ? price.value : 0,
    lastTick: tick && JSON.stringify(tick),
  })
  // A concurrent run wrote the same tick; a cancelled action is no longer listed.
  return (
    (await listDueActions(env.DB, due.at)).find(({ row }) => row.id === due.row.id && row.state === 'running') ?? null
  )
}

/** Last tick of the session; without one, the newest stored tick before the action. */
async function lastTickOf(env: Env, { symbol, stock }: Pair, at: number) {
  const quotes = quotesRoom(env)
  const end = stock ? lastOpenSecond(stock.exchange, at - SECOND_MS) : at
  return (await quotes.priceAt(symbol, end)) ?? quotes.lastTickBefore(symbol, at)
}

/** Ticks are stored for two days; for a share without ticks for longer, the close of its last daily candle counts. */
async function lastDayClose(env: Env, { symbol }: Pair, at: number): Promise<string | undefined> {
  const days = await quotesRoom(env).candles({ symbol, period: '1D', from: at - DAYS_BACK * DAY_MS, to: at - DAY_MS })
  return days?.at(-1)?.close
}

const actionOf = ({ row, at }: DueAction): StockAction => ({
  id: row.id,
  symbol: row.symbol,
  kind: row.kind,
  at,
  newShares: row.newShares,
  oldShares: row.oldShares,
  paidPerShare: encodeAmount(row.paidPerShare),
  lastTicks: row.lastTicks,
})

/** `waiting` when a room cannot take it yet. */
async function takeByRooms(
  env: Env,
  { due: { row }, action, baseId }: { readonly due: DueAction; readonly action: StockAction; readonly baseId: number },
): Promise<Progress> {
  const market: MarketRpc = marketRoom(env, action.symbol)
  if (action.kind === 'split') await quotesRoom(env).takeSplit(action)
  let doneTo = row.doneTo
  for (let slice = 0; slice < SLICES_PER_SWEEP; slice += 1) {
    const traders = await market.takeStockAction(JSON.stringify(action), doneTo, ACCOUNTS_PER_SLICE)
    if (!traders) return 'waiting'
    // Shares are acquired by trading on the market, or by a desk correction.
    const corrected = await listCorrected(env.DB, baseId, { above: doneTo, limit: ACCOUNTS_PER_SLICE })
    const accounts = lowest([...traders, ...corrected], ACCOUNTS_PER_SLICE)
    if (accounts.length === 0) return 'ended'
    for (const account of accounts) {
      const { isTaken } = await callAccountAsSystem(env, account, { type: 'take_stock_action', action })
      if (!isTaken) return 'waiting'
      doneTo = account
    }
    await moveAction(env.DB, row.id, doneTo)
  }
  return 'accounts_left'
}

const lowest = (accounts: readonly number[], count: number): number[] =>
  [...new Set(accounts)].sort((left, right) => left - right).slice(0, count)

/** Past and upcoming corporate actions, newest first. */
export const stockActions = (env: Pick<Env, 'DB'>, limit: number) => listStockActions(env.DB, limit)

const OF_COMPANY_MAX = 12

/** Corporate action as the public reads it. */
export type CompanyAction = Pick<
  StockActionRow,
  'id' | 'kind' | 'day' | 'newShares' | 'oldShares' | 'newCode' | 'state'
> & {
  readonly paidPerShare: string
}

/** Of one share, newest day first, without those called off. */
export async function companyActions(env: Pick<Env, 'DB'>, symbol: string): Promise<readonly CompanyAction[]> {
  const rows = await listActionsOf(env.DB, symbol, OF_COMPANY_MAX)
  return rows.map(({ id, kind, day, newShares, oldShares, newCode, state, paidPerShare }) => ({
    ...{ id, kind, day, newShares, oldShares, newCode, state },
    paidPerShare: encodeAmount(paidPerShare),
  }))
}

const marketRoom = (env: Env, symbol: string): MarketRpc =>
  tracedRoom(env.Market.get(env.Market.idFromName(symbol)), 'market') as unknown as MarketRpc
const quotesRoom = (env: Env): QuotesRpc => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
