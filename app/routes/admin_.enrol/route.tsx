// Enrolment of a new staff member: a password, and an authenticator app or a passkey.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { DeskForm } from '../../admin/page'
import { AppToScan, EntryCard, StaffCodeField } from '../../admin/entry'
import { PasskeyButton } from '../../admin/passkey-button'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { deskHeaders as headers } from '../../admin/enter.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('desk', EnrolForm)

function EnrolForm() {
  const { t } = useTranslation('desk')
  const { title, commandId, token, enrolment: drawn, problem } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const enrolment = answer?.enrolment ?? drawn
  if (!enrolment) {
    return (
      <EntryCard title={title}>
        <Notice tone="bad">{problem}</Notice>
      </EntryCard>
    )
  }
  return (
    <EntryCard title={title}>
      <p className="mb-4 text-sm text-muted">{t('enrol_text', { email: enrolment.email })}</p>
      <DeskForm commandId={commandId} step="enrol" answer={answer} submit={t('enrol_submit')}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="sealed" value={enrolment.sealed} />
        <input type="hidden" name="username" value={enrolment.email} autoComplete="username" />
        <Field
          label={t('password')}
          hint={t('password_hint')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
        />
        <Field label={t('password_again')} name="again" type="password" autoComplete="new-password" required />
        <PasskeyButton purpose="enrol" needs={['password', 'again']} words={t('enrol_passkey')} />
        <p className="text-sm text-muted">{t('enrol_or_app')}</p>
        <AppToScan setup={enrolment} />
        <StaffCodeField />
      </DeskForm>
    </EntryCard>
  )
}
