// Newest positions and orders of an account in the other products.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../components/moment'
import { AccountList } from './account-list'
import type { loader } from './data.server'

export function FuturesPositions() {
  const { t } = useTranslation('desk')
  const { futures } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('futures_positions')}
      rows={futures}
      keyOf={({ positionNo }) => String(positionNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ positionNo }) => `#${positionNo}` },
        { key: 'contract', head: t('futures_contract'), cell: ({ contract }) => contract },
        { key: 'lots', head: t('futures_lots'), isNumber: true, cell: ({ lots }) => lots },
        { key: 'open', head: t('futures_open_at'), isNumber: true, cell: ({ openAt }) => openAt },
        { key: 'margin', head: t('futures_margin'), isNumber: true, cell: ({ margin }) => margin },
        { key: 'won', head: t('futures_won'), isNumber: true, cell: ({ won }) => won },
        { key: 'state', head: t('col_state'), cell: ({ state }) => state },
      ]}
    />
  )
}

export function OptionOrders() {
  const { t } = useTranslation('desk')
  const { options } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('option_orders')}
      rows={options}
      keyOf={({ orderNo }) => String(orderNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
        { key: 'contract', head: t('option_direction'), cell: ({ contract }) => contract },
        { key: 'stake', head: t('option_stake'), isNumber: true, cell: ({ stake }) => stake },
        { key: 'prices', head: t('option_prices'), isNumber: true, cell: ({ prices }) => prices },
        { key: 'paid', head: t('option_paid'), isNumber: true, cell: ({ paid }) => paid },
        { key: 'state', head: t('col_state'), cell: ({ state }) => state },
      ]}
    />
  )
}

export function Deposits() {
  const { t } = useTranslation('desk')
  const { mining } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('mining_deposits')}
      rows={mining}
      keyOf={({ orderNo }) => String(orderNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
        { key: 'product', head: t('sheet_mining_products'), cell: ({ product }) => product },
        { key: 'amount', head: t('mining_amount'), isNumber: true, cell: ({ amount }) => amount },
        { key: 'rate', head: t('cell_daily_rate'), isNumber: true, cell: ({ rate }) => rate },
        { key: 'yielded', head: t('mining_yielded'), isNumber: true, cell: ({ yielded }) => yielded },
        { key: 'matures', head: t('mining_matures'), cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
        { key: 'state', head: t('col_state'), cell: ({ state }) => state },
      ]}
    />
  )
}

export function Investments() {
  const { t } = useTranslation('desk')
  const { invest } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('invest_orders')}
      rows={invest}
      keyOf={({ orderNo }) => String(orderNo)}
      columns={[
        { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
        { key: 'series', head: t('sheet_invest_series'), cell: ({ series }) => series },
        { key: 'shares', head: t('invest_shares'), isNumber: true, cell: ({ shares }) => shares },
        { key: 'amount', head: t('mining_amount'), isNumber: true, cell: ({ amount }) => amount },
        { key: 'paid', head: t('invest_paid'), isNumber: true, cell: ({ paid }) => paid },
        { key: 'matures', head: t('mining_matures'), cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
        { key: 'state', head: t('col_state'), cell: ({ state }) => state },
      ]}
    />
  )
}
