// Message form of a chat room, and the list of people hidden by the reader. A message keeps its client id until it is
// delivered.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHAT_LENGTH_MAX, CHAT_SLOW_MS } from '#domain/chat/rules'
import { SECOND_MS } from '#domain/time'
import { Button, buttonClass } from '../../components/button'
import { ComposerField } from '../../components/composer-field'
import { Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { Notice } from '../../components/notice'
import { useSite } from '../../site/site'
import { instantWords } from '../../text/dates'
import type { action, loader } from './data.server'

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement>
}

export function Composer({ field }: ComposerProps) {
  const { t } = useTranslation('chat')
  const { room, reader } = useLoaderData<typeof loader>()
  if (!reader) {
    const to = `/login?${new URLSearchParams({ returnTo: `/chat?room=${room}` }).toString()}`
    return (
      <Link to={to} className={buttonClass({ variant: 'brand', isWide: true })}>
        {t('log_in')}
      </Link>
    )
  }
  return reader.mute ? <Muted {...reader.mute} /> : <Writing field={field} />
}

function Muted({ until, reason }: { readonly until: number | null; readonly reason: string }) {
  const { t } = useTranslation('chat')
  const site = useSite()
  return (
    <Notice tone="bad">
      <p>{until === null ? t('banned') : t('muted', { until: instantWords(until, site) })}</p>
      <p>{t('mute_reason', { reason })}</p>
    </Notice>
  )
}

function Writing({ field }: ComposerProps) {
  const { t } = useTranslation('chat')
  const { t: tShell } = useTranslation('shell')
  const { room, clientId: drawn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { state, formData } = useNavigation()
  // The page revalidates while typing, so the message keeps its first client id.
  const [first] = useState(drawn)
  const isSending = state !== 'idle' && formData?.get('intent') === 'send'
  const own = answer?.fields['intent'] === 'send' ? answer : undefined
  const clientId = own?.done ? own.idempotencyKey : (own?.fields['client_id'] ?? first)
  const problem = isSending ? undefined : own?.isUnanswered ? tShell('unanswered_kept') : own?.problem?.text
  return (
    <Form key={clientId} method="post" action={`/chat?room=${room}`} preventScrollReset className="grid gap-1">
      <input type="hidden" name="client_id" value={clientId} />
      <input type="hidden" name="room" value={room} />
      <div className="flex items-end gap-2">
        <ComposerField
          label={t('message')}
          intent="send"
          field={field}
          required
          aria-describedby="chat-hint"
          defaultValue={own && !own.done ? own.fields['text'] : undefined}
        />
        <Button name="intent" value="send" variant="brand" isBusy={isSending}>
          {t('send')}
        </Button>
      </div>
      <Problem text={problem} />
    </Form>
  )
}

const HINT = { max: String(CHAT_LENGTH_MAX), seconds: String(CHAT_SLOW_MS / SECOND_MS) }

/** The warning; it unfolds to the hints. */
export function Rules() {
  const { t } = useTranslation('chat')
  const { notice, reader } = useLoaderData<typeof loader>()
  return (
    <details className="min-w-0 flex-1 basis-full rounded-lg border border-brand/50 notice-plain px-3 text-xs lg:basis-0 lg:open:basis-full">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <span className="min-w-0 flex-1 py-1.5">{notice}</span>
        <Icon name="help" className="size-4.5 shrink-0 text-muted" />
      </summary>
      <p className="pb-2 text-muted">{t('text')}</p>
      {reader && (
        <p id="chat-hint" className="pb-2 text-muted">
          {t('hint', HINT)}
        </p>
      )}
    </details>
  )
}

export function HiddenPeople() {
  const { t } = useTranslation('chat')
  const { room, reader } = useLoaderData<typeof loader>()
  if (!reader || reader.hidden.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2 text-muted">{t('hidden')}</summary>
      <ul className="flex flex-wrap gap-2">
        {reader.hidden.map(({ author, name }) => (
          <li key={author}>
            <Form method="post" action={`/chat?room=${room}`} preventScrollReset>
              <input type="hidden" name="room" value={room} />
              <input type="hidden" name="author" value={author} />
              <Button name="intent" value="show" variant="quiet" size="sm">
                {t('show', { name })}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
