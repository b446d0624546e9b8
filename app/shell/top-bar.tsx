// The top bar: the way home, in a wide window the products, then search, announcements, display and account.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../site/site'
import { AccountMenu } from './account-menu'
import { Bell } from './bell'
import { DisplayMenu } from './display-menu'
import { FinderButton } from './finder'
import { OfflineBanner } from './offline-banner'
import { BarLink, ProductNav } from './product-nav'
import { TABS, isUnder } from './tabs'

/** Own pages; in narrower windows they are in the account menu. */
const OWN = TABS.filter(({ to }) => to === '/orders' || to === '/assets')

export function TopBar({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell')
  const { name, logo, userId } = useSite()
  return (
    <header className="top-bar sticky top-0 z-bar border-b border-line bg-surface">
      <div className="flex h-14 items-center gap-1 px-3 lg:gap-3 lg:px-5">
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
        <ProductNav />
        <div className="ml-auto flex shrink-0 items-center gap-0.5 lg:gap-1">
          {userId !== null &&
            OWN.map(({ to, under, word }) => (
              <BarLink
                key={to}
                to={to}
                words={t(word)}
                isSelected={isUnder(pathname, { under })}
                className="max-xl:hidden"
              />
            ))}
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
