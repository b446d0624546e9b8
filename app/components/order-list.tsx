// One's own orders and fills: a table at desk width, cards on a phone. Cancelling is a form that works without scripts.

import { Link, useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Pair } from '#domain/catalogue'
import type { FillRow, OrderRow } from '#party/protocol/account'
import { averagePriceWords, priceWords, quantityWords, storedAmountWords } from '../text/money'
import { type WordKey, useRefusalWords, useWords } from '../text/words'
import { Moment } from './moment'

type Column<Row> = {
  readonly word: WordKey<'spot'>
  readonly cell: (row: Row, pair: Pair) => ReactNode
  readonly isNumber?: boolean
  /** Says nothing yet of this row: a phone leaves the line out. */
  readonly isIdle?: (row: Row) => boolean
}

interface RecordListProps<Row> {
  readonly rows: readonly Row[]
  readonly pairs: ReadonlyMap<string, Pair>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly end?: (row: Row) => ReactNode
}

/** Both drawings are one list: cells become labelled lines on a phone. */
function RecordList<Row extends { readonly symbol: string }>({
  rows,
  pairs,
  columns,
  keyOf,
  end,
}: RecordListProps<Row>) {
  const say = useWords('spot')
  return (
    <div className="overflow-x-auto">
      <table className="block w-full text-xs lg:table">
        <thead className="hidden text-muted lg:table-header-group">
          <tr>
            {columns.map(({ word, isNumber }) => (
              <th
                key={word}
                className={`px-2 py-2 font-normal whitespace-nowrap first:pl-3 ${isNumber ? 'text-right' : 'text-left'}`}
              >
                {say(word)}
              </th>
            ))}
            {end && <th />}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {rows.map((row) => {
            const pair = pairs.get(row.symbol)
            return (
              pair && (
                <tr
                  key={keyOf(row)}
                  data-row={keyOf(row)}
                  className="block border-t border-line p-3 lg:table-row lg:p-0"
                >
                  {columns.map(({ word, cell, isNumber, isIdle }) => (
                    <td
                      key={word}
                      className={`flex justify-between gap-3 py-0.5 lg:table-cell lg:px-2 lg:py-2 lg:whitespace-nowrap lg:first:pl-3 ${isIdle?.(row) ? 'max-lg:hidden' : ''} ${isNumber ? 'lg:text-right' : ''}`}
                    >
                      <span className="text-muted lg:hidden">{say(word)}</span>
                      <span>{cell(row, pair)}</span>
                    </td>
                  ))}
                  {end && <td className="block pt-2 lg:table-cell lg:px-2 lg:py-1 lg:text-right">{end(row)}</td>}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface OrderListProps {
  readonly orders: readonly OrderRow[]
  readonly pairs: ReadonlyMap<string, Pair>
  /** Where cancelling is posted to, and the command id of this drawing; absent for orders that are over. */
  readonly cancel?: { readonly action: string; readonly commandId: string }
}

export function OrderList({ orders, pairs, cancel }: OrderListProps) {
  return (
    <RecordList
      rows={orders}
      pairs={pairs}
      columns={ORDER_COLUMNS}
      keyOf={(order) => String(order.orderNo)}
      {...(cancel && { end: (order: OrderRow) => <CancelButton order={order} {...cancel} /> })}
    />
  )
}

export function FillList({ fills, pairs }: { fills: readonly FillRow[]; pairs: ReadonlyMap<string, Pair> }) {
  return (
    <RecordList
      rows={fills}
      pairs={pairs}
      columns={FILL_COLUMNS}
      keyOf={(fill) => `${fill.symbol}.${fill.tradeNo}.${fill.orderNo}`}
    />
  )
}

const feeAsset = (pair: Pair, side: OrderRow['side']) => (side === 'buy' ? pair.base : pair.quote)

const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  { word: 'opened_at', cell: (order) => <Moment at={order.openedAt} /> },
  { word: 'pair', cell: (_, pair) => <PairLink pair={pair} /> },
  { word: 'side', cell: (order) => <SideWords order={order} /> },
  {
    word: 'price',
    isNumber: true,
    cell: (order, pair) => (order.kind === 'market' ? '—' : priceWords(pair, order.ticks)),
  },
  { word: 'quantity', isNumber: true, cell: (order, pair) => <Size order={order} pair={pair} /> },
  { word: 'filled', isNumber: true, cell: (order, pair) => quantityWords(pair, order.lotsFilled) },
  {
    word: 'average',
    isNumber: true,
    isIdle: (order) => order.lotsFilled === 0,
    cell: (order, pair) => averagePriceWords(pair, order) ?? '—',
  },
  {
    word: 'fee',
    isNumber: true,
    isIdle: (order) => order.lotsFilled === 0,
    cell: (order, pair) =>
      `${storedAmountWords(feeAsset(pair, order.side), order.fee)} ${feeAsset(pair, order.side).code}`,
  },
  { word: 'state', cell: (order) => <StateWords order={order} /> },
]

const FILL_COLUMNS: readonly Column<FillRow>[] = [
  { word: 'traded_at', cell: (fill) => <Moment at={fill.at} /> },
  { word: 'pair', cell: (_, pair) => <PairLink pair={pair} /> },
  { word: 'side', cell: (fill) => <FillSide side={fill.side} /> },
  { word: 'price', isNumber: true, cell: (fill, pair) => priceWords(pair, fill.ticks) },
  { word: 'quantity', isNumber: true, cell: (fill, pair) => quantityWords(pair, fill.lots) },
  {
    word: 'fee',
    isNumber: true,
    cell: (fill, pair) => `${storedAmountWords(feeAsset(pair, fill.side), fill.fee)} ${feeAsset(pair, fill.side).code}`,
  },
  { word: 'role', cell: (fill) => <RoleWords role={fill.role} /> },
]

function PairLink({ pair }: { pair: Pair }) {
  return (
    <Link to={`/trade/spot/${pair.symbol}`} className="font-medium hover:text-selected-text">
      {pair.base.code}/{pair.quote.code}
    </Link>
  )
}

function FillSide({ side }: { side: OrderRow['side'] }) {
  const say = useWords('spot')
  return <span className={side === 'buy' ? 'text-up-text' : 'text-down-text'}>{say(side)}</span>
}

function SideWords({ order }: { order: OrderRow }) {
  const say = useWords('spot')
  return (
    <>
      <FillSide side={order.side} /> <span className="text-muted">{say(order.kind)}</span>
    </>
  )
}

function RoleWords({ role }: { role: FillRow['role'] }) {
  const say = useWords('spot')
  return <>{say(`role_${role}`)}</>
}

function Size({ order, pair }: { order: OrderRow; pair: Pair }) {
  if (order.budget !== null) return <>{`${storedAmountWords(pair.quote, order.budget)} ${pair.quote.code}`}</>
  return <>{quantityWords(pair, order.lots)}</>
}

function StateWords({ order }: { order: OrderRow }) {
  const say = useWords('spot')
  const refusalWords = useRefusalWords()
  const isPartial = order.state === 'open' && order.lotsFilled > 0
  return (
    <span>
      {say(isPartial ? 'state_partial' : `state_${order.state}`)}
      {order.refusal && (
        <span className="block max-w-64 text-right whitespace-normal text-muted lg:text-left">
          {refusalWords({ code: order.refusal, facts: {} })}
        </span>
      )}
    </span>
  )
}

function CancelButton({ order, action, commandId }: { order: OrderRow; action: string; commandId: string }) {
  const say = useWords('spot')
  const fetcher = useFetcher<{ problem: { text: string } | null; isUnanswered?: boolean | undefined }>()
  const sayShell = useWords('shell')
  const problem = fetcher.data?.isUnanswered ? sayShell('unanswered') : fetcher.data?.problem?.text
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="orderNo" value={order.orderNo} />
      <button
        disabled={fetcher.state !== 'idle'}
        aria-label={say('cancel_order', { order: order.orderNo })}
        className="button button-quiet min-h-9 w-full px-3 py-1 lg:min-h-8 lg:w-auto"
      >
        {say('cancel')}
      </button>
      {problem && (
        <p role="alert" className="mt-1 text-bad-text">
          {problem}
        </p>
      )}
    </fetcher.Form>
  )
}
