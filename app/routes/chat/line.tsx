// Chat message with its reader actions.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ChatLine } from '#party/protocol/chat'
import { Avatar } from '../../components/avatar'
import { Button } from '../../components/button'
import { DemoBadge } from '../../components/demo-badge'
import { Icon } from '../../components/icon'
import { useAlive } from '../../components/use-alive'
import { Moment } from '../../components/moment'
import type { loader } from './data.server'

/** The badge says it. */
const DEMO_ENDING = / \(demo\)$/

/** Author id characters shown to distinguish equal names; those of demo traders differ. */
const AUTHOR_SHOWN = 4

interface LineProps {
  readonly line: ChatLine
  readonly onReply: (name: string) => void
}

export function Line({ line: { no, author, name, text, at }, onReply }: LineProps) {
  const { t } = useTranslation('chat')
  const { reader, demoAuthors } = useLoaderData<typeof loader>()
  const isAlive = useAlive()
  const isOwn = reader?.author === author
  const isDemo = demoAuthors.includes(author)
  return (
    <li data-no={no} className={`flex min-w-0 items-start gap-2 text-sm ${isOwn ? 'justify-end' : ''}`}>
      {!isOwn && <Avatar name={name} seed={author} size="sm" />}
      <div
        className={`relative max-w-[min(90%,44rem)] min-w-0 rounded-2xl px-3.5 py-2 ${isOwn ? 'bg-pressed' : 'bg-raised'}`}
      >
        <p
          className={`flex flex-wrap items-center gap-x-2 text-xs text-muted ${reader && !isOwn ? 'min-h-7 pr-17' : ''}`}
        >
          <span className="font-semibold">
            {isOwn ? t('you') : isDemo ? name.replace(DEMO_ENDING, '') : name}
            {!isOwn && !isDemo && <span className="font-normal"> #{author.slice(0, AUTHOR_SHOWN)}</span>}
          </span>
          {isDemo && <DemoBadge />}
          <Moment at={at} form="minute" />
        </p>
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        {reader && !isOwn && (
          <>
            {isAlive && !reader.mute && (
              <button
                type="button"
                aria-label={`${t('reply')} @${name}`}
                title={t('reply')}
                onClick={() => onReply(name)}
                className="absolute top-0 right-10 grid h-11 w-9 place-items-center text-muted hover:text-ink"
              >
                <Icon name="reply" className="size-4" />
              </button>
            )}
            <Options no={no} />
          </>
        )}
      </div>
    </li>
  )
}

function Options({ no }: { readonly no: number }) {
  const { t } = useTranslation('chat')
  const { room } = useLoaderData<typeof loader>()
  return (
    <details className="text-xs text-muted">
      <summary
        aria-label={t('more', { number: String(no) })}
        className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center"
      >
        ⋯
      </summary>
      <Form method="post" action={`/chat?room=${room}`} preventScrollReset className="flex flex-wrap gap-2 py-1">
        <input type="hidden" name="room" value={room} />
        <input type="hidden" name="message_no" value={no} />
        {(['report', 'hide'] as const).map((intent) => (
          <Button key={intent} name="intent" value={intent} variant="quiet" size="sm">
            {t(intent)}
          </Button>
        ))}
      </Form>
    </details>
  )
}
