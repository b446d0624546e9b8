// Setting a new password with a code.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { AccountField, ENTRY_GROUP } from '../../components/identity/entry-account'
import { EntryCode } from '../../components/identity/entry-code'
import { CodeNotice, FormProblem, PasswordAgainField, PasswordField } from '../../components/identity/entry-fields'
import { EntryFrame } from '../../components/identity/entry-frame'
import { FirstButton } from '../../forms/sent-code'
import { useEntryForm } from '../../forms/use-entry-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askEntry as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Forgot() {
  const { t } = useTranslation('identity')
  const { by, area } = useLoaderData<typeof loader>()
  const entry = useEntryForm({ by, step: 'reset', isCodeNeeded: true, isInviteRequired: false })
  const isWorking = entry.sending === 'reset'
  const foot = (
    <Link to="/login" className="-my-2 inline-block py-2 font-semibold text-selected-text">
      {t('back_to_login')}
    </Link>
  )
  return (
    <EntryFrame title={t('forgot_title')} foot={foot}>
      <Form method="post" {...entry.wiring} className={ENTRY_GROUP}>
        <FirstButton intent="reset" />
        <p className="running-text text-sm text-muted">{t('forgot_text')}</p>
        <AccountField entry={entry} area={area} isNew="no" />
        <EntryCode entry={entry} />
        <CodeNotice entry={entry} />
        <PasswordField entry={entry} isNew="replacement" />
        <PasswordAgainField entry={entry} />
        <FormProblem entry={entry} />
        <Button name="intent" value="reset" variant="brand" size="lg" isBusy={isWorking}>
          {t(isWorking ? 'working' : 'reset_submit')}
        </Button>
      </Form>
    </EntryFrame>
  )
}
