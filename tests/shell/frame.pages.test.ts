// The page frame without scripts: last visited pair, saved language and theme, old links, the way to login and back, external links, and
// error pages.

import { request } from 'node:http'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { attribute } from '../kit/html'
import { type Person, Visitor, openPerson } from '../kit/visitor'

const PASSWORD = 'correct horse'

test('the trade tab leads to the pair last visited, and so does an old link that names none', async () => {
  const guest = new Visitor()
  await guest.open('/trade/spot/ETH-BTC')
  const market = await guest.open('/market')
  const trade = market.links.filter(({ name }) => name === 'Trade').map(({ to }) => to)
  expect(new Set(trade.map((to) => new URL(to, guest.origin).pathname)).size).toBe(1)
  expect((await guest.open(trade[0] ?? '/nowhere')).url.pathname).toBe('/trade/spot/ETH-BTC')
  await guest.open('/trade/spot/SOL-USDT')
  expect((await guest.open('/pages/transaction/currency?side=sell')).path).toBe('/trade/spot/SOL-USDT?side=sell')
})

test('a first visitor reads Japanese, chooses another language, a theme and red for a rise, and all stay', async () => {
  const guest = new Visitor()
  guest.cookies.clear()
  const html = async (path: string) => (await guest.open(path)).all(({ name }) => name === 'html')[0]?.attribs ?? {}
  expect((await html('/'))['lang']).toBe('ja')
  await (await guest.open('/settings/theme')).press('ライト', -1)
  await (await guest.open('/settings/rise')).press(/上昇を赤で表示/)
  await (await guest.open('/settings/language')).press('Français', -1)
  expect(await html('/market')).toMatchObject({ lang: 'fr', 'data-theme': 'light', 'data-rise': 'red' })
})

test('the display menu changes the language and stays on the page', async () => {
  const guest = new Visitor()
  const page = await (await guest.open('/market?search=eth')).press('Español', 0)
  expect(page.path).toBe('/market?search=eth')
  expect(page.all(({ name }) => name === 'html')[0]?.attribs['lang']).toBe('es')
})

test('the first paint shows the account that the browser knows, and no other one', async () => {
  const ada = await openPerson()
  const known = (id: number, nickname: string) =>
    ada.cookies.set('cm_profile', encodeURIComponent(JSON.stringify({ id, nickname, head_portrait: '', level: 0 })))
  known(ada.userId, 'Ada & Co')
  expect((await ada.open('/market')).text).toContain('Ada & Co')
  known(ada.userId + 1, 'Somebody else')
  expect((await ada.open('/market')).text).not.toContain('Somebody else')
  ada.cookies.set('cm_profile', '%7Bnothing')
  expect((await ada.open('/market')).heading).toBe('Market')
})

describe('links of the old app', () => {
  test.each([
    ['/pages/market/market?search=eth', '/market?search=eth'],
    ['/pages/login/register?extension_code=Z9', '/register?code=Z9'],
    ['/pages/transaction/currency?symbol=ETH/USDT', '/trade/spot/ETH-USDT'],
    ['/pages/nft/nft', '/nft'],
  ])('%s leads to %s', async (old, path) => {
    expect((await new Visitor().open(old)).path).toBe(path)
  })
})

describe('the login guard', () => {
  let nora: Person
  beforeAll(async () => {
    nora = await openPerson({ password: PASSWORD })
    nora.cookies.delete('cm_session')
  })

  test('is one redirect, says why, and leads back after the login', async () => {
    let page = await nora.open('/assets/bills?page=2')
    expect(page.path).toBe('/login?returnTo=%2Fassets%2Fbills%3Fpage%3D2&notice=please_log_in')
    page = await page.form('Log in').fill({ account: nora.email, password: PASSWORD }).send()
    expect(page.path).toBe('/assets/bills?page=2')
  })

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '/login'])(
    'a way back to %s is refused',
    async (elsewhere) => {
      const page = await new Visitor().open(`/login?returnTo=${encodeURIComponent(elsewhere)}`)
      expect(page.form('Log in').values).toContainEqual(['returnTo', '/assets'])
    },
  )
})

test('a link to another site is named before anybody leaves, and never followed by itself', async () => {
  const guest = new Visitor()
  const page = await guest.open('/web?url=https%3A%2F%2Fother.example%2Fa')
  expect(page.url.pathname).toBe('/web')
  expect(page.link('Open the link')).toBe('https://other.example/a')
  const [link] = page.all((element) => attribute(element, 'href') === 'https://other.example/a')
  expect(link?.attribs['rel']).toContain('noopener')
  expect((await guest.open('/web?url=javascript%3Aalert(1)')).heading).toBe('This link cannot be opened')
  expect((await guest.open('/web?url=%2Ffaq')).path).toBe('/faq')
})

describe('where a page cannot be', () => {
  test('an unknown address is answered 404, says so, leads home, and shows no line of a stack', async () => {
    const page = await new Visitor().open('/no/such/page')
    expect([page.status, page.heading]).toEqual([404, 'Page not found'])
    expect(page.link('Back to home')).toBe('/')
    // No stack trace, neither in HTML nor in a script string.
    expect(page.html).not.toMatch(/(?:\n|\\n)\s+at \S+ ?\(?\S*:\d+/)
  })
})

describe('the first page', () => {
  test('has a content policy of its own', async () => {
    const page = await new Visitor().open('/')
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
  })

  test('has built files that may be kept for ever', async () => {
    const { html } = await new Visitor().open('/')
    const [path] = /\/assets\/[\w.-]+\.css/.exec(html) ?? []
    const file = await fetch(`${inject('appUrl')}${path}`)
    expect(file.headers.get('Cache-Control')).toContain('immutable')
    await file.text()
  })

  test('is answered to a GET that announces a body of no bytes', async () => {
    const { port, hostname } = new URL(inject('appUrl'))
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request({ hostname, port, path: '/', headers: { 'Content-Length': '0' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      asked.once('error', reject)
      asked.end()
    })
    expect(status).toBe(200)
  })
})
