// One's own orders and fills: a table at desk width, cards on a phone. Cancelling is a form and amending a link: both work without
// scripts.

import { Link } from '@remix-run/react'
import type { Pair } from '#domain/catalogue'
import type { FillRow, OrderRow } from '#party/protocol/account'
import { bound } from '../text/bound-units'
import { type Numbers, useNumbers } from '../text/numbers'
import { type Say, useRefusalWords, useWords } from '../text/words'
import { buttonClass } from './button'
import { type Column, DataTable } from './data-table'
import { Moment } from './moment'
import { CancelOrder, type OrderForms } from './order-forms'

/** A row with its pair; rows of a pair that nobody knows are left out. */
interface Paired<Row> {
  readonly row: Row
  readonly pair: Pair
}

type Pairs = ReadonlyMap<string, Pair>

const withPairs = <Row extends { readonly symbol: string }>(rows: readonly Row[], pairs: Pairs): Paired<Row>[] =>
  rows.flatMap((row) => {
    const pair = pairs.get(row.symbol)
    return pair ? [{ row, pair }] : []
  })

interface OrderListProps {
  readonly orders: readonly OrderRow[]
  readonly pairs: Pairs
  /** How open orders are cancelled and amended; absent for orders that are over. */
  readonly open?: { readonly forms: OrderForms; readonly amendTo: (order: OrderRow) => string }
}

export function OrderList({ orders, pairs, open }: OrderListProps) {
  const say = useWords('spot')
  return (
    <DataTable
      caption={say(open ? 'open_orders' : 'order_history')}
      rows={withPairs(orders, pairs)}
      columns={orderColumns(say, useNumbers())}
      keyOf={({ row }) => String(row.orderNo)}
      {...(open && {
        end: ({ row }: Paired<OrderRow>) => (
          <div className="grid auto-cols-fr grid-flow-col gap-2 lg:flex lg:justify-end lg:gap-1.5">
            {row.kind === 'limit' && row.state === 'open' && <AmendLink order={row} to={open.amendTo(row)} />}
            <CancelOrder forms={open.forms} order={row} />
          </div>
        ),
      })}
    />
  )
}

function AmendLink({ order, to }: { readonly order: OrderRow; readonly to: string }) {
  const say = useWords('spot')
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-label={say('amend_order', { order: order.orderNo })}
      className={`${buttonClass({ size: 'sm' })} lg:min-h-8 lg:px-2`}
    >
      {say('amend')}
    </Link>
  )
}

export function FillList({ fills, pairs }: { readonly fills: readonly FillRow[]; readonly pairs: Pairs }) {
  const say = useWords('spot')
  return (
    <DataTable
      caption={say('fills')}
      rows={withPairs(fills, pairs)}
      columns={fillColumns(say, useNumbers())}
      keyOf={({ row }) => `${row.symbol}.${row.tradeNo}.${row.orderNo}`}
    />
  )
}

const feeAsset = (pair: Pair, side: OrderRow['side']) => (side === 'buy' ? pair.base : pair.quote)

function feeWords(numbers: Numbers, pair: Pair, { side, fee }: Pick<OrderRow, 'side' | 'fee'>): string {
  const asset = feeAsset(pair, side)
  return numbers.storedAmount(asset, fee) + bound(asset.code)
}

