// Login.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { AccountField, ENTRY_GROUP } from '../../components/identity/entry-account'
import { FormProblem, PasswordField } from '../../components/identity/entry-fields'
import { EntryFrame } from '../../components/identity/entry-frame'
import { Notice } from '../../components/notice'
import { PasskeyLogin } from '../../forms/passkey-login'
import { useEntryForm } from '../../forms/use-entry-form'
import { useRefusalWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askEntry as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

const QUIET_NOTICES: ReadonlySet<string> = new Set(['please_log_in', 'session_ended'])

export default function Login() {
  const { t } = useTranslation('identity')
  const { t: tShell } = useTranslation('shell')
  const sayRefusal = useRefusalWords()
  const { returnTo, notice, by, area } = useLoaderData<typeof loader>()
  const entry = useEntryForm({ by, step: 'login', isCodeNeeded: false, isInviteRequired: false })
  const foot = (
    <>
      {t('no_account')}{' '}
      <Link
        to={`/register?${new URLSearchParams({ returnTo }).toString()}`}
        className="-my-2 inline-block py-2 font-semibold text-selected-text"
      >
        {tShell('register')}
      </Link>
    </>
  )
  return (
    <EntryFrame title={t('login_title')} foot={foot}>
      <Form method="post" {...entry.wiring} className={ENTRY_GROUP}>
        {notice && !entry.answer && (
          <Notice tone={QUIET_NOTICES.has(notice) ? 'plain' : 'good'}>
            {notice === 'session_ended' ? sayRefusal({ code: notice, facts: {} }) : t(notice)}
          </Notice>
        )}
        <input type="hidden" name="returnTo" value={returnTo} />
        <AccountField entry={entry} area={area} isNew="no" />
        <PasswordField entry={entry} isNew="no" />
        {/* After the field in tab order: Tab moves from the account to the password. */}
        <Link
          to="/forgot"
          className="-my-3 inline-flex min-h-11 items-center justify-self-end text-sm text-selected-text"
        >
          {t('forgot_link')}
        </Link>
        <FormProblem entry={entry} />
        <Button variant="brand" size="lg" isBusy={entry.isSending} className="mt-1">
          {t(entry.isSending ? 'working' : 'login_submit')}
        </Button>
      </Form>
      <PasskeyLogin returnTo={returnTo} purpose="login" />
    </EntryFrame>
  )
}
