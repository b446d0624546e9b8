// Support conversation at the desk: messages, reply form with templates, staff notes, assignee.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_LENGTH_MAX } from '#domain/support/thread'
import { Notes } from '../../admin/notes'
import { DeskForm, DeskPage, Facts, Panel } from '../../admin/page'
import { UserLink } from '../../admin/review-parts'
import { sayTyping } from '../../live/say-typing'
import { useReadAgain } from '../../admin/use-read-again'
import { Badge } from '../../components/badge'
import { FieldFrame } from '../../components/field'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import { LANGUAGE_NAMES } from '../../text/languages'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Conversation() {
  const { title, done, isClosed, mayAnswer, isMine, lines, reply, notes, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  useReadAgain()
  return (
    <DeskPage title={title} done={done} backTo="/admin/support">
      <div className="lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
        <div className="min-w-0">
          <Lines />
          {mayAnswer && isMine && !isClosed && (
            <Answer key={`${lines.filter(({ side }) => side === 'staff').length} ${reply}`} />
          )}
        </div>
        <div className="min-w-0">
          <ThreadSummary />
          {mayAnswer && !isClosed && <Steps />}
          <Notes notes={notes} mayNote={mayAnswer} commandId={commandId} answer={answer} lengthMax={LINE_LENGTH_MAX} />
        </div>
      </div>
    </DeskPage>
  )
}

function Lines() {
  const { t } = useTranslation('desk')
  const { lines, thread, mayAnswer, isTyping } = useLoaderData<typeof loader>()
  const first = lines[0]?.no ?? 1
  const fileOf = (no: number) =>
    `/admin/support-picture?${new URLSearchParams({ thread: thread.id, no: String(no) }).toString()}`
  return (
    <Panel title={t('support_messages')}>
      {first > 1 && (
        <p className="px-4 pt-3 text-sm">
          <Link to={`?before=${first}`} className="text-selected-text">
            {t('support_earlier')}
          </Link>
        </p>
      )}
      <ol className="divide-y divide-line">
        {lines.map(({ no, side, kind, name, text, picture, voice, at }) => (
          <li key={no} className="px-4 py-2.5 text-sm">
            <p className="text-xs text-muted">
              {side === 'customer' ? t('support_customer') : name} · <Moment at={at} />
              {side === 'staff' && kind === 'message' && no <= thread.readNo && ` · ${t('support_read')}`}
            </p>
            {kind === 'message' ? (
              <p className="break-words whitespace-pre-wrap">{text}</p>
            ) : (
              <p className="text-muted">{t(`support_line_${kind}`)}</p>
            )}
            {picture !== '' && mayAnswer && (
              <a href={fileOf(no)} target="_blank" rel="noreferrer" className="text-selected-text">
                {t('picture')}
              </a>
            )}
            {voice !== '' && mayAnswer && (
              <audio src={fileOf(no)} controls preload="none" aria-label={t('support_voice')} className="max-w-full" />
            )}
          </li>
        ))}
      </ol>
      {isTyping && (
        <p role="status" className="px-4 py-2 text-xs text-muted">
          {t('support_typing')}
        </p>
      )}
    </Panel>
  )
}

/** Titles of built-in reply templates; templates added by staff have their own titles. */
const REPLY_TITLES = {
  greeting: 'support_reply_greeting',
  'more-needed': 'support_reply_more_needed',
  solved: 'support_reply_solved',
} as const

function Answer() {
  const { t } = useTranslation('desk')
  const { commandId, replies, reply, thread } = useLoaderData<typeof loader>()
  // The page revalidates while typing, so the reply keeps its first command id until it is sent.
  const [ownCommand] = useState(commandId)
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('support_answer')}>
      <div className="grid gap-3 p-4">
        {replies.length > 0 && (
          <p className="flex flex-wrap gap-2 text-sm">
            <span className="text-muted">{t('support_replies')}</span>
            {replies.map(({ name }) => (
              <Link key={name} to={`?reply=${name}`} preventScrollReset className="text-selected-text">
                {name in REPLY_TITLES ? t(REPLY_TITLES[name as keyof typeof REPLY_TITLES]) : name}
              </Link>
            ))}
          </p>
        )}
        <DeskForm commandId={`${ownCommand}:answer`} step="answer" answer={answer} submit={t('support_send')}>
          <FieldFrame label={t('support_answer')}>
            {(wiring) => (
              <textarea
                {...wiring}
                name="text"
                rows={4}
                required
                maxLength={LINE_LENGTH_MAX}
                defaultValue={reply}
                onInput={() => sayTyping(`/admin/support/${thread.id}`, { step: 'typing', commandId })}
                className="field"
              />
            )}
          </FieldFrame>
        </DeskForm>
      </div>
    </Panel>
  )
}

function ThreadSummary() {
  const { t } = useTranslation('desk')
  const { thread, staffName, isClosed, mayOpenUser } = useLoaderData<typeof loader>()
  const { userId, topic, language, openedAt, waitingSince, stars, comment } = thread
  return (
    <Panel>
      <Facts
        rows={[
          [
            t('col_user'),
            userId === null ? (
              t('support_guest')
            ) : mayOpenUser ? (
              <UserLink key="user" id={userId} name={null} />
            ) : (
              String(userId)
            ),
          ],
          [t('support_topic'), t(`support_topic_${topic}`)],
          [t('cell_language'), LANGUAGE_NAMES[language]],
          [t('support_agent'), staffName ?? '—'],
          [t('col_opened'), <Moment key="opened" at={openedAt} />],
          [t('support_waiting_since'), waitingSince === null ? '—' : <Moment key="waiting" at={waitingSince} />],
          [t('col_state'), <Badge key="state">{t(isClosed ? 'support_state_closed' : 'support_state_open')}</Badge>],
          [t('support_stars'), stars === null ? '—' : `${stars} ${comment}`],
        ]}
      />
    </Panel>
  )
}

function Steps() {
  const { t } = useTranslation('desk')
  const { commandId, isMine, isFree, others } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (isFree) {
    return (
      <Panel>
        <div className="p-4">
          <DeskForm commandId={commandId} step="take" answer={answer} submit={t('support_take')} />
        </div>
      </Panel>
    )
  }
  if (!isMine) return null
  return (
    <Panel>
      <div className="grid gap-4 p-4">
        {others.length > 0 && (
          <DeskForm
            commandId={`${commandId}:over`}
            step="hand_over"
            answer={answer}
            submit={t('support_hand_over')}
            variant="quiet"
          >
            <SelectField
              label={t('support_hand_over_to')}
              name="to"
              options={others.map(({ id, name }) => ({ value: String(id), words: name }))}
            />
          </DeskForm>
        )}
        <DeskForm
          commandId={`${commandId}:close`}
          step="close"
          answer={answer}
          submit={t('support_close')}
          variant="danger"
        />
      </div>
    </Panel>
  )
}
