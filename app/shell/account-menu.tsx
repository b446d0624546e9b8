// Account menu with own pages; for guests login and registration links.

import { Form, Link } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../components/avatar'
import { ButtonLink } from '../components/button'
import { Icon, type IconName } from '../components/icon'
import { useSite } from '../site/site'
import { MENU_ITEM, Menu } from './menu'
import { MenuHeading, ProductRow } from './product-nav'
import { useProfile } from './use-profile'

/** Header links and "more" entries form one group. */
const HEADINGS = { trade: 'nav_trade', earn: 'nav_earn', bar: 'nav_more' } as const

export function AccountMenu() {
  const { userId } = useSite()
  return userId === null ? <WaysIn /> : <OwnMenu userId={userId} />
}

function WaysIn() {
  const { t } = useTranslation('shell')
  return (
    <div className="flex items-center gap-1.5 pl-1">
      <ButtonLink to="/login" size="sm" className="whitespace-nowrap">
        {t('log_in')}
      </ButtonLink>
      <ButtonLink to="/register" variant="brand" size="sm" className="hidden whitespace-nowrap sm:inline-flex">
        {t('register')}
      </ButtonLink>
    </div>
  )
}

function OwnMenu({ userId }: { userId: number }) {
  const { t } = useTranslation('shell')
  const { t: tFunds } = useTranslation('funds')
  const { t: tWallet } = useTranslation('wallet')
  const { t: tSecurity } = useTranslation('security')
  const { t: tSettings } = useTranslation('settings')
  const { products } = useSite()
  const profile = useProfile(userId)
  const account = t('account_number', { id: userId })
  const name = profile?.nickname || account
  const links: readonly (readonly [to: string, icon: IconName, words: string])[] = [
    ['/assets', 'assets', t('nav_assets')],
    ['/orders', 'orders', t('nav_orders')],
    ['/assets/deposit', 'deposit', tFunds('deposit')],
    ['/assets/transfer', 'swap', tWallet('transfer')],
    ['/assets/portfolio', 'chart', tWallet('portfolio')],
    ['/assets/bills', 'history', tWallet('bills')],
    ['/settings/profile', 'person', tSecurity('profile_title')],
    ['/settings/security', 'lock', tSecurity('title')],
    ['/settings', 'settings', tSettings('title')],
  ]
  return (
    <Menu
      label={t('account_menu')}
      face={
        <>
          {profile ? (
            <Avatar name={name} src={profile.head_portrait} size="sm" />
          ) : (
            <span className="size-8 rounded-full bg-pressed" />
          )}
          <Icon name="down" className="hidden size-4 lg:block" />
        </>
      }
    >
      <p className="truncate px-3 pt-1 text-sm font-semibold">{name}</p>
      {name !== account && <p className="px-3 text-xs text-muted">{account}</p>}
      <div className="mt-2 border-t border-line pt-2">
        {links.map(([to, icon, words]) => (
          <Link key={to} to={to} className={MENU_ITEM}>
            <Icon name={icon} className="size-5 text-muted" />
            {words}
          </Link>
        ))}
      </div>
      <div className="mt-2 border-t border-line pt-2 lg:hidden">
        {products.map(({ place, links: each }) => (
          <Fragment key={place}>
            {place !== 'more' && <MenuHeading>{t(HEADINGS[place])}</MenuHeading>}
            {each.map((link) => (
              <ProductRow key={link.path} link={link} />
            ))}
          </Fragment>
        ))}
      </div>
      <Form method="post" action="/logout" className="mt-2 border-t border-line pt-2">
        <button className={MENU_ITEM}>
          <Icon name="logout" className="size-5 text-muted" />
          {t('log_out')}
        </button>
      </Form>
    </Menu>
  )
}
