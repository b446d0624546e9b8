// The page table against the specification's list and the existing routes.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MENU } from '#domain/menu'
import { PAGES, findPage, findPageAbove, isBetweenPages } from '../../app/site/pages'
import { resolveOldLink } from '../../app/site/old-links'
import { homeMenu } from '../../app/routes/_index/menu.server'
import { IDENTITY_PATH, LOGIN_PATH } from '../../app/visitor/turning-away'
import { PINS_MAX, togglePin } from '../../app/routes/_index/pins'
import { TABS } from '../../app/shell/tabs'
import { headerProducts } from '../../app/site/products.server'

const ROUTES = join(import.meta.dirname, '../../app/routes')

/** Spec §2, area by area. */
const SPECIFIED: Readonly<Record<string, string>> = {
  index: 'index',
  common: 'login register area article webView faq forget contactus aboutus borrowing',
  setting:
    'setting userInfo security password fund_password payPassword coupon wallet bill real real_mark addWallet operational_compliance share areas bank bank_international',
  fund: 'select receive receive_bank receive_withdraw_record transactionDetail withdraw assets assets_record assets_all_record transfer fundTransfer transfer_history',
  market: 'market search',
  copytrade: 'copy my trader',
  follow: 'index trader follow agreement_zh agreement_en',
  otc: 'otc',
  ieo: 'ieo subscribe order',
  lockming: 'lockming buy order welcome',
  transaction: 'index order currency currency_order contract contract_order seconds_order index2',
  nft: 'nft artistDetail artworkDetail artworkDetail_video mine purchase purchase_one resell myNft',
  'nft/components': 'artist artwork search collection',
  invest: 'invest mine purchase help',
  financial: 'index',
  game: 'game',
  kefu: 'index',
  kf: 'kf',
  messages: 'mailMessage mailMessageList ggList ggDetail',
  location: 'choose open',
  quotation: 'index',
}
const OLD_NAMES = Object.entries(SPECIFIED).flatMap(([area, pages]) =>
  pages.split(' ').map((page) => `${area}/${page}`),
)

/** "news.$id" is /news/:id, and "login_.verify" is /login/verify outside of the page /login. */
const pathOfRoute = (folder: string): string =>
  `/${folder
    .split('.')
    .filter((part) => part !== '_index')
    .map((part) => part.replace(/_$/, ''))
    .join('/')}`.replaceAll('$', ':')

/** Route name of a folder with a route file, or of a single-file route. */
const nameOfRoute = (entry: string): string[] => {
  if (/\.tsx?$/.test(entry)) return [entry.replace(/\.tsx?$/, '')]
  return ['route.ts', 'route.tsx'].some((file) => existsSync(join(ROUTES, entry, file))) ? [entry] : []
}

const routes = new Map(
  readdirSync(ROUTES)
    .flatMap(nameOfRoute)
    .map((name) => [pathOfRoute(name), name]),
)

describe('the table', () => {
  test('has every page of the specification', () => {
    const known = new Set(PAGES.flatMap((page) => page.old))
    expect(OLD_NAMES.filter((name) => !known.has(name))).toEqual([])
  })

  test('has no path and no old name twice', () => {
    const twice = (all: readonly string[]) => all.filter((name, index) => all.indexOf(name) !== index)
    expect(twice(PAGES.map((page) => page.path))).toEqual([])
    expect(twice(PAGES.flatMap((page) => page.old))).toEqual([])
  })

  test.each(PAGES)('$path has a route', ({ path }) => {
    expect(routes.has(path)).toBe(true)
  })

  test('knows the tabs and the pages that answers lead to', () => {
    for (const { to } of TABS) expect(findPage(to), to).toBeDefined()
    expect(findPage(LOGIN_PATH)?.old).toContain('common/login')
    expect(findPage(IDENTITY_PATH)?.old).toContain('setting/real')
  })
})

