// Orders, fills or past conditional orders as a file: /orders/export plus the list's filters.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { Pair } from '#domain/catalogue'
import { decodeAmount, formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { loadCatalogue } from '#services/catalogue'
import { eachEndedConditionalPage } from '#services/conditional'
import { eachFillPage, eachOrderPage } from '#services/spot'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { averagePriceText } from '../text/money'
import { readLanguage, readOffset, requireSession } from '../visitor/visitor.server'
import { narrowingOf, readFilter } from '../lists/order-filter'
import type { WordKey } from '../../locales/key'

const ORDER_HEADS = [
  'order_number',
  'opened_at',
  'pair',
  'side',
  'kind',
  'price',
  'quantity',
  'filled',
  'average',
  'total',
  'fee',
  'fee_asset',
  'state',
] as const satisfies readonly WordKey<'spot'>[]
const FILL_HEADS = [
  'order_number',
  'traded_at',
  'pair',
  'side',
  'price',
  'quantity',
  'fee',
  'fee_asset',
  'role',
] as const satisfies readonly WordKey<'spot'>[]

/** Column heads by namespace, in column order. */
const CONDITIONAL_HEADS = [
  ['spot', ['order_number', 'opened_at', 'pair', 'side', 'kind']],
  ['conditional', ['stop_price', 'exit_take_profit', 'trail']],
  ['spot', ['price', 'quantity', 'total']],
  ['conditional', ['fired_price']],
  ['spot', ['state']],
  ['conditional', ['receipt']],
] as const

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { env } = context
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const filter = readFilter(new URL(request.url).searchParams)
  const say = (key: WordKey<'spot'>) => pageI18n(language).t(key, { ns: 'spot' })
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  const pairOf = new Map([...pairs, ...unlistedPairs].map((pair) => [pair.symbol, pair]))
  const range = narrowingOf(filter, offset)
  if (filter.list === 'fills') {
    return ownFile(request, {
      name: 'trades',
      heads: FILL_HEADS.map(say),
      pages: eachFillPage(env, session, range, Date.now()),
      fieldsOf: (fill) => fillFields(fill, pairOf.get(fill.symbol), { say, at: isoInstant(fill.at, offset) }),
    })
  }
  if (filter.list === 'conditionals') {
    const { t } = pageI18n(language)
    return ownFile(request, {
      name: 'conditional-orders',
      heads: CONDITIONAL_HEADS.flatMap(([ns, keys]) => keys.map((key: string) => t(key as never, { ns }))),
      pages: eachEndedConditionalPage(env, session, range, Date.now()),
      fieldsOf: (row) => {
        const words = { say, sayPlan: (key: WordKey<'conditional'>) => t(key, { ns: 'conditional' }) }
        return conditionalFields(row, pairOf.get(row.symbol), { ...words, at: isoInstant(row.acceptedAt, offset) })
      },
    })
  }
  const stage = filter.list === 'open_orders' ? 'open' : (filter.state ?? 'closed')
  return ownFile(request, {
    name: 'orders',
    heads: ORDER_HEADS.map(say),
    pages: eachOrderPage(env, session, { ...range, stage }, Date.now()),
    fieldsOf: (order) => orderFields(order, pairOf.get(order.symbol), { say, at: isoInstant(order.openedAt, offset) }),
  })
}

interface Said {
  readonly say: (key: WordKey<'spot'>) => string
  readonly at: string
}

/** Asset of the fee: the received asset. */
const feeAsset = (pair: Pair, side: SpotOrderRow['side']) => (side === 'buy' ? pair.base : pair.quote)

/** Without its pair, an order of an unlisted symbol is exported without prices and quantities. */
function orderFields(order: SpotOrderRow, pair: Pair | undefined, { say, at }: Said): readonly string[] {
  const named = [String(order.orderNo), at, order.symbol, say(order.side), say(order.kind)]
  const state = say(`state_${order.state}`)
  if (!pair) return [...named, '', '', '', '', '', '', '', state]
  const asset = feeAsset(pair, order.side)
  return [
    ...named,
    order.kind === 'market' ? '' : formatTicks(pair, ticks(order.ticks)),
    order.budget === null ? formatLots(pair, lots(order.lots)) : '',
    formatLots(pair, lots(order.lotsFilled)),
    averagePriceText(pair, order) ?? '',
    formatAmount(pair.quote, decodeAmount(order.quoteFilled)),
    formatAmount(asset, decodeAmount(order.fee)),
    asset.code,
    state,
  ]
}

interface SaidOfPlan extends Said {
  readonly sayPlan: (key: WordKey<'conditional'>) => string
}

/** The price is that of an OCO's limit order or of the triggered order; trail distance in percent or quote asset. */
function conditionalFields(
  row: ConditionalRow,
  pair: Pair | undefined,
  { say, sayPlan, at }: SaidOfPlan,
): readonly string[] {
  const formatPrice = (value: number | null) => (value === null ? '' : formatSteps(value, row.priceDecimals))
  const limit = row.legTicks ?? row.limitTicks
  return [
    ...[String(row.conditionalNo), at, row.symbol, say(row.side), sayPlan(`kind_${row.kind}`)],
    ...[formatPrice(row.stopSteps), formatPrice(row.profitSteps)],
    row.trailRate === null ? formatPrice(row.trailSteps) : `${formatPercentTrimmed(rate(BigInt(row.trailRate)))}%`,
    limit === null || !pair ? '' : formatTicks(pair, ticks(limit)),
    row.budget === null && pair ? formatLots(pair, lots(row.lots)) : '',
    row.budget !== null && pair ? formatAmount(pair.quote, decodeAmount(row.budget)) : '',
    ...[formatPrice(row.firedSteps), sayPlan(`state_${row.state}`), row.receiptId ?? ''],
  ]
}

function fillFields(fill: SpotFillRow, pair: Pair | undefined, { say, at }: Said): readonly string[] {
  const named = [String(fill.orderNo), at, fill.symbol, say(fill.side)]
  const role = say(`role_${fill.role}`)
  if (!pair) return [...named, '', '', '', '', role]
  const asset = feeAsset(pair, fill.side)
  return [
    ...named,
    formatTicks(pair, ticks(fill.ticks)),
    formatLots(pair, lots(fill.lots)),
    formatAmount(asset, decodeAmount(fill.fee)),
    asset.code,
    role,
  ]
}
