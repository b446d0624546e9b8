// Earlier decisions about the same user.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../admin/page'
import { ReviewState } from '../../admin/review-parts'
import { Moment } from '../../components/moment'
import type { loader } from './data.server'

export function DecidedBefore() {
  const { t } = useTranslation('desk')
  const { before } = useLoaderData<typeof loader>()
  if (before.length === 0) return null
  return (
    <Panel title={t('decided_before')}>
      <ul className="divide-y divide-line">
        {before.map(({ id, state, reason, openedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2 text-sm">
            <a href={`/admin/reviews/${id}`} className="text-selected-text">{`#${id}`}</a>
            <ReviewState state={state} />
            <Moment at={openedAt} />
            <span className="min-w-0 break-words text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
