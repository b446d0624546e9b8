// The pay password, by a code.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { PasswordChange } from '../../forms/password-change'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function PayPassword() {
  const { t } = useTranslation('security')
  const { owner, factors, hasPayPassword } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('pay_password')} text={t('pay_password_text')} backTo="/settings/security">
      {hasPayPassword && (
        <>
          <Notice tone="plain">{t('change_locks')}</Notice>
          <Link
            to="/settings/security/fund-password"
            className="justify-self-start text-sm font-semibold text-selected-text"
          >
            {t('by_old_instead')}
          </Link>
        </>
      )}
      <PasswordChange owner={owner} by="code" factors={factors} ways={null} oldLabel={t('pay_password_old')} />
    </Pane>
  )
}
