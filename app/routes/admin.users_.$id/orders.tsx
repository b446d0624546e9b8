// Spot orders and conditional orders of an account.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CONDITIONAL_STAGES } from '#party/protocol/conditional'
import { useLedgerWords } from '../../admin/ledger-words'
import { Button } from '../../components/button'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import { AccountList } from './account-list'
import type { loader } from './data.server'

export function Orders() {
  const { t } = useTranslation('desk')
  const { sayOrder, sayState } = useLedgerWords()
  const { orders, pages, user } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('orders')}
      csv={`orders-${user.id}`}
      none={t('nothing_waits')}
      pages={{ name: 'orders', page: pages.ordersPage, total: orders.total, rowsOf: (file) => file.orders.rows }}
      rows={orders.rows}
      keyOf={({ orderNo }) => String(orderNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
        { key: 'at', head: t('col_time'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
        { key: 'pair', head: t('pair'), cell: ({ symbol }) => symbol },
        { key: 'side', head: t('direction'), cell: sayOrder },
        { key: 'filled', head: t('filled_of'), isNumber: true, cell: ({ done }) => done },
        { key: 'state', head: t('col_state'), cell: sayState },
      ]}
    />
  )
}

/** Conditional orders, waiting and ended. */
export function Conditionals() {
  const { t } = useTranslation('desk')
  const { conditionals, pages, user } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('conditional_orders')}
      csv={`conditionals-${user.id}`}
      filters={<ConditionalFilters />}
      none={t('nothing_waits')}
      pages={{
        name: 'conditionals',
        page: pages.conditionalsPage,
        total: conditionals.total,
        rowsOf: (file) => file.conditionals.rows,
      }}
      rows={conditionals.rows}
      keyOf={({ conditionalNo }) => String(conditionalNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ conditionalNo }) => `#${conditionalNo}` },
        { key: 'at', head: t('col_time'), cell: ({ acceptedAt }) => <Moment at={acceptedAt} /> },
        { key: 'pair', head: t('pair'), cell: ({ symbol }) => symbol },
        { key: 'side', head: t('direction'), cell: ({ direction }) => direction },
        { key: 'condition', head: t('conditional_price'), isNumber: true, cell: ({ condition }) => condition },
        { key: 'size', head: t('conditional_size'), isNumber: true, cell: ({ size }) => size },
        { key: 'held', head: t('held'), isNumber: true, cell: ({ held }) => held },
        {
          key: 'state',
          head: t('col_state'),
          cell: ({ stage, why, receiptId }) => (
            <span>
              {receiptId === null ? (
                t(`stage_${stage}`)
              ) : (
                <Link to={`/receipts/${receiptId}`} className="text-selected-text">
                  {t(`stage_${stage}`)}
                </Link>
              )}
              {why !== null && ` (${why})`}
            </span>
          ),
        },
      ]}
    />
  )
}

function ConditionalFilters() {
  const { t } = useTranslation('desk')
  const { pairs, pages } = useLoaderData<typeof loader>()
  const { stage, symbol } = pages.conditionalFilter
  const any = { value: '', words: t('anything') }
  return (
    <Form
      method="get"
      preventScrollReset
      className="grid grid-cols-2 items-end gap-2 border-b border-line p-4 lg:grid-cols-5"
    >
      <SelectField
        label={t('col_state')}
        name="stage"
        defaultValue={stage ?? ''}
        options={[any, ...CONDITIONAL_STAGES.map((value) => ({ value, words: t(`stage_${value}`) }))]}
      />
      <SelectField
        label={t('pair')}
        name="of_pair"
        defaultValue={symbol ?? ''}
        options={[any, ...pairs.map((value) => ({ value, words: value }))]}
      />
      <Button type="submit" variant="quiet" className="max-lg:col-span-2">
        {t('search')}
      </Button>
    </Form>
  )
}
