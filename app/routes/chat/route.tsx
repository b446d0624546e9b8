// Chat room page: messages (live with scripts) and a send form. One room per language.

import { Form, Link, useActionData, useLoaderData, useSubmit } from '@remix-run/react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { LinkBadge } from '../../components/link-badge'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Select } from '../../components/select'
import { useChat } from '../../live/chat-channel'
import { shownLines } from '../../live/chat-state'
import { useSite } from '../../site/site'
import { dateWords } from '../../text/dates'
import { Composer, HiddenPeople, Rules } from './forms'
import { Line } from './line'
import type { action, loader } from './data.server'

export { clientAction } from '../../site/revalidation'
export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default featurePage('chat', Chat)

function Chat() {
  const { t } = useTranslation('chat')
  const { title, room, isLatest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { state, link } = useChat(isLatest ? room : null)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="mx-auto max-w-6xl max-lg:-mb-6 lg:px-5 lg:pb-4 lg:py-3">
      <PageHeader title={title} backTo="/" end={isLatest && <LinkBadge link={link} />} />
      <div className="grid grid-cols-1 gap-3 px-4 lg:px-0">
        <div className="flex flex-wrap items-center gap-2">
          <Rooms />
          <Rules />
        </div>
        {answer?.done?.intent === 'report' && <Notice tone="good">{t('reported')}</Notice>}
        {answer?.problem && answer.fields['intent'] !== 'send' && <Notice tone="bad">{answer.problem.text}</Notice>}
        <Lines key={`lines ${room}`} received={state?.lines ?? []} onReply={(name) => mention(field.current, name)} />
        {isLatest ? (
          <Composer key={`form ${room}`} field={field} />
        ) : (
          <ButtonLink to={`/chat?room=${room}`} variant="quiet">
            {t('latest')}
          </ButtonLink>
        )}
        <HiddenPeople />
      </div>
    </div>
  )
}

/** Puts the mention of a writer before the typed text. */
function mention(field: HTMLTextAreaElement | null, name: string): void {
  if (!field) return
  field.value = `@${name} ${field.value}`
  field.focus()
}

/** Choosing a room opens it; without scripts a button does. */
function Rooms() {
  const { t } = useTranslation('chat')
  const { room, rooms } = useLoaderData<typeof loader>()
  const submit = useSubmit()
  return (
    <Form method="get" aria-label={t('rooms')} className="flex gap-2">
      <Select
        key={room}
        label={t('rooms')}
        name="room"
        defaultValue={room}
        onChange={(event) => submit(event.currentTarget.form)}
        options={rooms.map(({ code, name }) => ({ value: code, words: name }))}
      />
      <Button variant="quiet" size="sm" className="hidden noscript:inline-flex">
        {t('open')}
      </Button>
    </Form>
  )
}

type Drawn = ReturnType<typeof useLoaderData<typeof loader>>['lines']

interface LinesProps {
  readonly received: Drawn
  readonly onReply: (name: string) => void
}

function Lines({ received, onReply }: LinesProps) {
  const { t } = useTranslation('chat')
  const { room, lines, isWhole, reader } = useLoaderData<typeof loader>()
  const shown = shownLines(lines, received, new Set(reader?.hidden.map(({ author }) => author)))
  const site = useSite()
  const days = shown.map(({ at }) => dateWords(at, site))
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = shown.at(-1)?.no
  const seen = useSeen(room, last)
  const firstNew = shown.find(({ no, author }) => seen !== null && no > seen && author !== reader?.author)?.no
  // Scroll to the end only when the reader already sees it.
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  return (
    <div
      ref={box}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80
      }}
      className="panel flex h-[calc(100dvh-24rem)] min-h-60 flex-col overflow-y-auto p-3 lg:h-[calc(100dvh-19rem)] lg:p-4"
      // Scrolled by keys too.
      tabIndex={0}
      role="group"
      aria-label={t('messages')}
    >
      {!isWhole && (
        <Link
          to={`/chat?room=${room}&before=${lines[0]?.no ?? 1}`}
          className="mb-3 block text-center text-sm text-selected-text hover:underline"
        >
          {t('earlier')}
        </Link>
      )}
      {shown.length === 0 && <p className="py-8 text-center text-sm text-muted">{t('none')}</p>}
      <ol className="mt-auto grid gap-3" aria-live="polite">
        {shown.map((line, index) => (
          <Fragment key={line.no}>
            {days[index] !== days[index - 1] && (
              <li className="text-center text-2xs text-muted" data-testid="day">
                <span className="rounded-full bg-track px-2.5 py-1">{days[index]}</span>
              </li>
            )}
            {line.no === firstNew && (
              <li
                data-testid="unread"
                className="flex items-center gap-2 text-2xs text-selected-text before:h-px before:flex-1 before:bg-selected after:h-px after:flex-1 after:bg-selected"
              >
                {t('unread')}
              </li>
            )}
            <Line line={line} onReply={onReply} />
          </Fragment>
        ))}
      </ol>
    </div>
  )
}

const seenKey = (room: string) => `cm_chat_seen_${room}`

/** Number of the message that was the last one at the visit before, kept by the browser; null at the first visit. */
function useSeen(room: string, last: number | undefined): number | null {
  const [seen, setSeen] = useState<number | null>(null)
  useEffect(() => {
    try {
      const stored = localStorage.getItem(seenKey(room))
      if (stored !== null && /^\d{1,15}$/.test(stored)) setSeen(Number(stored))
    } catch {
      // A browser may refuse storage; then nothing is marked as unread.
    }
  }, [room])
  useEffect(() => {
    if (last === undefined) return
    try {
      localStorage.setItem(seenKey(room), String(last))
    } catch {
      // As above.
    }
  }, [room, last])
  return seen
}
