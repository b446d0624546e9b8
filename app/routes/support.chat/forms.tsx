// Chat forms: open a conversation, send, rate. A message keeps its client id until delivered.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_LENGTH_MAX, COMMENT_LENGTH_MAX, STARS_MAX, SUPPORT_TOPICS } from '#domain/support/thread'
import { Button } from '../../components/button'
import { ComposerField } from '../../components/composer-field'
import { FieldFrame, Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { ImageField } from '../../components/image-field'
import { SelectField } from '../../components/select'
import { sayTyping } from '../../live/say-typing'
import { VoiceField } from './voice-field'
import type { action, loader } from './data.server'

function useChatForm(intent: string) {
  const { t: tShell } = useTranslation('shell')
  const { clientId: drawn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { state, formMethod } = useNavigation()
  // The page revalidates while typing, so the message keeps its first client id.
  const [first] = useState(drawn)
  const isSending = state !== 'idle' && formMethod === 'POST'
  const own = answer?.fields['intent'] === intent ? answer : undefined
  const clientId = own?.done ? own.idempotencyKey : (own?.fields['client_id'] ?? first)
  const problem = isSending ? undefined : own?.isUnanswered ? tShell('unanswered_kept') : own?.problem?.text
  return { clientId, isSending, problem, typed: own && !own.done ? own.fields : {} }
}

export function OpenForm() {
  const { t } = useTranslation('support')
  const { topic, mayFile } = useLoaderData<typeof loader>()
  const { clientId, isSending, problem, typed } = useChatForm('open')
  return (
    <Form
      method="post"
      encType={mayFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      className="panel grid gap-4 p-4"
    >
      <input type="hidden" name="client_id" value={clientId} />
      <SelectField
        label={t('topic')}
        name="topic"
        defaultValue={typed['topic'] ?? topic ?? 'else'}
        options={SUPPORT_TOPICS.map((value) => ({ value, words: t(`topic_${value}`) }))}
      />
      <TextField text={typed['text']} rows={5} />
      {mayFile ? <Attachments /> : <p className="text-xs text-muted">{t('guest_text')}</p>}
      <Problem text={problem} />
      <Button name="intent" value="open" variant="brand" isBusy={isSending}>
        {t('send')}
      </Button>
    </Form>
  )
}

export function Composer({ threadId }: { readonly threadId: string }) {
  const { t } = useTranslation('support')
  const { mayFile } = useLoaderData<typeof loader>()
  const { clientId, isSending, problem, typed } = useChatForm('send')
  return (
    <Form
      key={clientId}
      method="post"
      action={`/support/chat?thread=${threadId}`}
      preventScrollReset
      encType={mayFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      className="panel grid gap-2 p-3"
    >
      <input type="hidden" name="client_id" value={clientId} />
      <input type="hidden" name="thread" value={threadId} />
      <div className="flex items-end gap-2">
        <ComposerField
          label={t('message')}
          intent="send"
          required={!mayFile}
          maxLength={LINE_LENGTH_MAX}
          defaultValue={typed['text']}
          onInput={() => sayTyping(`/support/chat?thread=${threadId}`, { intent: 'typing', thread: threadId })}
        />
        <Button name="intent" value="send" variant="brand" isBusy={isSending}>
          {t('send')}
        </Button>
      </div>
      {mayFile && <Attachments />}
      <Problem text={problem} />
    </Form>
  )
}

/** A message carries at most one attachment: picture or voice. */
function Attachments() {
  const { t } = useTranslation('support')
  return (
    <div className="flex flex-wrap gap-2">
      <details className="open:w-full">
        <AttachmentSummary icon="image" label={t('add_picture')} />
        <ImageField label={t('picture')} name="picture" />
      </details>
      <details className="open:w-full">
        <AttachmentSummary icon="voice" label={t('add_voice')} />
        <VoiceField />
      </details>
    </div>
  )
}

function AttachmentSummary({ icon, label }: { readonly icon: 'image' | 'voice'; readonly label: string }) {
  return (
    <summary
      aria-label={label}
      title={label}
      className="grid size-11 cursor-pointer list-none place-items-center rounded-lg text-selected-text hover:bg-raised [&::-webkit-details-marker]:hidden"
    >
      <Icon name={icon} className="size-5" />
    </summary>
  )
}

interface TextFieldProps {
  readonly text: string | undefined
  readonly rows: number
}

function TextField({ text, rows }: TextFieldProps) {
  const { t } = useTranslation('support')
  return (
    <FieldFrame label={t('message')}>
      {(wiring) => (
        <textarea
          {...wiring}
          name="text"
          rows={rows}
          required
          maxLength={LINE_LENGTH_MAX}
          defaultValue={text}
          className="field block"
        />
      )}
    </FieldFrame>
  )
}

export function RatingForm({ threadId }: { readonly threadId: string }) {
  const { t } = useTranslation('support')
  const { isSending } = useChatForm('rate')
  const stars = Array.from({ length: STARS_MAX }, (_, index) => STARS_MAX - index)
  return (
    <Form method="post" action={`/support/chat?thread=${threadId}`} className="grid gap-3">
      <input type="hidden" name="thread" value={threadId} />
      <SelectField
        label={t('rate')}
        name="stars"
        defaultValue={String(STARS_MAX)}
        options={stars.map((star) => ({ value: String(star), words: t(`stars_${star}` as 'stars_1') }))}
      />
      <FieldFrame label={t('comment')}>
        {(wiring) => (
          <textarea {...wiring} name="comment" rows={2} maxLength={COMMENT_LENGTH_MAX} className="field block" />
        )}
      </FieldFrame>
      <Button name="intent" value="rate" variant="brand" isBusy={isSending}>
        {t('rate_send')}
      </Button>
    </Form>
  )
}
