// Carries out corporate actions that are due: prices and candles first, then the Market, then every account that ever traded there, then the
// listing. Trading waits from the start of the session until the last step. Each step is once wherever it is asked for, so a crash between
// two of them, and another sweep, change nothing.

import { type Pair, findPair } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import { parsePrice } from '#domain/spot'
import type { StockAction } from '#domain/stocks/actions'
import { lastOpenSecond } from '#domain/stocks/calendar'
import { DAY_MS, SECOND_MS } from '#domain/time'
import { loadCatalogue } from '#db/platform/catalogue'
import {
  type DueAction,
  beginAction,
  endAction,
  listCorrected,
  listDueActions,
  listStockActions,
  moveAction,
} from '#db/platform/stocks'
import type { MarketRpc } from '#party/protocol/market'
import type { QuotesRpc } from '#party/protocol/quotes'
import { tellAccount } from './account-room'
import { eachAlone } from './each-alone'

const DAYS_BACK = 400
const ACCOUNTS_PER_SLICE = 50
/** Calls to rooms that one sweep makes; what is left goes with the next. */
const SLICES_PER_SWEEP = 16

export async function sweepStockActions(env: Env, now: number): Promise<void> {
  const due = await listDueActions(env.DB, now)
  await eachAlone(due, {
    work: (action) => carryOn(env, action, now),
    failed: ({ row }) => `corporate action ${row.id} of ${row.symbol}`,
  })
}

async function carryOn(env: Env, due: DueAction, now: number): Promise<void> {
  const pair = findPair(await loadCatalogue(env.DB), due.row.symbol)
  if (!pair?.stock) return
  const begun = due.row.state === 'scheduled' ? await begin(env, pair, due) : due
  if (!begun) return
  const action = actionOf(begun)
  if (action.kind !== 'rename' && !(await takeByRooms(env, { due: begun, action, baseId: pair.base.id }))) return
  await endAction(env.DB, begun.row, pair.base.id, now)
}

/** Null for what is called off meanwhile. Throws for a delisting of what never had a price: the desk calls it off, or pays by corrections. */
async function begin(env: Env, pair: Pair, due: DueAction): Promise<DueAction | null> {
  const tick = await lastTickOf(env, pair, due.at)
  const isPaidByPrice = due.row.kind === 'split' || due.row.kind === 'delisting'
  const text = tick?.price ?? (isPaidByPrice ? await lastDayClose(env, pair, due.at) : undefined)
  const price = text === undefined ? null : parsePrice(pair, text)
  // By a price a split pays less than the smallest unit of a share, which does not hold it up.
  if (!price?.ok && due.row.kind === 'delisting') throw new Error(`no price of ${pair.symbol} is known`)
  await beginAction(env.DB, due.row.id, {
    lastTicks: price?.ok ? price.value : 0,
    lastTick: tick && JSON.stringify(tick),
  })
  // Whoever was quicker wrote the same tick; one that was called off meanwhile is in the list no more.
  return (
    (await listDueActions(env.DB, due.at)).find(({ row }) => row.id === due.row.id && row.state === 'running') ?? null
  )
}

/** That of the session's end; of a share that was quiet then, or whose session is long over, the newest that is stored from before the action. */
async function lastTickOf(env: Env, { symbol, stock }: Pair, at: number) {
  const quotes = quotesRoom(env)
  const end = stock ? lastOpenSecond(stock.exchange, at - SECOND_MS) : at
  return (await quotes.priceAt(symbol, end)) ?? quotes.lastTickBefore(symbol, at)
}

/** Ticks are kept for two days: of a share that was quiet for longer, the close of its last day that has a candle. */
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

/** False while somebody has to be asked again. */
async function takeByRooms(
  env: Env,
  { due: { row }, action, baseId }: { readonly due: DueAction; readonly action: StockAction; readonly baseId: number },
): Promise<boolean> {
  const market: MarketRpc = marketRoom(env, action.symbol)
  if (action.kind === 'split') await quotesRoom(env).takeSplit(action)
  let doneTo = row.doneTo
  for (let slice = 0; slice < SLICES_PER_SWEEP; slice += 1) {
    const traders = await market.takeStockAction(JSON.stringify(action), doneTo, ACCOUNTS_PER_SLICE)
    if (!traders) return false
    // Shares come by trading there, or by a correction of the desk.
    const corrected = await listCorrected(env.DB, baseId, { above: doneTo, limit: ACCOUNTS_PER_SLICE })
    const accounts = lowest([...traders, ...corrected], ACCOUNTS_PER_SLICE)
    if (accounts.length === 0) return true
    for (const account of accounts) {
      const { isTaken } = await tellAccount(env, account, { type: 'take_stock_action', action })
      if (!isTaken) return false
      doneTo = account
    }
    await moveAction(env.DB, row.id, doneTo)
  }
  return false
}

const lowest = (accounts: readonly number[], count: number): number[] =>
  [...new Set(accounts)].sort((left, right) => left - right).slice(0, count)

/** What companies have done and will do, the newest first. */
export const stockActions = (env: Pick<Env, 'DB'>, limit: number) => listStockActions(env.DB, limit)

const marketRoom = (env: Env, symbol: string): MarketRpc =>
  env.Market.get(env.Market.idFromName(symbol)) as unknown as MarketRpc
const quotesRoom = (env: Env): QuotesRpc => env.Quotes.get(env.Quotes.idFromName('main'))
