// The five tabs of spec §2.

import type { IconName } from '../components/icon'
import type { WordKey } from '../../locales/key'

export interface Tab {
  readonly to: string
  /** Paths under it keep the tab selected. */
  readonly under: string
  readonly icon: IconName
  readonly word: WordKey<'shell'>
}

export const TABS: readonly Tab[] = [
  { to: '/', under: '/', icon: 'home', word: 'nav_home' },
  { to: '/market', under: '/market', icon: 'market', word: 'nav_market' },
  { to: '/trade', under: '/trade', icon: 'trade', word: 'nav_trade' },
  { to: '/orders', under: '/orders', icon: 'orders', word: 'nav_orders' },
  { to: '/assets', under: '/assets', icon: 'assets', word: 'nav_assets' },
]

export const isUnder = (pathname: string, { under }: Pick<Tab, 'under'>): boolean =>
  under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`)
