// Chat room page: messages (live with scripts) and a send form. One room per language.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { FeatureWords } from '../../components/feature-words'
import { LinkBadge } from '../../components/link-badge'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useChat } from '../../live/chat-channel'
import { shownLines } from '../../live/chat-state'
import { Composer, HiddenPeople } from './forms'
import { Line } from './line'
import type { action, loader } from './data.server'

export { clientAction } from '../../site/revalidation'
export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="chat" texts={texts}>
      <Chat />
    </FeatureWords>
  )
}

function Chat() {
  const { t } = useTranslation('chat')
  const { title, notice, room, isLatest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { state, link } = useChat(isLatest ? room : null)
  return (
    <div className="mx-auto max-w-3xl pb-8 lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('text')} backTo="/" end={isLatest && <LinkBadge link={link} />} />
      <div className="grid gap-4 px-4 lg:px-0">
        <Rooms />
        <Notice tone="plain">{notice}</Notice>
        {answer?.done?.intent === 'report' && <Notice tone="good">{t('reported')}</Notice>}
        {answer?.problem && answer.fields['intent'] !== 'send' && <Notice tone="bad">{answer.problem.text}</Notice>}
        <Lines key={`lines ${room}`} heard={state?.lines ?? []} />
        {isLatest ? (
          <Composer key={`form ${room}`} />
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

function Rooms() {
  const { t } = useTranslation('chat')
  const { room, rooms } = useLoaderData<typeof loader>()
  return (
    <nav aria-label={t('rooms')} className="flex flex-wrap gap-2">
      {rooms.map(({ code, name }) => (
        <Link
          key={code}
          to={`/chat?room=${code}`}
          aria-current={code === room ? 'page' : undefined}
          className={`button button-sm ${code === room ? 'button-brand' : 'button-quiet'}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

type Drawn = ReturnType<typeof useLoaderData<typeof loader>>['lines']

function Lines({ heard }: { readonly heard: Drawn }) {
  const { t } = useTranslation('chat')
  const { room, lines, isWhole, reader } = useLoaderData<typeof loader>()
  const shown = shownLines(lines, heard, new Set(reader?.hidden.map(({ author }) => author)))
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = shown.at(-1)?.no
  // Scroll to the end only if the reader is there already.
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  return (
    <div
      ref={box}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80
      }}
      className="panel max-h-[60vh] min-h-40 overflow-y-auto p-4"
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
      <ol className="grid gap-3" aria-live="polite">
        {shown.map((line) => (
          <Line key={line.no} line={line} />
        ))}
      </ol>
    </div>
  )
}
