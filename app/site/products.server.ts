// Products by name: the groups that header, footer, account menu and home show.

import type { Language } from '#domain/language'
import type { IconName } from '../components/icon'
import { pageName } from '../text/page-names.server'
import type { PageName } from './pages'
import type { Heading, ProductGroup, ProductLink } from './products'

export const GROUPS = ['trade', 'earn', 'wallet', 'more'] as const
export type Group = (typeof GROUPS)[number]

/** Header position: a menu, or `bar` for a direct link. Null for pages linked elsewhere in the header. */
type HeaderPosition = 'trade' | 'earn' | 'bar' | 'more' | null

interface Product {
  readonly path: string
  readonly name: PageName
  readonly icon: IconName
  readonly group: Group
  readonly place: HeaderPosition
  readonly heading: Heading | undefined
}

type Row = readonly [path: string, name: PageName, icon: IconName, place?: HeaderPosition, heading?: Heading]

const inGroup = (group: Group, rows: readonly Row[]): Product[] =>
  rows.map(([path, name, icon, place = null, heading]) => ({ path, name, icon, group, place, heading }))

const PRODUCTS: readonly Product[] = [
  ...inGroup('trade', [
    ['/market', 'shell.nav_market', 'market'],
    ['/trade?product=spot', 'market.tab_spot', 'trade', 'trade'],
    ['/trade?product=futures', 'futures.title', 'chart', 'trade'],
    ['/trade?product=options', 'options.title', 'clock', 'trade'],
    ['/market?list=stocks', 'stocks.title', 'news'],
    ['/trade/stocks', 'stocks.title', 'news', 'trade'],
    ['/assets/convert', 'funds.convert', 'refresh', 'trade'],
    ['/copy', 'copy.title', 'copy', 'bar'],
  ]),
  ...inGroup('earn', [
    ['/earn', 'earn.title', 'chart', 'earn'],
    ['/earn/lock', 'mining.title', 'lock', 'earn'],
    ['/earn/invest', 'invest.title', 'sort', 'earn'],
    ['/ieo', 'ieo.title', 'star', 'earn'],
  ]),
  ...inGroup('wallet', [
    ['/assets/coins?for=deposit', 'funds.deposit', 'deposit'],
    ['/assets/withdraw', 'funds.withdraw', 'withdraw'],
    ['/buy', 'buy.title', 'assets', 'bar'],
    ['/loans', 'loan.title', 'swap', 'more', 'more_money'],
    ['/orders', 'spot.orders_title', 'orders'],
    ['/assets/portfolio', 'wallet.portfolio', 'chart'],
    ['/assets/bills', 'wallet.bills', 'history'],
  ]),
  ...inGroup('more', [
    ['/nft', 'nft.title', 'image', 'bar'],
    ['/invite', 'promotion.invite_title', 'share', 'more', 'more_money'],
    ['/coupons', 'promotion.coupon_title', 'gift', 'more', 'more_money'],
    ['/quiz', 'quiz.title', 'help', 'more', 'more_play'],
    ['/game', 'game.title', 'dice', 'more', 'more_play'],
    ['/chat', 'chat.title', 'mail', 'more', 'more_play'],
    ['/support', 'support.title', 'help', 'more', 'more_help'],
    ['/fairness', 'options.fairness_title', 'shield', 'more', 'more_help'],
  ]),
]

/** Lines under products in the header. */
const TEXTS: Readonly<Record<string, PageName>> = {
  '/earn': 'share.earn',
  '/earn/lock': 'share.lock',
  '/earn/invest': 'share.invest',
  '/ieo': 'share.ieo',
}

const textOf = (language: Language, path: string): string | undefined => TEXTS[path] && pageName(language, TEXTS[path])

const linkOf = (language: Language, { path, name, icon, heading }: Product): ProductLink => ({
  path,
  icon,
  heading,
  words: pageName(language, name),
  text: textOf(language, path),
})

/** Header menus with their products. */
export const headerProducts = (language: Language): readonly ProductGroup[] =>
  (['trade', 'earn', 'bar', 'more'] as const).map((place) => ({
    place,
    links: PRODUCTS.filter((product) => product.place === place).map((product) => linkOf(language, product)),
  }))

/** Product of a menu path; undefined for other pages. */
export const findProduct = (path: string): Product | undefined => PRODUCTS.find((product) => product.path === path)
