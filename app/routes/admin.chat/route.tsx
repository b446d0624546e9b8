// Desk page of chat rooms: reported messages, messages of a room, muted users.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { MUTE_MINUTES } from '#domain/chat/rules'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskForm, DeskPage, DeskTable, Panel } from '../../admin/page'
import { UserLink } from '../../admin/review-parts'
import { Empty } from '../../components/empty'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function ChatRooms() {
  const { title, done, no } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} done={done}>
      <div className="lg:grid lg:grid-cols-2 lg:gap-4">
        <div className="min-w-0">
          {no > 0 && <OneLine />}
          <Reports />
          <Mutes />
        </div>
        <Room />
      </div>
    </DeskPage>
  )
}

const pathOf = (room: string, no: number): string => `/admin/chat?room=${room}&line=${no}`

function OneLine() {
  const { t } = useTranslation('desk')
  const { room, no, writer, mayAct, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const named = (
    <>
      <input type="hidden" name="room" value={room} />
      <input type="hidden" name="no" value={no} />
    </>
  )
  return (
    <Panel title={t('chat_line', { number: String(no) })}>
      <div className="grid gap-4 p-4 text-sm">
        {writer ? (
          <>
            <p>
              <UserLink id={writer.userId} name={writer.name} />
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{writer.text}</p>
          </>
        ) : (
          <p className="text-muted">{t('chat_gone')}</p>
        )}
        {writer && mayAct && (
          <>
            <DeskForm
              commandId={`${commandId}:remove`}
              step="remove"
              answer={answer}
              submit={t('chat_remove')}
              variant="danger"
            >
              {named}
            </DeskForm>
            <DeskForm commandId={`${commandId}:mute`} step="mute" answer={answer} submit={t('chat_mute')}>
              {named}
              <SelectField
                label={t('chat_mute_for')}
                name="minutes"
                options={MUTE_MINUTES.map((value) => ({ value: String(value), words: t(`chat_minutes_${value}`) }))}
              />
              <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
            </DeskForm>
            <DeskForm
              commandId={`${commandId}:dismiss`}
              step="dismiss"
              answer={answer}
              submit={t('chat_dismiss')}
              variant="quiet"
            >
              {named}
            </DeskForm>
          </>
        )}
      </div>
    </Panel>
  )
}

function Reports() {
  const { t } = useTranslation('desk')
  const { reports } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  return (
    <Panel title={t('chat_reports')}>
      {reports.length === 0 ? (
        <Empty icon="check">{t('chat_no_reports')}</Empty>
      ) : (
        <DeskTable
          caption={t('chat_reports')}
          rows={reports}
          keyOf={({ room, lineNo }) => `${room} ${lineNo}`}
          columns={[
            {
              key: 'text',
              head: t('fact_text'),
              isTitle: true,
              cell: ({ room, lineNo, text }) => (
                <Link to={pathOf(room, lineNo)} className="wrap-anywhere text-selected-text">
                  {text}
                </Link>
              ),
            },
            { key: 'user', head: t('col_user'), cell: ({ writerId, name }) => <UserLink id={writerId} name={name} /> },
            { key: 'count', head: t('chat_count'), isNumber: true, cell: ({ reports: count }) => numbers.count(count) },
            { key: 'room', head: t('chat_room'), cell: ({ room, lineNo }) => `${room} ${lineNo}` },
          ]}
        />
      )}
    </Panel>
  )
}

function Mutes() {
  const { t } = useTranslation('desk')
  const withColon = useColon()
  const { mutes, mayAct, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('chat_mutes')}>
      {mutes.length === 0 ? (
        <Empty icon="person">{t('chat_no_mutes')}</Empty>
      ) : (
        <ul className="divide-y divide-line">
          {mutes.map(({ userId, nickname, until, reason }) => (
            <li key={userId} className="grid gap-2 px-4 py-3 text-sm">
              <p>
                <UserLink id={userId} name={nickname} /> · {withColon(t('chat_until'))}
                {until === null ? t('chat_minutes_0') : <Moment at={until} />}
              </p>
              <p className="text-muted wrap-anywhere">{reason}</p>
              {mayAct && (
                <DeskForm
                  commandId={`${commandId}:unmute-${userId}`}
                  step={`unmute-${userId}`}
                  answer={answer}
                  submit={t('chat_unmute')}
                  variant="quiet"
                  size="sm"
                >
                  <input type="hidden" name="userId" value={userId} />
                </DeskForm>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Room() {
  const { t } = useTranslation('desk')
  const { room, rooms, lines } = useLoaderData<typeof loader>()
  const messages = lines.filter(({ kind, text }) => kind === 'message' && text !== '')
  return (
    <div className="min-w-0">
      <Panel title={rooms.find(({ code }) => code === room)?.name}>
        <nav
          aria-label={t('chat_room')}
          className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-sm"
        >
          {rooms.map(({ code, name }) => (
            <Link
              key={code}
              to={`/admin/chat?room=${code}`}
              aria-current={code === room ? 'page' : undefined}
              className="py-1.5 text-selected-text aria-[current=page]:font-semibold"
            >
              {name}
            </Link>
          ))}
        </nav>
        {messages.length === 0 ? (
          <Empty icon="inbox">{t('support_none')}</Empty>
        ) : (
          <ol className="divide-y divide-line">
            {messages.map(({ no, name, text, at }) => (
              <li key={no} className="px-4 py-2.5 text-sm">
                <p className="flex flex-wrap justify-between gap-3 text-xs text-muted">
                  <span>
                    {name} · <Moment at={at} />
                  </span>
                  <Link to={pathOf(room, no)} className="py-1 text-selected-text">
                    {t('chat_open')}
                  </Link>
                </p>
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}
