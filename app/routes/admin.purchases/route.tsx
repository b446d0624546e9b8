// Purchases with fiat by their state, newest first.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { shownBuyState } from '#domain/buy/terms'
import { DeskList } from '../../admin/desk-list'
import { DeskPage, UtcMoment } from '../../admin/page'
import { Badge } from '../../components/badge'
import { BUY_TONES } from '../../components/buy/tones'
import type { Column } from '../../components/data-table'
import { Tabs } from '../../components/tabs'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Purchases() {
  const { t } = useTranslation('desk')
  const { title, done, state, tabs, all, rows, total, page } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={t('purchases_text')} done={done}>
      <Tabs
        label={title}
        variant="pill"
        className="mb-3 px-4 lg:px-0"
        tabs={[
          { to: '?', words: t('purchases_all'), isSelected: state === null, count: all },
          ...tabs.map((each) => ({
            to: `?state=${each.state}`,
            words: t(`buy_state_${each.state}`),
            isSelected: each.state === state,
            count: each.total,
          })),
        ]}
      />
      <DeskList
        none={{ icon: 'orders', words: t('purchases_none') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return [
    {
      key: 'reference',
      head: t('fact_reference'),
      isTitle: true,
      cell: ({ reference, reviewId }) =>
        reviewId === null ? (
          reference
        ) : (
          <Link to={`/admin/reviews/${reviewId}`} className="font-semibold text-selected-text">
            {reference}
          </Link>
        ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: (order) => {
        const state = shownBuyState(order)
        return <Badge tone={BUY_TONES[state]}>{t(`buy_state_${state}`)}</Badge>
      },
    },
    {
      key: 'problem',
      head: t('fact_problem'),
      cell: ({ problem }) => (problem === null ? '—' : t(`problem_${problem}`)),
      isIdle: ({ problem }) => problem === null,
    },
    { key: 'kind', head: t('cell_route'), cell: ({ kind, country }) => `${t(`buy_route_${kind}`)} · ${country}` },
    {
      key: 'pay',
      head: t('fact_payment'),
      isNumber: true,
      cell: ({ pay, currency }) => `${numbers.count(pay)} ${currency}`,
    },
    {
      key: 'receives',
      head: t('fact_arrival'),
      isNumber: true,
      cell: ({ receives, asset }) => `${numbers.decimal(receives)} ${asset}`,
    },
    {
      key: 'user',
      head: t('col_user'),
      cell: ({ userId }) => (
        <Link to={`/admin/users/${userId}`} className="text-selected-text">
          {userId}
        </Link>
      ),
    },
    { key: 'at', head: t('fact_requested_at'), cell: ({ createdAt }) => <UtcMoment at={createdAt} /> },
  ]
}
