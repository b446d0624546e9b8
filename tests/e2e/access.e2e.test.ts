// Every private page, and what pages fetch beside themselves, as somebody who is not logged in and as somebody else.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PAGES } from '../../app/site/pages'
import ui from '../../locales/en/ui.json'
import { DESKTOP, openBrowser, waitUntilAlive } from '../support/browser'
import { makeJpeg } from '../support/pictures'
import { logOut, openVisitor, register } from './visitor'

const PRIVATE = PAGES.filter(({ isBuilt, needsLogin }) => isBuilt && needsLogin).map(({ path }) =>
  path.replace(':symbol', 'BTC-USDT').replace(/:\w+/, '1'),
)
/** Not pages, and private all the same. */
const BESIDE = [
  '/assets/export',
  '/assets/more?page=2',
  '/assets/requests/export',
  '/messages/more?page=2',
  '/passkey-challenge?purpose=step_up',
]

const ask = (path: string, init: RequestInit = {}) => fetch(inject('appUrl') + path, { redirect: 'manual', ...init })

describe('a guest', () => {
  test.each(PRIVATE)('who opens %s is led to the login page and back', async (path) => {
    const answer = await ask(path, { headers: { Accept: 'text/html' } })
    expect(answer.status).toBe(302)
    const to = new URL(answer.headers.get('Location') ?? '', inject('appUrl'))
    expect(to.pathname).toBe('/login')
    expect(to.searchParams.get('returnTo')).toBe(path)
    expect(await answer.text()).toBe('')
  })

  // The form of /assets itself is a cookie of whoever sends it: whether balances are hidden on this screen.
  test.each(PRIVATE.filter((path) => path !== '/assets'))(
    'who sends a form to %s changes nothing: it is never carried out',
    async (path) => {
      const body = new URLSearchParams({ intent: 'save', commandId: 'a-guest', amount: '1' })
      const headers = { Accept: 'text/html', Origin: inject('appUrl') }
      const answer = await ask(path, { method: 'POST', body, headers })
      // To the login page, or a page that takes no forms at all.
      if (answer.status === 302)
        expect(new URL(answer.headers.get('Location') ?? '', inject('appUrl')).pathname).toBe('/login')
      else expect([400, 401, 404, 405]).toContain(answer.status)
    },
  )

  test.each(BESIDE)('who fetches %s gets nothing of anybody', async (path) => {
    for (const Accept of ['text/html', 'application/json', '*/*']) {
      const answer = await ask(path, { headers: { Accept } })
      if (answer.status === 302) {
        expect(new URL(answer.headers.get('Location') ?? '', inject('appUrl')).pathname).toBe('/login')
      } else expect([400, 401, 404, 405]).toContain(answer.status)
    }
  })

  test.each([
    '/admin',
    '/admin/users',
    '/admin/audit',
    '/admin/staff',
    '/admin/queue/identity',
    '/admin/export/users',
    '/admin/image?reference=/uploads/x',
  ])('finds nothing at %s but the desk’s own door', async (path) => {
    const answer = await ask(path, { headers: { Accept: 'text/html' } })
    if (answer.status === 302) expect(answer.headers.get('Location')).toMatch(/^\/admin\/login/)
    else expect([401, 403, 404]).toContain(answer.status)
  })
})

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The worth of a new account's play money. */
const ALL_IT_HAS = /≈ [\d,.]+\sUSDT · [\d.]+\sBTC/

describe('whoever goes back', () => {
  test.each(['/', '/trade/spot/BTC-USDT', '/login', '/no-such-page'])(
    'to %s is drawn a page anew: no browser keeps one',
    async (path) => {
      const answer = await ask(path, { headers: { Accept: 'text/html' } })
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  test('after Dora has logged out sees the login page and none of her balances', async () => {
    const dora = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = dora
    await register(dora, '/assets')
    await page.getByRole('main').getByText(ALL_IT_HAS).waitFor()
    await page.goto('/market')
    await logOut(dora)
    const drawn: string[] = []
    await page.exposeFunction('noteDrawn', (text: string) => drawn.push(text))
    await page.addInitScript(() => {
      const note = () => void Reflect.get(window, 'noteDrawn')(document.querySelector('main')?.textContent ?? '')
      addEventListener('pageshow', note)
      addEventListener('DOMContentLoaded', note)
    })
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/login?**')
    expect(drawn.filter((text) => ALL_IT_HAS.test(text))).toEqual([])
  })

  test('to the terminal finds it as it was arranged last', async () => {
    const emil = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const { page } = emil
    await register(emil)
    await page.context().addCookies([{ name: 'cm_terminal', value: 'k1', url: emil.url }])
    await page.goto('/trade/spot/BTC-USDT')
    const asking = page.getByLabel(ui.confirm_option)
    expect(await asking.isChecked()).toBe(true)
    await asking.uncheck()
    await page.goto('/faq')
    await page.goBack()
    await waitUntilAlive(page)
    expect(await asking.isChecked()).toBe(false)
    await page.reload()
    expect(await asking.isChecked()).toBe(false)
  })
})

describe('somebody else', () => {
  test('Bob opens what Alice was shown, and none of it is there; at the desk her session is nobody', async () => {
    const alice = await openVisitor(browser, 'en')
    const bob = await openVisitor(browser, 'en')
    await register(alice, '/messages')
    await register(bob, '/messages')
    const Origin = inject('appUrl')
    const file = { name: 'voucher.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(makeJpeg()) }
    const sent = await alice.page.request.post('/api/upload', { multipart: { file }, headers: { Origin } })
    const { message: picture } = (await sent.json()) as { message: string }
    expect((await alice.page.request.get(picture)).status()).toBe(200)
    const told = await alice.page.request.post('/api/wallet/charge_req', {
      form: { account: picture, amount: '10', currency: '3', type: '0', sub_type: 'TRC20' },
      headers: { Origin },
    })
    expect(await told.json()).toMatchObject({ type: 'ok' })
    const log = await alice.page.request.get('/api/recharge/log')
    const { message } = (await log.json()) as { message: { data: { id: number }[] } }
    // What an answer of the API carries is signed for whoever holds it, for an hour; the picture itself is hers.
    const [unsigned = ''] = picture.split('?')
    for (const path of [unsigned, `/assets/requests/d${message.data[0]?.id}`]) {
      expect({ path, status: (await alice.page.request.get(path)).status() }).toEqual({ path, status: 200 })
      const other = await bob.page.request.get(path)
      expect({ path, status: other.status() }).toEqual({ path, status: 404 })
      expect(await other.text()).not.toContain(unsigned)
    }
    for (const path of ['/admin', '/admin/users']) {
      const answer = await alice.page.request.get(path, { maxRedirects: 0 })
      expect(answer.headers()['location']).toMatch(/^\/admin\/login/)
    }
  })
})
