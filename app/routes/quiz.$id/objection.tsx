// Objection form: bettors may object for a day; the desk replies before payout.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { OBJECTION_LENGTH } from '#domain/quiz/rules'
import { Button } from '../../components/button'
import { FieldFrame } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'

export function Objection() {
  const { t } = useTranslation('quiz')
  const { t: tShell } = useTranslation('shell')
  const { answer, own, commandId, now } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  if (!answer || !own) return null
  const { objection } = own
  const answered = said?.fields['intent'] === 'object' ? said : undefined
  const problem = answered?.isUnanswered ? tShell('unanswered') : answered?.problem?.text
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="font-semibold">{t('objection')}</h2>
      {objection ? (
        <>
          <p>{objection.reason}</p>
          <Notice tone="plain">
            {t(`objection_${objection.state}`)} {objection.reply}
          </Notice>
        </>
      ) : now < answer.objectionsEndAt ? (
        <Form method="post" className="grid gap-3" preventScrollReset>
          <input type="hidden" name="commandId" value={commandId} />
          <p className="text-muted">
            {t('objection_until')} <Moment at={answer.objectionsEndAt} />
          </p>
          <FieldFrame label={t('objection_reason')} problem={problem}>
            {(wiring) => (
              <textarea
                {...wiring}
                name="reason"
                rows={3}
                required
                minLength={OBJECTION_LENGTH.min}
                maxLength={OBJECTION_LENGTH.max}
                defaultValue={answered?.fields['reason'] ?? ''}
                className="w-full rounded-lg bg-raised px-3 py-2"
              />
            )}
          </FieldFrame>
          <Button name="intent" value="object" variant="quiet" isBusy={isSending}>
            {t('objection_send')}
          </Button>
        </Form>
      ) : (
        <p className="text-muted">{t('objection_over')}</p>
      )}
    </section>
  )
}
