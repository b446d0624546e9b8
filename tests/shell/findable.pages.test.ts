// Pages for search engines and shared links: each findable page describes itself in the language asked for, every other page
// is not to be listed, and the sitemap names pages that a guest can open.

import { expect, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { Visitor, openPerson } from '../kit/visitor'

const guest = new Visitor({ language: 'jp' })

async function headOf(path: string, visitor = guest): Promise<string> {
  const page = await (await visitor.ask(path)).text()
  return page.slice(0, page.indexOf('</head>'))
}

const contentOf = (head: string, name: string): string =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1] ?? ''

async function sitemap(): Promise<readonly string[]> {
  const text = await (await guest.ask('/sitemap.xml')).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

test('each address of the sitemap is a page with title, description, canonical address and card', async () => {
  const paths = await sitemap()
  expect(new Set(paths).size).toBe(paths.length)
  // One page of each kind.
  const kinds = new Map(paths.map((path) => [path.replace(/[^/]*\d[^/]*$|[A-Z-]+$/, ''), path]))
  expect(kinds.size).toBeGreaterThan(25)
  for (const path of kinds.values()) {
    const head = await headOf(path)
    const description = contentOf(head, 'description')
    expect([path, description]).toEqual([path, expect.stringMatching(/[\u3040-\u30ff]/)])
    expect([path, contentOf(head, 'og:description')]).toEqual([path, description])
    expect(contentOf(head, 'og:title')).not.toBe('')
    expect(head).toContain(`<link rel="canonical" href="${guest.origin}${path}"/>`)
    expect(head).not.toContain('noindex')
  }
})

test('a page is found in eight languages, and one named in its address is drawn without changing the visitor’s choice', async () => {
  const head = await headOf('/market')
  for (const language of LANGUAGES)
    expect(head).toContain(`hrefLang="${LANGUAGE_TAGS[language]}" href="${guest.origin}/market?lang=${language}"`)
  expect(head).toContain(`hrefLang="x-default" href="${guest.origin}/market"`)
  const french = await guest.ask('/market?lang=fra')
  expect(french.headers.get('Set-Cookie')).toBeNull()
  const page = await french.text()
  expect(page).toContain('<html lang="fr"')
  expect(
    [...page.matchAll(/property="(og:locale[^"]*)" content="([^"]*)"/g)].map(([, name, locale]) => [name, locale]),
  ).toEqual([
    ['og:locale', 'fr_FR'],
    ...['ja_JP', 'en_US', 'zh_CN', 'zh_HK', 'ko_KR', 'th_TH', 'es_ES'].map((locale) => ['og:locale:alternate', locale]),
  ])
  expect(contentOf(page, 'description')).toBe(
    'Cours, variations et volumes des cryptos et des actions, mis à jour chaque seconde.',
  )
  expect(page).toContain(`<link rel="canonical" href="${guest.origin}/market?lang=fra"/>`)
  const first = await fetch(`${guest.origin}/market?lang=fra`)
  expect(first.headers.get('Set-Cookie')).toContain('cm_language=fra')
})

test('a Thai description has no joiners of its words', async () => {
  const head = await headOf('/ieo?lang=th')
  expect(contentOf(head, 'description')).toContain('โทเคน')
  for (const name of ['description', 'og:description', 'og:title'])
    expect(contentOf(head, name)).toMatch(/^[^\u200b\u2060]+$/)
})

test('a pair is named, and a page of one’s own or a step of entering is not to be listed', async () => {
  expect(contentOf(await headOf('/trade/spot/BTC-USDT?lang=en'), 'description')).toContain('BTC/USDT')
  const missing = ['/no-such-page', '/news/999999', '/trade/spot/NO-PAIR', '/fairness/rules/none']
  for (const path of ['/login', '/register', '/search', '/settings', ...missing])
    expect([path, contentOf(await headOf(path), 'robots')]).toEqual([path, 'noindex'])
  const hanako = await openPerson()
  for (const path of ['/quiz/mine', '/ieo/orders'])
    expect([path, contentOf(await headOf(path, hanako), 'robots')]).toEqual([path, 'noindex'])
})

test('a shared page has a picture, and a work its own', async () => {
  const card = new URL(contentOf(await headOf('/market'), 'og:image'))
  expect(card.pathname).toBe('/icons/share.png')
  expect((await guest.ask(card.pathname)).headers.get('Content-Type')).toBe('image/png')
  const work = (await sitemap()).find((path) => path.startsWith('/nft/artworks/')) ?? ''
  const picture = new URL(contentOf(await headOf(work), 'og:image'))
  expect([picture.origin, picture.pathname]).not.toEqual([guest.origin, card.pathname])
  expect((await guest.ask(picture.pathname)).status).toBe(200)
})

test('robots are told where the sitemap is, and a browser finds the icon that it asks for by itself', async () => {
  expect(await (await guest.ask('/robots.txt')).text()).toContain(`Sitemap: ${guest.origin}/sitemap.xml`)
  expect((await guest.ask('/favicon.ico')).status).toBe(200)
})
