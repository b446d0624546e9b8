// Columns of orders and fills: table cells on desktop, card parts on a phone.

import { Link } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { type Amount, decodeAmount } from '#domain/money/amount'
import { lots, notional, ticks } from '#domain/money/price'
import { tradeReceiptName } from '#domain/house/receipt'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { isOpen } from '../../live/account-state'
import { bound } from '../../text/money'
import type { Numbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { Column } from '../data-table'
import { Moment } from '../moment'

/** Row with its pair; rows of unknown pairs are omitted. */
export interface Paired<Row> {
  readonly row: Row
  readonly pair: Pair
}

const feeAsset = (pair: Pair, side: SpotOrderRow['side']) => (side === 'buy' ? pair.base : pair.quote)

function feeWords(numbers: Numbers, pair: Pair, { side, fee }: Pick<SpotOrderRow, 'side' | 'fee'>): string {
  const asset = feeAsset(pair, side)
  return numbers.storedAmount(asset, fee) + bound(asset.code)
}

/** Total in the quote asset: price × quantity for an open limit order, otherwise the filled amount. */
const orderTotal = (pair: Pair, { kind, ...row }: SpotOrderRow): Amount =>
  isOpen(row) && kind === 'limit' ? notional(pair, ticks(row.ticks), lots(row.lots)) : decodeAmount(row.quoteFilled)

export function orderColumns(t: TFunction<'spot'>, numbers: Numbers): readonly Column<Paired<SpotOrderRow>>[] {
  const isUnfilled = ({ row }: Pick<Paired<SpotOrderRow>, 'row'>) => row.lotsFilled === 0
  return [
    { key: 'pair', head: t('pair'), isTitle: true, cell: ({ row, pair }) => <PairTitle {...row} pair={pair} /> },
    {
      key: 'opened_at',
      head: t('opened_at'),
      isAside: true,
      isSpare: true,
      cell: ({ row }) => <Moment at={row.openedAt} />,
    },
    {
      key: 'side',
      head: t('side'),
      isDesktopOnly: true,
      cell: ({ row }) => <SideWords {...row} />,
    },
    {
      key: 'price',
      head: t('price'),
      isNumber: true,
      cell: ({ row, pair }) => (row.kind === 'market' ? t('market') : numbers.price(pair, row.ticks)),
    },
    {
      key: 'quantity',
      head: t('quantity'),
      isNumber: true,
      cell: ({ row, pair }) =>
        row.budget === null
          ? numbers.quantity(pair, row.lots)
          : numbers.storedAmount(pair.quote, row.budget) + bound(pair.quote.code),
    },
    {
      key: 'total',
      head: t('total'),
      isNumber: true,
      isSpare: true,
      isIdle: ({ row, pair }) => orderTotal(pair, row) === 0n,
      cell: ({ row, pair }) => numbers.brief(pair.quote, orderTotal(pair, row)) + bound(pair.quote.code),
    },
    {
      key: 'filled',
      head: t('filled'),
      isNumber: true,
      cell: ({ row, pair }) => (
        <>
          {numbers.quantity(pair, row.lotsFilled)}
          {row.state === 'open' && !isUnfilled({ row }) && (
            <progress aria-hidden="true" value={row.lotsFilled} max={row.lots} className="fill-bar" />
          )}
        </>
      ),
    },
    {
      key: 'average',
      head: t('average'),
      isNumber: true,
      isIdle: isUnfilled,
      cell: ({ row, pair }) => numbers.averagePrice(pair, row) ?? '—',
    },
    {
      key: 'fee',
      head: t('fee'),
      isNumber: true,
      isIdle: isUnfilled,
      cell: ({ row, pair }) => feeWords(numbers, pair, row),
    },
    {
      key: 'state',
      head: t('state'),
      // "Open" is implied in a list of open orders.
      isIdle: ({ row }) => row.state === 'open' && isUnfilled({ row }),
      cell: ({ row }) => <StateWords order={row} />,
    },
  ]
}

export const fillColumns = (t: TFunction<'spot'>, numbers: Numbers): readonly Column<Paired<SpotFillRow>>[] => [
  {
    key: 'pair',
    head: t('pair'),
    isTitle: true,
    cell: ({ row, pair }) => <PairTitle symbol={row.symbol} side={row.side} pair={pair} />,
  },
  { key: 'traded_at', head: t('traded_at'), isAside: true, cell: ({ row }) => <Moment at={row.at} /> },
  { key: 'side', head: t('side'), isDesktopOnly: true, cell: ({ row }) => <SideWords side={row.side} /> },
  { key: 'price', head: t('price'), isNumber: true, cell: ({ row, pair }) => numbers.price(pair, row.ticks) },
  { key: 'quantity', head: t('quantity'), isNumber: true, cell: ({ row, pair }) => numbers.quantity(pair, row.lots) },
  { key: 'fee', head: t('fee'), isNumber: true, cell: ({ row, pair }) => feeWords(numbers, pair, row) },
  { key: 'role', head: t('role'), cell: ({ row }) => t(`role_${row.role}`) },
  {
    key: 'receipt',
    head: t('receipt'),
    isIdle: ({ row }) => !row.isOfHouse,
    cell: ({ row }) =>
      row.isOfHouse ? (
        <Link
          to={`/receipts/${tradeReceiptName(row.symbol, row.tradeNo)}`}
          className="text-selected-text hover:underline"
        >
          {t('receipt')}
        </Link>
      ) : (
        '—'
      ),
  },
]

interface PairTitleProps extends SideWordsProps {
  readonly symbol: string
  readonly pair: Pair
}

/**
 * Pair name; on a phone with the order side below, since the side has no column there. An unlisted pair has no link.
 */
function PairTitle({ symbol, pair, ...sideWords }: PairTitleProps) {
  const words = `${pair.base.code}/${pair.quote.code}`
  return (
    <span className="inline-grid">
      {pair.isTradable ? (
        <Link to={`/trade/spot/${symbol}`} className="font-medium hover:text-selected-text">
          {words}
        </Link>
      ) : (
        <span className="font-medium">{words}</span>
      )}
      <span className="text-xs font-normal lg:hidden">
        <SideWords {...sideWords} />
      </span>
    </span>
  )
}

interface SideWordsProps {
  readonly side: SpotOrderRow['side']
  readonly kind?: SpotOrderRow['kind']
  readonly timeInForce?: SpotOrderRow['timeInForce']
  readonly isPostOnly?: boolean
}

/** "Buy Limit · FOK"; a very narrow table has "Buy" above the rest. A market order has no terms that anybody chose. */
function SideWords({ side, kind, timeInForce, isPostOnly }: SideWordsProps) {
  const { t } = useTranslation('spot')
  return (
    <>
      <span className={side === 'buy' ? 'text-up-text' : 'text-down-text'}>{t(side)}</span>
      {kind && (
        <span className="text-muted lg:@max-2xl:block">
          {` ${t(kind)}`}
          {kind === 'limit' && ` · ${isPostOnly ? t('post_only') : timeInForce?.toUpperCase()}`}
        </span>
      )}
    </>
  )
}

function StateWords({ order }: { readonly order: SpotOrderRow }) {
  const { t } = useTranslation('spot')
  const refusalWords = useRefusalWords()
  const isPartial = order.state === 'open' && order.lotsFilled > 0
  return (
    <span>
      {t(isPartial ? 'state_partial' : `state_${order.state}`)}
      {order.refusal && (
        <span className="block max-w-64 whitespace-normal text-muted">
          {refusalWords({ code: order.refusal, facts: order.refusalFacts })}
        </span>
      )}
    </span>
  )
}
