// Icons that lead from a pair to what products offer for it. Links, so they work without scripts.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PAIR_LINKS } from '../../site/product-links'
import { Icon } from '../icon'

export function PairLinks({ symbol, className = '' }: { readonly symbol: string; readonly className?: string }) {
  const { t } = useTranslation('market')
  return PAIR_LINKS.map(({ to, icon, words }) => {
    const name = t(words, { pair: symbol.replace('-', '/') })
    return (
      <Link
        key={words}
        to={to(symbol)}
        aria-label={name}
        title={name}
        className={`grid place-items-center text-muted transition hover:text-ink ${className}`}
      >
        <Icon name={icon} className="size-4.5" />
      </Link>
    )
  })
}
