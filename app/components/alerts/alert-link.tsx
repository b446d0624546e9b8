// Bell that leads to the alert form of a pair. A link, so it works without scripts; guests log in first.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon'

export function AlertLink({ symbol, className = '' }: { readonly symbol: string; readonly className?: string }) {
  const { t } = useTranslation('market')
  const words = t('alert_set', { pair: symbol.replace('-', '/') })
  return (
    <Link
      to={`/alerts?${new URLSearchParams({ symbol }).toString()}`}
      aria-label={words}
      title={words}
      className={`grid place-items-center text-muted transition hover:text-ink ${className}`}
    >
      <Icon name="bell" className="size-4.5" />
    </Link>
  )
}
