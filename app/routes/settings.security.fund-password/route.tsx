// Pay password change by the old password.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { PasswordChange } from '../../forms/password-change'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

const WAYS = { old: '/settings/security/fund-password', code: '/settings/security/pay-password' }

export default function FundPassword() {
  const { t } = useTranslation('security')
  const { owner } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('fund_password')} text={t('fund_password_text')} backTo="/settings/security">
      <Notice tone="plain">{t('change_locks')}</Notice>
      <PasswordChange owner={owner} by="old" ways={WAYS} oldLabel={t('pay_password_old')} />
    </Pane>
  )
}
