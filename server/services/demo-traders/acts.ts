// Acts of demo traders in a slot: orders, contracts, options, bids and chat lines by the operations of users, at the prices of everybody.
// A refusal counts as the answer, as for users: the slot makes no second attempt.

import {
  COIN_HOLDING,
  DEMO_TRADERS,
  type DemoHolding,
  type DemoOpinion,
  type DemoReason,
  type DemoSlot,
  type DemoTrader,
  SHARE_HOLDING,
  demoExits,
  demoHoldMs,
  demoQuantity,
  demoOpinion,
  demoSide,
  demoSlot,
  draw,
  isDemoTrader,
} from '#domain/demo-traders'
import { findUserById } from '#db/platform/user'
import { type Catalogue, type Pair, findPair, tradingWallet } from '#domain/catalogue'
import { LANGUAGES } from '#domain/language'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { bidOf } from '#domain/nft/auction'
import type { Side } from '#domain/order'
import { formatSteps } from '#domain/quotes/steps'
import { mayTrade } from '#domain/stocks/session'
import type { Quote } from '#party/protocol/quotes'
import { callAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { sayInChat } from '../chat/chat'
import { eachAlone } from '../each-alone'
import { closeFutures, closeManyFutures, placeFutures } from '../futures'
import { placeOption } from '../options'
import { bidOnWork, listOrders, payOrder } from '../nft/trading'
import { browseWorks } from '../nft/works'
import { listQuotes } from '../quotes'
import { placeOrder } from '../spot'
import { demoReasonText } from '../words'
import { demoCaller, openDemoTraders, perform } from './accounts'

const USDT_ID = 3
/** An order to pay is among the newest. */
const ORDERS_READ = 20

interface Day {
  readonly env: Env
  readonly slot: number
  readonly now: number
  readonly catalogue: Catalogue
  readonly quotes: readonly Quote[]
}

/** Carries out a slot. A slot that is repeated sends the same commands, which answer as the first time. */
export async function actInSlot(
  env: Env,
  { slot, now }: { readonly slot: number; readonly now: number },
): Promise<void> {
  await openDemoTraders(env, now)
  const [catalogue, quotes] = await Promise.all([loadCatalogue(env), listQuotes(env)])
  const day = { env, slot, now, catalogue, quotes }
  const acts = demoSlot(slot)
  await eachAlone(
    [
      () => tradeSpot(day, acts),
      () => tradeShare(day, acts),
      () => tradeFutures(day, acts),
      () => takeOption(day, acts),
      () => collect(day, acts),
    ],
    { work: (act) => act(), failed: () => `slot ${slot} of the demo traders` },
  )
}

const callerOf = ({ env, now, slot }: Day, trader: DemoTrader, product: string) =>
  demoCaller(env, trader, { now, name: `${product}.${slot}` })

interface Read extends DemoOpinion {
  readonly pair: Pair
  readonly steps: number
}

/** Null without a fresh price. */
function readPair({ catalogue, quotes }: Day, { view }: DemoTrader, symbol: string): Read | null {
  const pair = findPair(catalogue, symbol)
  const quote = quotes.find((each) => each.symbol === symbol)
  if (!pair?.isTradable || !quote || quote.isStale) return null
  const [steps, high, low] = [quote.price, quote.high, quote.low].map(stepsOf) as [number, number, number]
  return { pair, steps, ...demoOpinion(view, { steps, high, low, isUp: !quote.change.startsWith('-') }) }
}

/** Published prices have all decimals of their pair. */
const stepsOf = (price: string): number => parseInt(price.replace('.', ''), 10)

async function tradeSpot(day: Day, { spot, isSaid }: DemoSlot): Promise<void> {
  const said = await trade(day, { ...spot, product: 'spot', holding: COIN_HOLDING })
  if (said && isSaid) await sayWhy(day, spot.trader, said)
}

/** Outside trading hours nothing is tried. */
async function tradeShare(day: Day, { share }: DemoSlot): Promise<void> {
  if (!mayTrade(findPair(day.catalogue, share.symbol)?.stock, day.now)) return
  await trade(day, { ...share, product: 'share', holding: SHARE_HOLDING })
}

interface Order {
  readonly product: 'spot' | 'share'
  readonly trader: DemoTrader
  readonly symbol: string
  readonly worth: number
  readonly holding: DemoHolding
}

/** A market order. Null without a price and after a refusal. */
async function trade(day: Day, { product, trader, symbol, worth, holding }: Order): Promise<Said | null> {
  const read = readPair(day, trader, symbol)
  if (!read) return null
  const { session, commandId, country } = callerOf(day, trader, product)
  const balances = await callAccount(day.env, session, { type: 'balances' })
  if (!balances.ok) return null
  const { pair, steps } = read
  const wallet = tradingWallet(pair)
  const own = balances.value.find((row) => row.assetId === pair.base.id && row.wallet === wallet)
  const { side, reason } = demoSide(read, worthOf(pair, steps, decodeAmount(own?.available ?? '0')), holding)
  const quantity = formatSteps(Number(demoQuantity(pair, worth, steps)), pair.quantityDecimals)
  const form = { symbol, side, kind: 'market', quantity } as const
  const placed = await placeOrder(day.env, session, { commandId, form, country })
  return placed.ok ? { symbol, side, quantity, reason } : null
}

/** Of a base amount, in whole USDT. */
const worthOf = ({ priceDecimals, base }: Pair, steps: number, held: bigint): bigint =>
  (held * BigInt(steps)) / 10n ** BigInt(priceDecimals + base.scale)

interface Said {
  readonly symbol: string
  readonly side: Side
  readonly quantity: string
  readonly reason: DemoReason
}

/** In the room of every language. */
async function sayWhy(
  { env, slot, now }: Day,
  trader: DemoTrader,
  { symbol, side, quantity, reason }: Said,
): Promise<void> {
  const { session } = demoCaller(env, trader, { now, name: 'chat' })
  const facts = { pair: symbol.replace('-', '/'), quantity, asset: symbol.replace(/-.*/, '') }
  await eachAlone(LANGUAGES, {
    work: (room) =>
      sayInChat(env, session, {
        room,
        clientId: `demo-slot-${slot}`,
        text: demoReasonText(room, { side, reason }, facts),
        now,
      }),
    failed: (room) => `a demo trader could not write in ${room}`,
  })
}

/** Open positions of one trader. */
const POSITIONS_MAX = 3

async function tradeFutures(day: Day, { futures }: DemoSlot): Promise<void> {
  if (!futures) return
  const { trader, symbol, lots, leverage } = futures
  const caller = callerOf(day, trader, 'futures')
  const live = await callAccount(day.env, caller.session, { type: 'futures_live', assetId: USDT_ID })
  if (!live.ok) return
  const own = live.value.rows.filter(({ holder, state }) => holder === null && state === 'open')
  const due = own.find(({ positionNo, openedAt }) => (openedAt ?? day.now) + demoHoldMs(positionNo) <= day.now)
  if (due) {
    await perform(closeFutures, caller, { position_id: String(due.positionNo) })
    return
  }
  const read = readPair(day, trader, symbol)
  if (!read || own.length >= POSITIONS_MAX || own.some((row) => row.symbol === symbol)) return
  const { pair, rises } = read
  const { takeProfit, stopLoss } = demoExits(day.slot, read)
  await perform(placeFutures, caller, {
    symbol,
    direction: rises ? 'long' : 'short',
    mode: 'isolated',
    leverage: String(leverage),
    lots: String(lots),
    take_profit: formatSteps(takeProfit, pair.priceDecimals),
    stop_loss: formatSteps(stopLoss, pair.priceDecimals),
  })
}

/** Closes every position; copies end with those that they copy. Makes no accounts. */
export async function endPositions(env: Env, now: number): Promise<void> {
  const [first] = DEMO_TRADERS
  if (!first || !(await findUserById(env.DB, first.id))) return
  await openDemoTraders(env, now)
  await eachAlone(DEMO_TRADERS, {
    work: (trader) => perform(closeManyFutures, demoCaller(env, trader, { now, name: `rest.${now}` }), {}),
    failed: ({ nickname }) => `${nickname}: positions could not be closed`,
  })
}

async function takeOption(day: Day, { option }: DemoSlot): Promise<void> {
  if (!option) return
  const { trader, symbol, stake } = option
  const read = readPair(day, trader, symbol)
  if (!read) return
  await perform(placeOption, callerOf(day, trader, 'option'), {
    symbol,
    direction: read.rises ? 'rise' : 'fall',
    seconds: '60',
    stake: String(stake),
  })
}

const AUCTIONS_READ = 30
/** A demo trader with this many works buys no more, which leaves works for users. */
const WORKS_MAX = 5
/** Most bids of a sale that a demo trader adds one to. */
const BIDS_MAX = 4

/** Pays for a won work, then bids the minimum on a house sale that no user leads, so the demo never outbids users. */
async function collect(day: Day, { collector }: DemoSlot): Promise<void> {
  if (!collector) return
  const { env, now, slot } = day
  const { session, commandId, country } = callerOf(day, collector, 'nft')
  const orders = await listOrders(env, session, { limit: ORDERS_READ })
  const owed = orders.ok ? orders.value.find(({ order }) => order.state === 'to_pay') : undefined
  if (owed) await payOrder(env, session, { commandId: `${commandId}.pay`, orderId: owed.order.id })
  const own = await browseWorks(env, { viewerId: null, ownerId: session.userId, now, page: 1, limit: 1 })
  if (own.total >= WORKS_MAX) return
  const { rows } = await browseWorks(env, {
    viewerId: null,
    sale: 'auction',
    phase: 'on_sale',
    now,
    page: 1,
    limit: AUCTIONS_READ,
  })
  const open = rows.flatMap(({ work, lot }) =>
    lot?.sellerId === null && lot.bidCount < BIDS_MAX && isForDemo(lot.highestBidderId, collector)
      ? [{ work, lot }]
      : [],
  )
  const chosen = open[draw(slot, 'work', Math.max(1, open.length))]
  if (!chosen) return
  const { work, lot } = chosen
  const form = { bid: formatAmount(lot.asset, bidOf(lot, 1n)) }
  await bidOnWork(env, session, { commandId, key: work.id, lotId: lot.id, country, form })
}

/** Nobody leads, or another demo trader. */
const isForDemo = (leaderId: number | null, { id }: DemoTrader): boolean =>
  leaderId === null || (leaderId !== id && isDemoTrader(leaderId))
