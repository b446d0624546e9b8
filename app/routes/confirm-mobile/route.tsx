// Page of the mailed confirmation link for a mobile: one button and its result.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { EntryFrame } from '../../components/identity/entry-frame'
import { Notice } from '../../components/notice'
import { askOr } from '../../site/revalidation'
import type { ConfirmAnswer, action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export const clientAction = askOr<ConfirmAnswer>(() => ({ isConfirmed: false, problem: null, isUnanswered: true }))

export default function ConfirmMobile() {
  const { t } = useTranslation('identity')
  const { t: tShell } = useTranslation('shell')
  const { token, mobile, problem } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().state === 'submitting'
  const foot = (
    <Link to="/login" className="-my-2 inline-block py-2 font-semibold text-selected-text">
      {t('back_to_login')}
    </Link>
  )
  const wrong = answer?.isUnanswered ? tShell('unanswered_kept') : (answer?.problem ?? problem)
  return (
    <EntryFrame title={t('confirm_mobile_title')} foot={foot}>
      <div className="grid gap-4">
        {answer?.isConfirmed ? (
          <Notice tone="good">{t('confirm_mobile_done')}</Notice>
        ) : (
          wrong && <Notice tone="bad">{wrong}</Notice>
        )}
        {mobile !== null && !answer?.isConfirmed && (
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="token" value={token} />
            <p className="running-text text-sm text-muted">{t('confirm_mobile_text', { mobile })}</p>
            <Button variant="brand" size="lg" isBusy={isSending}>
              {t(isSending ? 'working' : 'confirm_mobile')}
            </Button>
          </Form>
        )}
      </div>
    </EntryFrame>
  )
}
