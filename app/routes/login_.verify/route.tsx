// Second step of the login.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { CodeField } from '../../components/code-field'
import { EntryFrame } from '../../components/identity/entry-frame'
import { Field, Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { PasskeyLogin } from '../../forms/passkey-login'
import { useRefusal } from '../../components/form-focus'
import { askOr } from '../../site/revalidation'
import type { SecondStepAnswer, action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export const clientAction = askOr<SecondStepAnswer>(() => ({ problem: null, isUnanswered: true }))

export default function SecondStep() {
  const { t } = useTranslation('security')
  const { t: tIdentity } = useTranslation('identity')
  const { step, returnTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t: tShell } = useTranslation('shell')
  const form = useRefusal(answer)
  const isSending = useNavigation().state === 'submitting'
  const unanswered = answer?.isUnanswered && !isSending ? tShell('unanswered_kept') : undefined
  const foot = (
    <Link to="/login" className="-my-2 inline-block py-2 font-semibold text-selected-text">
      {tIdentity('back_to_login')}
    </Link>
  )
  return (
    <EntryFrame title={t('second_step_title')} foot={foot}>
      <p className="mb-4 text-sm text-muted">{t(step.hasTotp ? 'second_step_totp' : 'second_step_passkey')}</p>
      {step.hasTotp && (
        <Form ref={form} method="post" className="grid gap-4">
          <input type="hidden" name="returnTo" value={returnTo} />
          <CodeField label={t('totp_code')} name="code" isRequired problem={answer?.problem ?? undefined} />
          <Problem text={unanswered} />
          <Button variant="brand" size="lg" isBusy={isSending}>
            {tIdentity(isSending ? 'working' : 'login_submit')}
          </Button>
        </Form>
      )}
      {!step.hasTotp && <Problem text={unanswered ?? answer?.problem ?? undefined} />}
      {step.hasPasskey && <PasskeyLogin returnTo={returnTo} purpose="second_step" />}
      {step.hasRecoveryCodes && (
        <details className="group mt-3">
          <summary className="flex min-h-11 items-center gap-1 text-sm text-selected-text">
            {t('recovery_use')}
            <Icon name="down" className="size-4 transition group-open:rotate-180" />
          </summary>
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="returnTo" value={returnTo} />
            <Field
              label={t('recovery_code')}
              name="recovery_code"
              hint={t('recovery_code_hint')}
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Button isWide>{tIdentity('login_submit')}</Button>
          </Form>
        </details>
      )}
    </EntryFrame>
  )
}
