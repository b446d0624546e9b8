// The top bar: the way home, on a desktop the main pages and the search field's button, then announcements, display and account.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../site/site'
import { AccountMenu } from './account-menu'
import { Bell } from './bell'
import { DisplayMenu } from './display-menu'
import { FinderButton } from './finder'
import { OfflineBanner } from './offline-banner'
import { TABS, type Tab, isUnder } from './tabs'

export function TopBar({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell')
  const { name, logo } = useSite()
  return (
    <header className="top-bar sticky top-0 z-bar border-b border-line bg-surface">
      <div className="flex h-14 items-center gap-1 px-3 lg:gap-4 lg:px-5">
        <Link to="/" className="flex h-11 min-w-0 items-center gap-2 text-lg font-bold">
          {logo ? (
            <img src={logo} alt="" className="brand-mark" />
          ) : (
            <span aria-hidden="true" className="brand-mark bg-brand">
              {name.slice(0, 1)}
            </span>
          )}
          <span className="truncate">{name}</span>
        </Link>
        <nav aria-label={t('nav_main')} className="hidden lg:flex">
          {TABS.slice(1).map((tab) => (
            <TopTab key={tab.to} tab={tab} isSelected={isUnder(pathname, tab)} />
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-0.5 lg:gap-1">
          <FinderButton />
          <Bell />
          <DisplayMenu />
          <AccountMenu />
        </div>
      </div>
      <OfflineBanner />
    </header>
  )
}

function TopTab({ tab, isSelected }: { tab: Tab; isSelected: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Link
      to={tab.to}
      prefetch="intent"
      aria-current={isSelected ? 'page' : undefined}
      className={`relative flex h-14 items-center px-3.5 text-sm font-medium whitespace-nowrap transition ${
        isSelected
          ? 'text-selected-text after:absolute after:inset-x-3.5 after:bottom-0 after:h-0.5 after:rounded-full after:bg-selected'
          : 'text-muted hover:text-ink'
      }`}
    >
      {t(tab.word)}
    </Link>
  )
}
