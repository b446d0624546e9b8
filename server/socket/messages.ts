// What a socket tells programs, and the schemas of it: rows are those of the endpoints of /api/v1.

import * as v from 'valibot'
import type { Catalogue, Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import type { Refusal } from '#domain/outcome'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { KeyUsage } from '#party/protocol/api-key'
import type { TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { refusalText } from '#services/words'
import { problemOf } from '../api/envelope'
import { wireDecimal } from '../api/fields'
import { indexPrice, levelRow, priceLevel, quoteFields, trade, tradeRow } from '../api/market'
import { fill, fillRow, order, orderRow, showRows } from '../api/spot-rows'
import type { BookCopy } from './book-copy'
import type { SocketRequest } from './operations'

const { quote_volume: _turnover, mean_price: _mean, ...quoteEntries } = quoteFields.entries
const balance = v.object({ wallet: v.string(), asset: v.string(), available: wireDecimal, held: wireDecimal })
const seq = v.pipe(v.number(), v.description('number of the message'))
const previous = v.pipe(v.number(), v.description('a delta applies to the state with this number only'))
const levels = {
  at: v.number(),
  index_price: v.nullable(wireDecimal),
  bids: v.array(priceLevel),
  asks: v.pipe(v.array(priceLevel), v.description('a level of the quantity 0 is gone')),
}

export const EVENTS = {
  quotes: v.object({ channel: v.literal('quotes'), seq, quotes: v.array(v.object(quoteEntries)) }),
  trades: v.object({
    channel: v.literal('trades'),
    symbol: v.string(),
    trades: v.pipe(v.array(trade), v.description('oldest first, none twice; the first message has the newest fifty')),
  }),
  book: v.variant('type', [
    v.object({ channel: v.literal('book'), symbol: v.string(), type: v.literal('snapshot'), seq, ...levels }),
    v.object({ channel: v.literal('book'), symbol: v.string(), type: v.literal('delta'), seq, previous, ...levels }),
  ]),
  ping: v.object({
    channel: v.literal('ping'),
    number: v.pipe(v.number(), v.description('to be sent back as `number` of the operation `ping`')),
  }),
  account: v.variant('type', [
    v.object({
      channel: v.literal('account'),
      type: v.literal('snapshot'),
      seq,
      balances: v.array(balance),
      orders: v.pipe(v.array(order), v.description('open spot orders')),
    }),
    v.object({
      channel: v.literal('account'),
      type: v.literal('event'),
      seq,
      previous,
      at: v.number(),
      balances: v.pipe(v.array(balance), v.description('those that changed')),
      orders: v.array(order),
      fills: v.array(fill),
      changed: v.pipe(
        v.array(v.string()),
        v.description('other parts of the account that changed, to be read by /api/v1'),
      ),
    }),
  ]),
} as const

export const bookSnapshot = (pair: Pair, book: BookCopy): string =>
  JSON.stringify({
    ...{ channel: 'book', symbol: pair.symbol, type: 'snapshot', seq: book.seq, ...levelsOf(pair, book) },
  } satisfies v.InferInput<typeof EVENTS.book>)

export const pingEvent = (number: number): string =>
  JSON.stringify({ channel: 'ping', number } satisfies v.InferInput<typeof EVENTS.ping>)

interface Levels {
  readonly at: number
  readonly indexTicks: number
  readonly bids: Iterable<readonly [number, number]>
  readonly asks: Iterable<readonly [number, number]>
}

export const bookDelta = (pair: Pair, delta: Levels & { readonly seq: number }): string =>
  JSON.stringify({
    ...{ channel: 'book', symbol: pair.symbol, type: 'delta', seq: delta.seq, previous: delta.seq - 1 },
    ...levelsOf(pair, delta),
  } satisfies v.InferInput<typeof EVENTS.book>)

const levelsOf = (pair: Pair, { at, indexTicks, bids, asks }: Levels) => ({
  at,
  index_price: indexPrice(pair, indexTicks),
  bids: Array.from(bids, (row) => levelRow(pair, row)),
  asks: Array.from(asks, (row) => levelRow(pair, row)),
})

export const tradesEvent = (pair: Pair, trades: readonly TapeTrade[]): string =>
  JSON.stringify({
    ...{ channel: 'trades', symbol: pair.symbol, trades: trades.map((row) => tradeRow(pair, row)) },
  } satisfies v.InferInput<typeof EVENTS.trades>)

export const quotesEvent = (number: number, quotes: readonly Quote[]): string =>
  JSON.stringify({
    channel: 'quotes',
    seq: number,
    quotes: quotes.map(({ isStale, code: _code, ...quote }) => ({ ...quote, is_stale: isStale })),
  } satisfies v.InferInput<typeof EVENTS.quotes>)

/** Parts of an account message that programs receive; of other parts they receive the names. */
const TOLD: ReadonlySet<string> = new Set(['type', 'seq', 'at', 'balances', 'spot'])

export function accountEvent(catalogue: Catalogue, message: AccountSocketMessage): string {
  const { seq: number, balances: changed } = message
  const balances = changed.flatMap(({ wallet, assetId, available, held }) => {
    const asset = catalogue.assets.find(({ id }) => id === assetId)
    if (!asset) return []
    const text = (amount: string) => formatAmount(asset, decodeAmount(amount))
    return [{ wallet, asset: asset.code, available: text(available), held: text(held) }]
  })
  if (message.type === 'snapshot') {
    const orders = showRows(catalogue, message.spot.openOrders, orderRow)
    const snapshot = { channel: 'account', type: 'snapshot', seq: number, balances, orders } as const
    return JSON.stringify(snapshot satisfies v.InferInput<typeof EVENTS.account>)
  }
  return JSON.stringify({
    ...{ channel: 'account', type: 'event', seq: number, previous: number - 1, at: message.at, balances },
    orders: showRows(catalogue, message.spot?.orders ?? [], orderRow),
    fills: showRows(catalogue, message.spot?.fills ?? [], fillRow),
    changed: Object.keys(message).filter((part) => !TOLD.has(part)),
  } satisfies v.InferInput<typeof EVENTS.account>)
}

type Answered = Pick<SocketRequest, 'id' | 'op'>

/** `round`: the newest round of prices as a trading request came in. */
export const answerTo = (
  { id, op }: Answered,
  result: unknown,
  more: { readonly usage?: KeyUsage | undefined; readonly round?: string | undefined } = {},
): string => JSON.stringify({ id, op, ok: true, result, ...more })

export const refusalTo = (
  { id, op }: { readonly id: SocketRequest['id'] | null; readonly op: string | null },
  refusal: Refusal,
  { language, usage }: { readonly language: Language; readonly usage?: KeyUsage | undefined },
): string => JSON.stringify({ id, op, ok: false, problem: problemOf(refusal, refusalText(language, refusal)), usage })
