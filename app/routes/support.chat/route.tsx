// Support chat page: numbered messages and a form; with scripts the thread's channel announces new messages.

import { Link, useActionData, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { ButtonLink, buttonClass } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { isStaleLink } from '../../live/channel'
import { useThread } from '../../live/thread-channel'
import { useColon } from '../../text/colon'
import { Composer, OpenForm, RatingForm } from './forms'
import type { action, loader } from './data.server'

export { asDocument as clientLoader } from '../../site/own-document'
export { clientAction } from '../../site/revalidation'
export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default featurePage('support', Chat)

type Conversation = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['conversation']>

function Chat() {
  const { title, notice, conversation } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5 lg:py-3">
      <Pane title={title} backTo="/support">
        <Notice tone="plain">{notice}</Notice>
        {!conversation?.isClosed && <Desk />}
        {conversation ? <Thread key={conversation.id} conversation={conversation} /> : <OpenForm />}
      </Pane>
    </div>
  )
}

/** Desk state: open or closed, with the expected response time. */
function Desk() {
  const { t } = useTranslation('support')
  const withColon = useColon()
  const { desk } = useLoaderData<typeof loader>()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Badge tone={desk.isOpen ? 'good' : 'plain'}>{t(desk.isOpen ? 'open_now' : 'closed_now')}</Badge>
      <span>
        {withColon(t('waiting'))}
        {desk.waiting}
      </span>
      {desk.estimate !== null && (
        <span>
          {withColon(t('estimate'))}
          {t('minutes', { number: String(desk.estimate) })}
        </span>
      )}
    </p>
  )
}

function Thread({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation('support')
  const { id, topic, isClosed, isWhole, isLatest, lines } = conversation
  const { link, isTyping } = useNews(isClosed ? null : id)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge>{t(`topic_${topic}`)}</Badge>
        <Badge tone={isClosed ? 'plain' : 'good'}>{t(isClosed ? 'closed' : 'open')}</Badge>
        <a
          href={`/support/transcript?thread=${id}`}
          className={`${buttonClass({ variant: 'quiet', size: 'sm' })} ml-auto`}
          download
        >
          {t('transcript')}
        </a>
      </p>
      {!isWhole && (
        <Link
          to={`/support/chat?thread=${id}&before=${lines[0]?.no ?? 1}`}
          className="text-center text-sm text-selected-text hover:underline"
        >
          {t('earlier')}
        </Link>
      )}
      <Lines conversation={conversation} />
      {!isLatest && (
        <ButtonLink to={`/support/chat?thread=${id}`} variant="quiet">
          {t('latest')}
        </ButtonLink>
      )}
      <p role="status" className="min-h-4 text-xs text-muted">
        {isTyping && t('typing')}
      </p>
      {isStaleLink(link) && <p className="text-xs text-muted">{t('not_live')}</p>}
      {isClosed ? <Over conversation={conversation} /> : <Composer threadId={id} />}
    </>
  )
}

/** Revalidates when the room's sequence exceeds the loaded one. */
function useNews(id: string | null) {
  const { revalidate } = useRevalidator()
  const { state, link } = useThread(id)
  const seq = state?.seq
  const drawn = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (seq === undefined || seq === drawn.current) return
    drawn.current = seq
    revalidate()
  }, [seq, revalidate])
  return { link, isTyping: useTyping(state) }
}

/** True while the last typing notification is recent. */
function useTyping(state: ReturnType<typeof useThread>['state']): boolean {
  const [past, setPast] = useState<typeof state>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPast(state), TYPING_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  return state !== null && state !== past && state.typing.includes('staff')
}

const TYPING_SHOWN_MS = 6_000

function Lines({ conversation: { lines, readByStaff } }: { readonly conversation: Conversation }) {
  const { t } = useTranslation('support')
  const end = useRef<HTMLLIElement>(null)
  const last = lines.at(-1)?.no
  const lastRead = lines.filter(({ no, side }) => side === 'customer' && no <= readByStaff).at(-1)?.no
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <ol aria-label={t('messages')} className="grid gap-3" aria-live="polite">
      {lines.map((line) => (
        <li key={line.no} data-no={line.no} ref={line.no === last ? end : null} className="grid">
          {line.kind === 'message' ? (
            <Bubble line={line} isRead={line.no === lastRead} />
          ) : (
            <p className="text-center text-xs text-muted">
              {t(`line_${line.kind}`, { name: line.name })} · <Moment at={line.at} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface BubbleProps {
  readonly line: Conversation['lines'][number]
  readonly isRead: boolean
}

function Bubble({ line: { side, name, text, picture, voice, at }, isRead }: BubbleProps) {
  const { t } = useTranslation('support')
  const isOwn = side === 'customer'
  return (
    <div
      className={`grid max-w-[85%] gap-1 rounded-2xl px-4 py-2.5 text-sm ${isOwn ? 'justify-self-end bg-pressed' : 'panel justify-self-start'}`}
    >
      <p className="text-xs font-semibold text-muted">{isOwn ? t('you') : name}</p>
      {picture !== '' && (
        <a href={picture} target="_blank" rel="noreferrer">
          <img src={picture} alt={t('picture')} className="max-h-64 rounded-lg object-contain" />
        </a>
      )}
      {voice !== '' && <audio src={voice} controls preload="none" aria-label={t('voice')} className="max-w-full" />}
      {text !== '' && <p className="break-words whitespace-pre-wrap">{text}</p>}
      <p className="text-2xs text-muted">
        <Moment at={at} />
        {isRead && ` · ${t('read')}`}
      </p>
    </div>
  )
}

function Over({ conversation: { id, stars } }: { readonly conversation: Conversation }) {
  const { t } = useTranslation('support')
  const answer = useActionData<typeof action>()
  const { topic } = useLoaderData<typeof loader>().conversation ?? { topic: 'else' as const }
  return (
    <div className="panel grid gap-3 p-4 text-sm">
      <p>{t('over')}</p>
      {stars === null ? <RatingForm threadId={id} /> : <p role="status">{t('rated', { stars: String(stars) })}</p>}
      {answer?.problem && <Notice tone="bad">{answer.problem.text}</Notice>}
      <ButtonLink to={`/support/chat?topic=${topic}`} variant="quiet">
        {t('start')}
      </ButtonLink>
    </div>
  )
}
