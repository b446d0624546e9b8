// Installed app: the manifest, and what the service worker caches and never caches.

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { LANGUAGE_TAGS, type Language } from '#domain/language'
import { DESKTOP, PHONE, openWholeBrowser } from '../kit/browser'
import { firstOf, inTurn, longTest } from '../kit/long'
import { type CuttableRoad, openRoad } from '../kit/cuttable'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
let road: CuttableRoad
beforeAll(async () => {
  browser = await openWholeBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  road = await openRoad(inject('appUrl'))
})
afterEach(() => road.close())

async function openWithWorker(language: Language): Promise<Visitor> {
  const visitor = await openVisitor(browser, language, { baseURL: road.url, viewport: PHONE, serviceWorkers: 'allow' })
  await visitor.page.goto('/')
  await isControlled(visitor.page)
  return visitor
}

/** The worker's cache is complete, and it controls the page. */
const isControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const keptOfflinePage = (page: Page) => page.evaluate(async () => (await caches.match('/offline'))?.text())

describe('the manifest', () => {
  test('is linked from a page in its language, and Chromium finds nothing wrong with it', async () => {
    const { page } = await openVisitor(browser, 'th')
    await page.goto('/')
    expect(await page.getAttribute('link[rel=manifest]', 'href')).toBe('/manifest/th')
    const devtools = await page.context().newCDPSession(page)
    const { errors, url } = await devtools.send('Page.getAppManifest')
    expect(url).toContain('/manifest/th')
    expect(errors).toEqual([])
  })
})

describe('without a network', () => {
  test.each(
    firstOf([
      ['jp', 'オフラインです'],
      ['fra', 'Vous êtes hors ligne'],
    ] as const),
  )('a page that is opened says so in %s', async (language, words) => {
    const { page } = await openWithWorker(language)
    road.cut()
    await page.goto('/market')
    await page.getByRole('heading', { name: words }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe(LANGUAGE_TAGS[language])
    expect(new URL(page.url()).pathname).toBe('/market')
  })

  test('the page comes back by itself when the network does', async () => {
    const { page } = await openWithWorker('en')
    road.cut()
    await page.goto('/faq')
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    // The tabs stay visible.
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(5)
    road.mend()
    await page.locator('#content').waitFor()
    expect(new URL(page.url()).pathname).toBe('/faq')
  })

  longTest('the offline page follows the language that was chosen last', async () => {
    const { page } = await openWithWorker('en')
    await page.goto('/settings/language')
    await page.getByRole('button', { name: 'Español' }).click()
    await page.waitForFunction(() => document.documentElement.lang === 'es')
    await expect.poll(() => keptOfflinePage(page)).toContain('Sin conexión')
    road.cut()
    await page.goto('/market')
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
  })
})

describe('what is kept', () => {
  test('the files of the frame, the words of the language and the offline page; no page, no data, nothing of the API', async () => {
    const visitor = await openWithWorker('en')
    const { page } = visitor
    await register(visitor)
    for (const path of ['/assets', '/orders', '/assets/bills']) await page.goto(path)
    await page.evaluate(async () => (await fetch('/api/currency/list')).text())
    // Prefetched data of the next pages.
    for (const path of ['/assets/transfer.data', '/assets/bills.data', '/assets/bills.data?page=2'])
      await page.evaluate(async (asked) => (await fetch(asked)).text(), path)
    const paths = await keptPaths(page)
    expect(paths.filter((path) => !/^\/(?:assets|words)\/[\w.$-]+\.(?:js|css|json)$/.test(path))).toEqual(['/offline'])
    expect(paths.some((path) => /\/framework-/.test(path))).toBe(true)
    const kept = await keptOfflinePage(page)
    expect(kept).toContain('You are offline')
    expect(kept).not.toContain('/logout')
  })

  test('a new release asks, takes over when told to, and leaves nothing of the old one', async () => {
    const { page } = await openWithWorker('en')
    const [before] = await page.evaluate(() => caches.keys())
    // The next release: the same worker, whose cache has another name.
    road.change('/sw.js', (text) => text.replaceAll(before?.slice('cm-'.length) ?? '', 'next'))
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByText('A new version is available').waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update now' }).click()])
    await isControlled(page)
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['cm-next'])
  })
})

describe.each(
  inTurn('pwa', [
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ]),
)('the page of the app on %s', (_, viewport) => {
  longTest(
    'puts the browser’s own question when its button is pressed, once, and says when it is installed',
    async () => {
      const { page, errors } = await openVisitor(browser, 'en', { viewport })
      await page.goto('/download')
      const install = page.getByRole('main').getByRole('button', { name: 'Install' })
      expect(await install.count()).toBe(0)
      // As Chromium asks: held back, it is put by the page.
      const isHeldBack = await page.evaluate(() => {
        const question = new Event('beforeinstallprompt', { cancelable: true })
        const prompt = () => {
          document.body.dataset['asked'] = `${document.body.dataset['asked'] ?? ''}once`
          return Promise.resolve({ outcome: 'accepted' })
        }
        return !dispatchEvent(Object.assign(question, { prompt }))
      })
      expect(isHeldBack).toBe(true)
      await install.click()
      await page.locator('body[data-asked=once]').waitFor()
      await install.waitFor({ state: 'detached' })
      await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
      await page.getByText('Installed on this device.').waitFor()
      expect(errors).toEqual([])
    },
  )

  longTest('has a code that brings a phone to this address', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/download')
    const code = page.getByRole('img', { name: /^Site address: https?:\/\// })
    await code.scrollIntoViewIfNeeded()
    expect((await code.boundingBox())?.width).toBeGreaterThan(160)
    expect((await code.locator('path').getAttribute('d'))?.length).toBeGreaterThan(500)
  })
})

test('a push is shown, in the words that it brought', async () => {
  const { page } = await openWithWorker('en')
  await page.context().grantPermissions(['notifications'])
  const devtools = await page.context().newCDPSession(page)
  const ids = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: road.url,
    registrationId: await ids,
    data: JSON.stringify({ title: 'Order filled', body: '0.01 BTC', url: 'https://elsewhere.example/' }),
  })
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications()
      return notifications.map(({ title, body, data }) => ({ title, body, data: data as unknown }))
    })
  // The notification's link always leads to this site.
  await expect.poll(shown).toEqual([{ title: 'Order filled', body: '0.01 BTC', data: { url: '/' } }])
})
