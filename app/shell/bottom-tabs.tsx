// Bottom tab bar on a phone.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon'
import { TABS, isUnder } from './tabs'

export function BottomTabs({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell')
  return (
    <nav
      aria-label={t('nav_main')}
      className="bottom-tabs fixed inset-x-0 bottom-0 z-bar grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {TABS.map((tab) => {
        const isSelected = isUnder(pathname, tab)
        return (
          <Link
            key={tab.to}
            to={tab.to}
            prefetch="intent"
            aria-current={isSelected ? 'page' : undefined}
            className={`flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-2xs transition ${
              isSelected ? 'font-semibold text-selected-text' : 'text-muted'
            }`}
          >
            <Icon name={tab.icon} className={`size-6 transition ${isSelected ? 'text-selected' : ''}`} />
            <span className="max-w-full truncate px-0.5">{t(tab.word)}</span>
          </Link>
        )
      })}
    </nav>
  )
}
