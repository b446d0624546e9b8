// Registration. One form, two submits: the first sends the code, the second opens the account.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { AccountField, ENTRY_GROUP } from '../../components/identity/entry-account'
import { EntryCode } from '../../components/identity/entry-code'
import {
  CodeNotice,
  FormProblem,
  InviteField,
  PasswordAgainField,
  PasswordField,
} from '../../components/identity/entry-fields'
import { EntryFrame } from '../../components/identity/entry-frame'
import { Notice } from '../../components/notice'
import { useSite } from '../../site/site'
import { FirstButton } from '../../forms/sent-code'
import { useEntryForm } from '../../forms/use-entry-form'
import { useStoredFields } from '../../forms/use-stored-fields'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askEntry as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Register() {
  const { t } = useTranslation('identity')
  const { t: tShell } = useTranslation('shell')
  const { isDemo } = useSite()
  const { returnTo, inviteCode, isInviteRequired, isCodeNeeded, by, area } = useLoaderData<typeof loader>()
  const entry = useEntryForm({ by, step: 'register', isCodeNeeded, isInviteRequired })
  useStoredFields(entry.wiring.ref, { key: 'cm_register', answer: entry.answer })
  const isWorking = entry.sending === 'register'
  const foot = (
    <>
      {t('have_account')}{' '}
      <Link
        to={`/login?${new URLSearchParams({ returnTo }).toString()}`}
        className="-my-2 inline-block py-2 font-semibold text-selected-text"
      >
        {tShell('log_in')}
      </Link>
    </>
  )
  return (
    <EntryFrame title={t('register_title')} foot={foot}>
      <Form method="post" {...entry.wiring} className={ENTRY_GROUP}>
        <FirstButton intent="register" />
        {isDemo && <Notice tone="plain">{t('demo_gift')}</Notice>}
        <input type="hidden" name="returnTo" value={returnTo} />
        <AccountField entry={entry} area={area} isNew="yes" />
        {isCodeNeeded && <EntryCode entry={entry} />}
        {isCodeNeeded && <CodeNotice entry={entry} />}
        <PasswordField entry={entry} isNew="first" />
        <PasswordAgainField entry={entry} />
        <InviteField entry={entry} isRequired={isInviteRequired} fromLink={inviteCode} />
        <Consent />
        <FormProblem entry={entry} />
        <Button name="intent" value="register" variant="brand" size="lg" isBusy={isWorking}>
          {t(isWorking ? 'working' : 'register_submit')}
        </Button>
      </Form>
    </EntryFrame>
  )
}

/** Legal links open a new tab, so that typed fields stay. */
function Consent() {
  const { t } = useTranslation('identity')
  const { t: tContent } = useTranslation('content')
  return (
    <p className="text-sm">
      <label className="flex min-h-11 items-center gap-2.5 lg:min-h-9">
        <input type="checkbox" name="consent" required className="size-4.5 shrink-0 accent-selected" />
        <span>{t('consent')}</span>
      </label>
      <a href="/terms" target="_blank" rel="noreferrer" className="ml-7 inline-block py-2 text-selected-text underline">
        {tContent('terms')}
      </a>
    </p>
  )
}
