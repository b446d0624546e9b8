// Contact form. A refusal keeps the typed text.

import { Form, useActionData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_TEXT_MAX, SUPPORT_TEXT_MIN } from '#domain/support'
import { Button } from '../../components/button'
import { Field, FieldFrame, Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { useRefusal } from '../../components/form-focus'
import { problemAt, problemOfForm } from '../../site/answer'
import type { action } from './data.server'

export function ContactForm() {
  const { t } = useTranslation('content')
  const answer = useActionData<typeof action>()
  const { t: tShell } = useTranslation('shell')
  const { formMethod, formAction } = useNavigation()
  // Other forms of the frame (e.g. logout) may be submitting, so check the action.
  const isSending = formMethod === 'POST' && formAction?.split('?')[0] === '/contact'
  const form = useRefusal(answer)
  if (answer?.done) return <Sent />
  return (
    <section
      id="message"
      className="panel h-fit scroll-mt-20 p-4 target:ring-1 target:ring-selected max-lg:mx-4 lg:mt-4 lg:p-6"
    >
      <h2 className="mb-4 text-lg font-bold">{t('form_title')}</h2>
      <Form ref={form} method="post" preventScrollReset className="grid gap-4">
        <Field
          label={t('form_reply_to')}
          name="replyTo"
          type="email"
          required
          autoComplete="email"
          defaultValue={answer?.fields['replyTo']}
          problem={problemAt(answer, 'replyTo')}
        />
        <FieldFrame label={t('form_text')} hint={t('form_text_hint')} problem={problemAt(answer, 'text')}>
          {(wiring) => (
            <textarea
              {...wiring}
              name="text"
              required
              rows={6}
              minLength={SUPPORT_TEXT_MIN}
              maxLength={SUPPORT_TEXT_MAX}
              defaultValue={answer?.fields['text']}
              className="field block"
            />
          )}
        </FieldFrame>
        <Problem
          text={
            answer?.isUnanswered && !isSending ? tShell('unanswered_kept') : problemOfForm(answer, ['replyTo', 'text'])
          }
        />
        <Button variant="brand" isBusy={isSending}>
          {t(isSending ? 'form_sending' : 'form_send')}
        </Button>
      </Form>
    </section>
  )
}

function Sent() {
  const { t } = useTranslation('content')
  return (
    <section role="status" className="panel grid h-fit justify-items-center gap-2 p-8 text-center max-lg:mx-4 lg:mt-4">
      <span className="grid size-14 place-items-center rounded-full bg-good/12 text-good-text">
        <Icon name="check" className="size-7" />
      </span>
      <h2 className="mt-1 text-lg font-bold">{t('form_sent_title')}</h2>
      <p className="text-sm text-muted">{t('form_sent')}</p>
    </section>
  )
}