describe('a link of the old app', () => {
  // Built-in pages of the old toolkit, under the toolkit's names.
  const ALL_NAMES = [...OLD_NAMES, 'choose-location', 'open-location']

  test.each(ALL_NAMES)('pages/%s leads to a page that is here, with and without what it names', (name) => {
    for (const query of ['?id=7', '?code=ab12', '?symbol=BTC/USDT', '']) {
      const path = resolveOldLink(`/pages/${name}`, query)?.split('?')[0] ?? ''
      expect(findPage(path), path).toBeDefined()
    }
  })

  test('no path of the table, nor one between two of them, leads nowhere', () => {
    const heads = PAGES.flatMap(({ path }) => {
      const parts = path.split('/')
      return parts.map((_, end) => parts.slice(0, end + 1).join('/') || '/')
    }).filter((path) => !path.includes(':'))
    for (const head of heads) {
      expect(isBetweenPages(head) || findPage(head) !== undefined, head).toBe(true)
      expect(findPageAbove(head), head).toBeDefined()
    }
    expect(isBetweenPages('/copy/traders')).toBe(true)
    expect(findPageAbove('/copy/traders')?.path).toBe('/copy')
    expect([isBetweenPages('/none'), isBetweenPages('/copy')]).toEqual([false, false])
  })

  test.each([
    ['/pages/fund/withdraw', '?x=1', '/assets/withdraw?x=1'],
    ['/pages/fund/withdraw/', '', '/assets/withdraw'],
    ['/pages/common/register', '?code=A1B2', '/register?code=A1B2'],
    ['/pages/login/register', '?extension_code=A1B2', '/register?code=A1B2'],
    ['/pages/register/register', '?code=A1&extension_code=B2', '/register?code=A1'],
    ['/pages/transaction/currency', '?symbol=eth/usdt&side=sell', '/trade/spot/ETH-USDT?side=sell'],
    ['/pages/transaction/currency', '?symbol=../../login', '/trade?product=spot'],
    ['/pages/transaction/currency', '?side=sell', '/trade?side=sell&product=spot'],
    ['/pages/transaction/contract', '', '/trade?product=futures'],
    ['/pages/transaction/index2', '?symbol=ETH/USDT', '/trade/options/ETH-USDT'],
    ['/pages/messages/ggDetail', '?id=7', '/news/7'],
    ['/pages/messages/ggDetail', '', '/news'],
    ['/pages/messages/ggDetail', '?id=%2F%2Felsewhere.example', '/news?id=%2F%2Felsewhere.example'],
    ['/pages/nft/purchase', '?code=ab12', '/nft/artworks/ab12/bid'],
    ['/pages/market/search', '?keyword=doge', '/search?q=doge'],
    ['/pages/copytrade/trader', '?trader_user_id=12', '/copy/traders/12'],
    ['/pages/ieo/subscribe', '?project_id=3', '/ieo/3'],
    ['/pages/copytrade/trader', '', '/copy'],
    ['/pages/choose-location', '', '/location/choose'],
    ['/pages/location/open', '?latitude=1', '/location?latitude=1'],
    ['/pages/fund/transfer', '', '/assets/convert'],
    ['/pages/fund/select', '?url=receive', '/assets/coins?for=deposit'],
    ['/pages/fund/select', '?url=withdraw', '/assets/coins?for=withdraw'],
  ])('%s%s leads to %s', (pathname, search, path) => {
    expect(resolveOldLink(pathname, search)).toBe(path)
  })

  test.each(['/pages/none/none', '/pages/', '/pages', '/fund/withdraw', '/pages//elsewhere.example', '/pages/x/order'])(
    '%s was never one, or could be several',
    (pathname) => {
      expect(resolveOldLink(pathname, '')).toBeNull()
    },
  )
})

test('every entry of the menu leads to a page of its own that is here, and the finance tab to what it lists', () => {
  const { pinned, groups } = homeMenu(MENU, { language: 'en', pins: undefined })
  const entries = groups.flatMap(({ links }) => links)
  expect(pinned).toHaveLength(PINS_MAX)
  expect(groups.map(({ group }) => group)).toEqual(['trade', 'earn', 'wallet', 'more'])
  expect(entries).toHaveLength(MENU.length)
  expect(new Set(entries.map(({ words }) => words)).size).toBe(MENU.length)
  const finance = MENU.filter(({ isFinancial }) => isFinancial).map(({ url }) => resolveOldLink(url, ''))
  expect(finance).toEqual(['/ieo', '/earn/lock', '/earn/invest'])
  // Entries that no other page links to.
  const paths = entries.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/quiz', '/game', '/chat', '/nft', '/copy', '/loans', '/buy']))
  expect(resolveOldLink('/pages/financial/index', '')).toBe('/earn')
})

test('converting has the mark in the menu that it has among the assets', () => {
  const { groups } = homeMenu([{ url: '/pages/fund/transfer' }], { language: 'en', pins: undefined })
  const links = [{ path: '/assets/convert', icon: 'refresh', words: 'Convert' }]
  expect(groups).toEqual([{ group: 'trade', links }])
})

describe('products that a visitor pinned', () => {
  const pinnedBy = (pins: string | undefined, items: readonly { readonly url: string }[] = MENU) =>
    homeMenu(items, { language: 'en', pins }).pinned.map(({ path }) => path)

  test('are eight that differ for who has pinned nothing, less those that the operators hide', () => {
    const preset = pinnedBy(undefined)
    expect(preset).toHaveLength(PINS_MAX)
    expect(preset).toEqual(expect.arrayContaining(['/market?list=stocks', '/buy', '/earn', '/nft']))
    const withoutArt = MENU.filter(({ title }) => title !== 'nft')
    expect(pinnedBy(undefined, withoutArt)).toEqual(preset.filter((path) => path !== '/nft'))
  })

  test('are in the order of pinning, and nothing is where none is left', () => {
    expect(pinnedBy('nft.trade-product-futures.no-such')).toEqual(['/nft', '/trade?product=futures'])
    expect(pinnedBy('')).toEqual([])
  })

  test('are pinned and unpinned one at a time, eight at most', () => {
    expect(togglePin(['nft'], 'copy')).toBe('nft.copy')
    expect(togglePin(['nft', 'copy'], 'nft')).toBe('copy')
    const full = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    expect(togglePin(full, 'i')).toBe(full.join('.'))
  })
})

test('every product of the header leads to a page that is here, each once', () => {
  const links = headerProducts('en').flatMap((group) => group.links)
  for (const { path } of links) expect(findPage(path.split('?')[0] ?? ''), path).toBeDefined()
  expect(new Set(links.map(({ path }) => path)).size).toBe(links.length)
  expect(headerProducts('jp').flatMap((group) => group.links.map(({ words }) => words))).toContain('先物取引')
})
