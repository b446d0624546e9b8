// The entries of the home menu, as operators list them, under the names and paths of our own pages. What is not here yet is left out.

import type { Language } from '#domain/language'
import type { MenuTitle } from '#domain/menu'
import type { MenuItem } from '#services/content'
import type { IconName } from '../../components/icon'
import { resolveOldLink } from '../../site/old-links'
import { type PageName, findPage } from '../../site/pages'
import { pageName } from '../../text/page-names.server'

export interface MenuEntry {
  readonly path: string
  readonly icon: IconName
  readonly words: string
}

/** Entries of pages that are built. */
const ICONS: Readonly<Partial<Record<MenuTitle, IconName>>> = {
  market: 'market',
  exchange: 'trade',
  transaction: 'orders',
  // Convert, by its old name; arrows to and fro are the way between wallets.
  transfer: 'refresh',
  bills: 'history',
  recharge: 'deposit',
  withdraw: 'withdraw',
  futures: 'chart',
  seconds: 'clock',
  copytrade: 'copy',
  ieo: 'star',
  lockming: 'lock',
  invest: 'sort',
  nft: 'image',
  borrowing: 'swap',
  otc: 'assets',
  stock: 'news',
  chatroom: 'mail',
  game: 'play',
  coupon: 'gift',
  share: 'share',
  quiz: 'help',
}

/** A page that only asks for which coin, or has several tabs: the menu says what for. */
const PURPOSES: Readonly<Record<string, PageName>> = {
  '/assets/coins?for=deposit': 'funds.deposit',
  '/assets/coins?for=withdraw': 'funds.withdraw',
  '/market?list=stocks': 'stocks.title',
  '/trade?product=futures': 'futures.title',
  '/trade?product=options': 'options.title',
}

export function menuEntries(items: readonly Pick<MenuItem, 'title' | 'url'>[], language: Language): MenuEntry[] {
  const entries = new Map<string, MenuEntry>()
  for (const { title, url } of items) {
    const [pathname = '', query = ''] = url.split('?')
    const path = resolveOldLink(pathname, query) ?? url
    const page = findPage(path.split('?')[0] ?? '')
    if (!page?.isBuilt || !page.name || entries.has(path)) continue
    const name = PURPOSES[path] ?? page.name
    entries.set(path, { path, icon: ICONS[title as MenuTitle] ?? 'menu', words: pageName(language, name) })
  }
  return [...entries.values()]
}
