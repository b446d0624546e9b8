// The visitor's orders and fills: a table on a desktop, cards on a phone. Cancelling is a form and amending a link:
// both work without scripts.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import { useNumbers } from '../../text/numbers'
import { buttonClass } from '../button'
import { DataTable } from '../data-table'
import { type Paired, fillColumns, orderColumns } from './order-columns'
import { CancelOrder, type OrderForms } from './order-forms'

type Pairs = ReadonlyMap<string, Pair>

/** Rows of unknown pairs are omitted. */
const withPairs = <Row extends { readonly symbol: string }>(rows: readonly Row[], pairs: Pairs): Paired<Row>[] =>
  rows.flatMap((row) => {
    const pair = pairs.get(row.symbol)
    return pair ? [{ row, pair }] : []
  })

interface OrderListProps {
  readonly orders: readonly SpotOrderRow[]
  readonly pairs: Pairs
  /** Cancel forms and amend links of open orders; absent for ended orders. */
  readonly open?: { readonly forms: OrderForms; readonly amendTo: (order: SpotOrderRow) => string }
}

export function OrderList({ orders, pairs, open }: OrderListProps) {
  const { t } = useTranslation('spot')
  return (
    <DataTable
      caption={t(open ? 'open_orders' : 'order_history')}
      rows={withPairs(orders, pairs)}
      columns={orderColumns(t, useNumbers())}
      keyOf={({ row }) => String(row.orderNo)}
      {...(open && {
        end: ({ row }: Paired<SpotOrderRow>) => (
          <div className="grid auto-cols-fr grid-flow-col gap-2 lg:flex lg:justify-end lg:gap-1.5">
            {row.kind === 'limit' && row.state === 'open' && <AmendLink order={row} to={open.amendTo(row)} />}
            <CancelOrder forms={open.forms} order={row} />
          </div>
        ),
      })}
    />
  )
}

function AmendLink({ order, to }: { readonly order: SpotOrderRow; readonly to: string }) {
  const { t } = useTranslation('spot')
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-label={t('amend_order', { order: order.orderNo })}
      className={`${buttonClass({ size: 'sm' })} lg:min-h-8 lg:px-2`}
    >
      {t('amend')}
    </Link>
  )
}

export function FillList({ fills, pairs }: { readonly fills: readonly SpotFillRow[]; readonly pairs: Pairs }) {
  const { t } = useTranslation('spot')
  return (
    <DataTable
      caption={t('fills')}
      rows={withPairs(fills, pairs)}
      columns={fillColumns(t, useNumbers())}
      keyOf={({ row }) => `${row.symbol}.${row.tradeNo}.${row.orderNo}`}
    />
  )
}
