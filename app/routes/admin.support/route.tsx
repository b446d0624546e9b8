// Support queue, refreshed automatically.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { DeskPage } from '../../admin/page'
import { UserLink } from '../../admin/review-parts'
import { useReadAgain } from '../../admin/use-read-again'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Moment } from '../../components/moment'
import { LANGUAGE_NAMES } from '../../text/languages'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function SupportQueue() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page, isClosed } = useLoaderData<typeof loader>()
  const columns = useColumns()
  useReadAgain()
  return (
    <DeskPage
      title={title}
      done={done}
      end={
        <ButtonLink to={isClosed ? '/admin/support' : '/admin/support?list=closed'} size="sm">
          {t(isClosed ? 'support_open' : 'support_closed')}
        </ButtonLink>
      }
    >
      <DeskList
        none={{ icon: 'inbox', words: t('support_none') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  return [
    {
      key: 'topic',
      head: t('support_topic'),
      isTitle: true,
      cell: ({ id, topic }) => (
        <Link to={`/admin/support/${id}`} className="font-semibold text-selected-text">
          {t(`support_topic_${topic}`)}
        </Link>
      ),
    },
    {
      key: 'state',
      head: t('col_state'),
      isAside: true,
      cell: ({ closedAt, waitingSince }) => (
        <Badge tone={waitingSince === null ? 'plain' : 'bad'}>
          {t(
            closedAt !== null
              ? 'support_state_closed'
              : waitingSince === null
                ? 'support_state_open'
                : 'support_state_waiting',
          )}
        </Badge>
      ),
    },
    {
      key: 'waiting',
      head: t('support_waiting_since'),
      isIdle: ({ waitingSince }) => waitingSince === null,
      cell: ({ waitingSince }) => (waitingSince === null ? '—' : <Moment at={waitingSince} />),
    },
    {
      key: 'user',
      head: t('col_user'),
      cell: ({ userId }) => (userId === null ? t('support_guest') : <UserLink id={userId} name={null} />),
    },
    { key: 'language', head: t('cell_language'), cell: ({ language }) => LANGUAGE_NAMES[language] },
    { key: 'agent', head: t('support_agent'), cell: ({ staffName }) => staffName ?? '—' },
    {
      key: 'stars',
      head: t('support_stars'),
      isIdle: ({ stars }) => stars === null,
      cell: ({ stars }) => stars ?? '—',
    },
    { key: 'opened', head: t('col_opened'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
  ]
}
