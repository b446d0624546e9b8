// Link to the limits that a person sets on losses and stakes, below what may lose money.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'

export function OwnLimitsLink({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('ui')
  return (
    <Link to="/settings/limits" className={`py-1 text-selected-text hover:underline ${className}`}>
      {t('own_limits')}
    </Link>
  )
}
