// Product navigation of the desktop header: menus and direct links. Narrower windows have the tab bar.

import { Link, useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon'
import { useSite } from '../site/site'
import type { ProductGroup, ProductLink } from '../site/products'
import { MENU_ITEM, Menu } from './menu'

const WORDS = { trade: 'nav_trade', earn: 'nav_earn', more: 'nav_more' } as const
const SHORT = { '/nft': 'nav_nft', '/copy': 'nav_copy', '/buy': 'nav_buy' } as const

const isAt = (pathname: string, path: string): boolean => {
  const [own = ''] = path.split('?')
  return pathname === own || pathname.startsWith(`${own}/`)
}

export function ProductNav() {
  const { t } = useTranslation('shell')
  const { products } = useSite()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('nav_main')} className="hidden min-w-0 items-center lg:flex">
      <BarLink to="/market" words={t('nav_market')} isSelected={isAt(pathname, '/market')} />
      {products.map((group) =>
        group.place === 'bar' ? (
          group.links.map(({ path }) => (
            <BarLink
              key={path}
              to={path}
              words={t(SHORT[path as keyof typeof SHORT])}
              isSelected={isAt(pathname, path)}
            />
          ))
        ) : (
          <GroupMenu key={group.place} place={group.place} links={group.links} pathname={pathname} />
        ),
      )}
    </nav>
  )
}

interface GroupMenuProps {
  readonly place: Exclude<ProductGroup['place'], 'bar'>
  readonly links: readonly ProductLink[]
  readonly pathname: string
}

function GroupMenu({ place, links, pathname }: GroupMenuProps) {
  const { t } = useTranslation('shell')
  return (
    <Menu
      label={t(WORDS[place])}
      side="left"
      isSelected={links.some(({ path }) => isAt(pathname, path))}
      face={
        <span className="flex items-center gap-1 px-1.5 text-sm font-medium whitespace-nowrap">
          {t(WORDS[place])}
          <Icon name="down" className="size-4" />
        </span>
      }
    >
      {links.map((link, at) => (
        <Fragment key={link.path}>
          {link.heading && link.heading !== links[at - 1]?.heading && <MenuHeading>{t(link.heading)}</MenuHeading>}
          <ProductRow link={link} />
        </Fragment>
      ))}
    </Menu>
  )
}

export const MenuHeading = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-3 pt-2 pb-1 text-xs text-muted">{children}</p>
)

export const ProductRow = ({ link: { path, icon, words, text } }: { readonly link: ProductLink }) => (
  <Link to={path} prefetch="intent" className={MENU_ITEM}>
    <Icon name={icon} className="size-5 shrink-0 text-muted" />
    <span className="min-w-0 py-1 wrap-anywhere">
      {words}
      {text && <span className="block text-xs font-normal text-muted max-lg:hidden">{text}</span>}
    </span>
  </Link>
)

interface BarLinkProps {
  readonly to: string
  readonly words: string
  readonly isSelected: boolean
  readonly className?: string
}

export const BarLink = ({ to, words, isSelected, className = '' }: BarLinkProps) => (
  <Link
    to={to}
    prefetch="intent"
    aria-current={isSelected ? 'page' : undefined}
    className={`relative flex h-14 items-center px-2 text-sm font-medium whitespace-nowrap transition xl:px-3.5 ${
      isSelected
        ? 'text-selected-text after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-selected'
        : 'text-muted hover:text-ink'
    } ${className}`}
  >
    {words}
  </Link>
)
