// Home menu entries as configured by operators, with names and paths of our pages; the visitor's pins come first.

import type { Language } from '#domain/language'
import type { MenuItem } from '#services/content'
import { resolveOldLink } from '../../site/old-links'
import { type PageName, findPage } from '../../site/pages'
import type { ProductLink } from '../../site/products'
import { GROUPS, type Group, findProduct } from '../../site/products.server'
import { pageName } from '../../text/page-names.server'
import { PINS_MAX, PINS_PRESET, pinKey } from './pins'

interface MenuEntry extends ProductLink {
  readonly group: Group
}

export interface HomeMenu {
  readonly pinned: readonly ProductLink[]
  readonly groups: readonly { readonly group: Group; readonly links: readonly ProductLink[] }[]
}

/** `pins` is the cookie. A pinned product that the operators hide is left out. */
export function homeMenu(
  items: readonly Pick<MenuItem, 'url'>[],
  { language, pins = PINS_PRESET }: { language: Language; pins: string | undefined },
): HomeMenu {
  const entries = menuEntries(items, language)
  return {
    pinned: pins
      .split('.')
      .flatMap((key) => entries.find(({ path }) => pinKey(path) === key) ?? [])
      .slice(0, PINS_MAX)
      .map((entry) => tileOf(entry, language)),
    groups: GROUPS.map((group) => ({
      group,
      links: entries.filter((entry) => entry.group === group).map(linkOf),
    })).filter(({ links }) => links.length > 0),
  }
}

const linkOf = ({ path, icon, words }: MenuEntry): ProductLink => ({ path, icon, words })

/** Shorter names, taken from header and tabs, where a tile is too narrow. */
const SHORT: Readonly<Record<string, PageName>> = {
  '/buy': 'shell.nav_buy',
  '/copy': 'shell.nav_copy',
  '/earn': 'shell.nav_earn',
  '/nft': 'shell.nav_nft',
  '/trade?product=options': 'market.tab_options',
}

function tileOf(entry: MenuEntry, language: Language): ProductLink {
  const short = SHORT[entry.path]
  return { ...linkOf(entry), ...(short && { words: pageName(language, short) }) }
}

/** Menu entries without a product are grouped under "more". */
function menuEntries(items: readonly Pick<MenuItem, 'url'>[], language: Language): readonly MenuEntry[] {
  const entries = new Map<string, MenuEntry>()
  for (const { url } of items) {
    const [pathname = '', query = ''] = url.split('?')
    const path = resolveOldLink(pathname, query) ?? url
    const page = findPage(path.split('?')[0] ?? '')
    if (!page || entries.has(path)) continue
    const { name, icon, group } = findProduct(path) ?? { name: page.name, icon: 'menu', group: 'more' }
    entries.set(path, { path, icon, group, words: pageName(language, name) })
  }
  return [...entries.values()]
}