function orderColumns(say: Say<'spot'>, numbers: Numbers): readonly Column<Paired<OrderRow>>[] {
  const isUnfilled = ({ row }: Pick<Paired<OrderRow>, 'row'>) => row.lotsFilled === 0
  return [
    { key: 'pair', head: say('pair'), isTitle: true, cell: ({ row, pair }) => <PairTitle {...row} pair={pair} /> },
    { key: 'opened_at', head: say('opened_at'), isAside: true, cell: ({ row }) => <Moment at={row.openedAt} /> },
    {
      key: 'side',
      head: say('side'),
      isDeskOnly: true,
      cell: ({ row }) => <SideWords {...row} />,
    },
    {
      key: 'price',
      head: say('price'),
      isNumber: true,
      cell: ({ row, pair }) => (row.kind === 'market' ? say('market') : numbers.price(pair, row.ticks)),
    },
    {
      key: 'quantity',
      head: say('quantity'),
      isNumber: true,
      cell: ({ row, pair }) =>
        row.budget === null
          ? numbers.quantity(pair, row.lots)
          : numbers.storedAmount(pair.quote, row.budget) + bound(pair.quote.code),
    },
    {
      key: 'filled',
      head: say('filled'),
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
      head: say('average'),
      isNumber: true,
      isIdle: isUnfilled,
      cell: ({ row, pair }) => numbers.averagePrice(pair, row) ?? '—',
    },
    {
      key: 'fee',
      head: say('fee'),
      isNumber: true,
      isIdle: isUnfilled,
      cell: ({ row, pair }) => feeWords(numbers, pair, row),
    },
    {
      key: 'state',
      head: say('state'),
      // A list of open orders need not say of each that it is open.
      isIdle: ({ row }) => row.state === 'open' && isUnfilled({ row }),
      cell: ({ row }) => <StateWords order={row} />,
    },
  ]
}

const fillColumns = (say: Say<'spot'>, numbers: Numbers): readonly Column<Paired<FillRow>>[] => [
  {
    key: 'pair',
    head: say('pair'),
    isTitle: true,
    cell: ({ row, pair }) => <PairTitle symbol={row.symbol} side={row.side} pair={pair} />,
  },
  { key: 'traded_at', head: say('traded_at'), isAside: true, cell: ({ row }) => <Moment at={row.at} /> },
  { key: 'side', head: say('side'), isDeskOnly: true, cell: ({ row }) => <SideWords side={row.side} /> },
  { key: 'price', head: say('price'), isNumber: true, cell: ({ row, pair }) => numbers.price(pair, row.ticks) },
  { key: 'quantity', head: say('quantity'), isNumber: true, cell: ({ row, pair }) => numbers.quantity(pair, row.lots) },
  { key: 'fee', head: say('fee'), isNumber: true, cell: ({ row, pair }) => feeWords(numbers, pair, row) },
  { key: 'role', head: say('role'), cell: ({ row }) => say(`role_${row.role}`) },
]

interface PairTitleProps extends SideWordsProps {
  readonly symbol: string
  readonly pair: Pair
}

/** On a phone with the side, which has no column there. A pair that is listed no more has no page to lead to. */
function PairTitle({ symbol, pair, ...sideWords }: PairTitleProps) {
  const words = `${pair.base.code}/${pair.quote.code}`
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
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
  readonly side: OrderRow['side']
  readonly kind?: OrderRow['kind']
  readonly timeInForce?: OrderRow['timeInForce']
  readonly isPostOnly?: boolean
}

/** "Buy Limit · FOK". A market order has no terms that anybody chose. */
function SideWords({ side, kind, timeInForce, isPostOnly }: SideWordsProps) {
  const say = useWords('spot')
  return (
    <>
      <span className={side === 'buy' ? 'text-up-text' : 'text-down-text'}>{say(side)}</span>
      {kind && <span className="text-muted"> {say(kind)}</span>}
      {kind === 'limit' && (
        <span className="text-muted">{` · ${isPostOnly ? say('post_only') : timeInForce?.toUpperCase()}`}</span>
      )}
    </>
  )
}

function StateWords({ order }: { readonly order: OrderRow }) {
  const say = useWords('spot')
  const refusalWords = useRefusalWords()
  const isPartial = order.state === 'open' && order.lotsFilled > 0
  return (
    <span>
      {say(isPartial ? 'state_partial' : `state_${order.state}`)}
      {order.refusal && (
        <span className="block max-w-64 whitespace-normal text-muted">
          {refusalWords({ code: order.refusal, facts: order.refusalFacts })}
        </span>
      )}
    </span>
  )
}
