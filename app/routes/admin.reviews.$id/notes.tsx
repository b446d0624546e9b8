// What colleagues noted about a review, and what was decided for the same user before.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { NOTE_LENGTH_MAX } from '#domain/desk/review'
import { DeskForm, Panel } from '../../admin/page'
import { ReviewState } from '../../admin/review-parts'
import { FieldFrame } from '../../components/field'
import { Moment } from '../../components/moment'
import type { action, loader } from './data.server'

export function Notes() {
  const { t } = useTranslation('desk')
  const { notes, mayNote, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('notes')}>
      <ul className="divide-y divide-line">
        {notes.map(({ id, staffName, text, at }) => (
          <li key={id} className="px-4 py-2 text-sm">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <p className="text-xs text-muted">
              {staffName} · <Moment at={at} />
            </p>
          </li>
        ))}
      </ul>
      {mayNote && (
        <div className="p-4">
          <DeskForm
            key={notes.length}
            commandId={`${commandId}:note`}
            step="note"
            answer={answer}
            submit={t('add_note')}
            variant="quiet"
          >
            <FieldFrame label={t('note')}>
              {(wiring) => (
                <textarea {...wiring} name="text" rows={2} maxLength={NOTE_LENGTH_MAX} required className="field" />
              )}
            </FieldFrame>
          </DeskForm>
        </div>
      )}
    </Panel>
  )
}

export function Before() {
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
