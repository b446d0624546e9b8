// Home, market and search: sorting columns, starring and ordering a watch list, searching a market, an announcement that pops up once, and
// pausing moving content.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser, touchDown } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { nextPage, openNewcomer, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const

const symbols = (page: Page) =>
  page.locator('tr[data-symbol]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-symbol')))
/** Daily change of each row in percent, from its own column: a zero change has no sign to separate it from the price. */
const changes = async (page: Page): Promise<number[]> => {
  const texts = await page.locator('tr[data-symbol]').evaluateAll((rows) => {
    const column = document.querySelector<HTMLTableCellElement>('th:has([data-sort=change])')?.cellIndex ?? -1
    return rows.map((row) => (row instanceof HTMLTableRowElement ? row.cells[column]?.textContent : ''))
  })
  const figures = texts.flatMap((text) => /[+−]?[\d,]+\.\d\d(?=%)/.exec(text ?? '') ?? [])
  expect(figures.length).toBeGreaterThan(1)
  return figures.map((figure) => Number(figure.replace('−', '-').replace(',', '')))
}
const isAscending = (values: readonly number[]) =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value)
/** Sent, and read again: a press before that would let go of the reading, which a browser reports. */
const saved = async (page: Page, press: () => Promise<void>): Promise<void> => {
  const answered = (method: string) =>
    page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes('/market.data'))
  const [sent, read] = await Promise.all([answered('POST'), answered('GET'), press()])
  expect(sent.ok()).toBe(true)
  await read.finished()
}
const sorted = (page: Page, order: string) => page.locator(`th[aria-sort=${order}]`).waitFor()

describe.each(inTurn('the market', SIZES))('the market on %s', (_, viewport) => {
  longTest('a column sorts at once, turns round and lets go; the address says so', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/market')
    const drawn = await symbols(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const head = page.locator('a[data-sort=change]')
    await head.click()
    await sorted(page, 'descending')
    await expect.poll(() => page.url()).toContain('sort=change&order=desc')
    await head.click()
    await sorted(page, 'ascending')
    await head.click()
    await page.locator('th[aria-sort=ascending], th[aria-sort=descending]').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).not.toContain('sort=')
    await expect.poll(() => symbols(page)).toEqual(drawn)
    await page.locator('a[data-sort=name]').click()
    await sorted(page, 'ascending')
    await expect.poll(() => symbols(page)).toEqual([...drawn].sort())
    expect(asked.filter((url) => url.includes('.data'))).toEqual([])
    expect(errors).toEqual([])
  })

  longTest(
    'a screen reader hears which pairs a table is of, and of each its price and change, but no line',
    async () => {
      const { page } = await openVisitor(browser, 'en', { viewport, javaScriptEnabled: false })
      await page.goto('/?list=volume')
      const row = page.getByRole('table', { name: 'Volume' }).getByRole('row', { name: /^BTC\/USDT/ })
      expect(await row.getByRole('cell').allTextContents()).toContainEqual(expect.stringMatching(/[+−]?[\d.]+%$/))
      expect(await row.getByRole('img').count()).toBe(0)
      await page.goto('/market')
      await page.getByRole('table', { name: 'Spot' }).waitFor()
    },
  )

  longTest('without scripts columns sort, and the list is searched by a form', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport, javaScriptEnabled: false })
    await page.goto('/market')
    await nextPage(page, () => page.locator('a[data-sort=change]').click())
    expect(isAscending((await changes(page)).reverse())).toBe(true)
    await nextPage(page, () => page.locator('a[data-sort=change]').click())
    expect(isAscending(await changes(page))).toBe(true)
    await page.getByRole('searchbox').fill('eth/usdt')
    await nextPage(page, () => page.getByRole('searchbox').press('Enter'))
    expect(await symbols(page)).toEqual(['ETH-USDT'])
    expect(page.url()).toContain('sort=change')
  })

  longTest('a guest who presses a star is told to log in, and led there and back', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/market?quote=USDT')
    await page.getByRole('button', { name: 'Add BTC to watchlist' }).click()
    await page.getByText('Please log in first.').waitFor()
    await page.waitForURL('**/login?returnTo=%2Fmarket%3Fquote%3DUSDT')
  })

  test('Alice stars three assets and puts them in order by keyboard; the order stays', async () => {
    const alice = await openVisitor(browser, 'en', { viewport })
    await register(alice, '/market')
    const { page } = alice
    for (const code of ['BTC', 'SOL', 'XRP']) {
      await saved(page, () => page.getByRole('button', { name: `Add ${code} to watchlist` }).click())
      await page.getByRole('button', { name: `Remove ${code} from watchlist` }).waitFor()
    }
    await page.goto('/market?list=watched')
    expect(await symbols(page)).toEqual(['BTC-USDT', 'SOL-USDT', 'XRP-USDT'])
    await page.getByRole('link', { name: 'Edit order' }).click()
    const order = () =>
      page.locator('[data-watch]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-watch')))
    const isOrder = (...codes: string[]) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('[data-watch]')].map((row) => row.getAttribute('data-watch')).join() === wanted,
        codes.join(),
      )
    const handle = page.getByRole('button', { name: 'Reorder BTC' })
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText('BTC picked up, position 1 of 3.').waitFor({ state: 'attached' })
    await pressUntilTold(page, 'ArrowDown', 'BTC is at position 2 of 3.')
    await saved(page, () => page.keyboard.press('Space'))
    await isOrder('SOL', 'BTC', 'XRP')

    const up = page.getByRole('button', { name: 'Move XRP up' })
    await up.focus()
    await saved(page, () => page.keyboard.press('Enter'))
    await isOrder('SOL', 'XRP', 'BTC')
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.reload()
    expect(await order()).toEqual(['SOL', 'XRP', 'BTC'])
    await page.goto('/?list=watched')
    expect(await symbols(page)).toEqual(['SOL-USDT', 'XRP-USDT', 'BTC-USDT'])
    expect(alice.errors).toEqual([])
  })

  longTest('Dora drags the last of three above the first by its handle', async () => {
    const dora = await openVisitor(browser, 'en', { viewport })
    await register(dora, '/market')
    const { page } = dora
    for (const code of ['BTC', 'SOL', 'XRP']) {
      await saved(page, () => page.getByRole('button', { name: `Add ${code} to watchlist` }).click())
      await page.getByRole('button', { name: `Remove ${code} from watchlist` }).waitFor()
    }
    await page.goto('/market?list=watched&edit=1')
    const centreOf = async (code: string) => {
      const handle = page.getByRole('button', { name: `Reorder ${code}` })
      await handle.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2 }
    }
    const [from, to] = [await centreOf('XRP'), await centreOf('BTC')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y - 8, { steps: 12 })
    await page.getByText('XRP is at position 1 of 3.').waitFor({ state: 'attached' })
    await saved(page, () => page.mouse.up())
    await page.goto('/market?list=watched')
    expect(await symbols(page)).toEqual(['XRP-USDT', 'BTC-USDT', 'SOL-USDT'])
    expect(dora.errors).toEqual([])
  })

  longTest('the order is changed without scripts too', async () => {
    const bob = await openVisitor(browser, 'en', { viewport })
    await register(bob, '/market')
    const context = await browser.newContext({
      viewport,
      javaScriptEnabled: false,
      baseURL: new URL(bob.page.url()).origin,
      storageState: await bob.page.context().storageState(),
    })
    const page = await context.newPage()
    for (const code of ['BTC', 'SOL']) {
      await page.goto('/market')
      await nextPage(page, () => page.getByRole('button', { name: `Add ${code} to watchlist` }).click())
    }
    await page.goto('/market?list=watched&edit=1')
    await nextPage(page, () => page.getByRole('button', { name: 'Move SOL up' }).click())
    await page.goto('/market?list=watched')
    expect(await symbols(page)).toEqual(['SOL-USDT', 'BTC-USDT'])
    await context.close()
  })
})

describe.each(inTurn('search', SIZES))('search on %s', (_, viewport) => {
  test('results follow as one types; arrow and Enter lead to a market, and the search is remembered', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/search')
    await page.keyboard.type('solana')
    await page.waitForURL('**/search?q=solana')
    await page.waitForFunction(() => document.querySelectorAll('[data-result]').length === 1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/trade/spot/SOL-USDT')
    await page.goto('/search')
    await page.getByRole('link', { name: 'solana', exact: true }).click()
    await page.locator('[data-result]').first().waitFor()
    expect(errors).toEqual([])
  })

  longTest(
    'finds pages and news, says when there is nothing, and asks for a keyword, also without scripts',
    async () => {
      const { page } = await openVisitor(browser, 'en', { viewport, javaScriptEnabled: false })
      await page.goto('/search')
      const field = page.getByRole('searchbox')
      await field.press('Enter')
      await page.getByRole('alert').getByText('Please enter a keyword.').waitFor()
      await field.fill('fees')
      await field.press('Enter')
      await page
        .getByRole('main')
        .getByRole('link', { name: /Spot trading fees/ })
        .waitFor()
      await field.fill('bills')
      await field.press('Enter')
      await page.locator('[data-result][href="/assets/bills"]').waitFor()
      await field.fill('zzzz')
      await field.press('Enter')
      await page.getByText('Nothing found for “zzzz”').waitFor()
    },
  )
})

longTest.each([320, 1280, 1920])(
  'everything that home leads to is within %i px, in the longest words',
  async (width) => {
    const { page, errors } = await openVisitor(browser, 'fra', { viewport: { width, height: 900 } })
    await page.goto('/')
    await page.locator('nav[aria-label] a[href="/game"]').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    // A sparkline must not overlap the name.
    const [name, line] = await page.evaluate(() => {
      const row = document.querySelector('tr[data-symbol]')
      const boxes = [row?.querySelector('td a span.min-w-0'), row?.querySelector('td[aria-hidden] svg')]
      return boxes.map((each) => each?.getBoundingClientRect() ?? null).map((box) => box && [box.left, box.right])
    })
    if (line && line[1] !== 0) expect(line[0]).toBeGreaterThanOrEqual(name?.[1] ?? 0)
    expect(errors).toEqual([])
  },
)

describe.each(inTurn('home', SIZES))('home on %s', (_, viewport) => {
  test('the announcement covers nothing, and is gone once it is dismissed', async () => {
    const { page, errors } = await openNewcomer(browser, 'en', { viewport })
    await page.goto('/')
    const announcement = page.getByRole('region', { name: 'Before you trade' })
    await announcement.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await announcement.getByRole('button', { name: 'Got it' }).click()
    await announcement.waitFor({ state: 'detached' })
    await page.reload()
    expect(await announcement.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('a product is pinned to the top, and unpinned', async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/?pins=edit')
    const pinned = page.getByRole('navigation', { name: 'Quick menu' }).locator(':scope > ul')
    await page.getByRole('button', { name: 'Unpin Futures' }).click()
    await expect.poll(() => pinned.getByRole('link', { name: 'Futures' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Pin Quiz to the top' }).click()
    await pinned.getByRole('link', { name: 'Quiz' }).waitFor()
    expect(await pinned.getByRole('link').count()).toBe(8)
    expect(errors).toEqual([])
  })

  longTest('the slides move on, stay when paused, and go by arrow key', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport, reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.goto('/')
    const isAt = (slide: number) => page.locator(`section[data-slide="${slide}"]`).waitFor()
    await isAt(0)
    await page.clock.runFor(6_500)
    await isAt(1)
    const pause = page.getByRole('button', { name: 'Pause the slides' })
    await pause.click()
    await page.getByRole('button', { name: 'Play the slides' }).waitFor()
    await page.getByRole('heading', { name: 'Markets' }).click()
    await page.clock.runFor(60_000)
    await isAt(1)
    await page.locator('section[data-slide] a').nth(1).focus()
    await page.keyboard.press('ArrowRight')
    await isAt(2)
  })

  longTest('a pointer or the focus on them holds the slides', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport, reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.goto('/')
    await page.locator('section[data-slide] a').first().focus()
    await page.clock.runFor(60_000)
    expect(await page.locator('section[data-slide]').getAttribute('data-slide')).toBe('0')
  })

  longTest('who wants less motion sees none, and nothing to pause', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport, reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('button', { name: 'Show slide 2' }).waitFor()
    await page.clock.runFor(60_000)
    expect(await page.locator('section[data-slide]').getAttribute('data-slide')).toBe('0')
    expect(await page.getByRole('button', { name: 'Pause the slides' }).count()).toBe(0)
  })

  longTest('every entry of the menu leads to a page that is here', async () => {
    const visitor = await openVisitor(browser, 'en', { viewport })
    await register(visitor, '/')
    const { page } = visitor
    const paths = await page
      .getByRole('navigation', { name: 'Quick menu' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) expect((await page.request.get(path)).status(), path).toBe(200)
  })

  longTest('an announcement that was opened has no mark any more', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/news')
    const marks = page.getByRole('img', { name: 'Unread' })
    await marks.first().waitFor()
    const unread = await marks.count()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Spot trading fees/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Spot trading fees' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/news')
    await marks.first().waitFor()
    await expect.poll(() => marks.count()).toBe(unread - 1)
  })

  longTest('what was published before Hanako registered is not marked for her', async () => {
    const hanako = await openVisitor(browser, 'en', { viewport })
    await register(hanako, '/news')
    const main = hanako.page.getByRole('main')
    await main.getByRole('link', { name: /Spot trading fees/ }).waitFor()
    expect(await main.getByRole('img', { name: 'Unread' }).count()).toBe(0)
  })
})

longTest(
  'a finger that pulls the news down far enough and lets go reads them anew; a short pull does not',
  async () => {
    const { page, errors } = await openVisitor(browser, 'en', { viewport: PHONE, hasTouch: true })
    await page.goto('/news')
    let asked = 0
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/news.data**', async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    const pull = (distance: number) => touchDown(page, { x: 195, y: 300, distance })
    await pull(80)
    await page.getByText('Pull to refresh').waitFor({ state: 'detached' })
    expect(asked).toBe(0)
    await pull(320)
    const busy = page.getByRole('status').filter({ hasText: 'Refreshing' })
    await busy.waitFor()
    // The page shows its pending state before the request is sent.
    await expect.poll(() => asked).toBe(1)
    letGo()
    await busy.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  },
)

describe('a price that its source no longer tells, while the site is heard', () => {
  test('looks stale in the market, in search and in the palette, though the page is live', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.routeWebSocket(/\/parties\/quotes\//, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => socket.send(String(message).replaceAll('"isStale":false', '"isStale":true')))
    })
    await page.goto('/market')
    await page.locator('tr[data-symbol=BTC-USDT][data-stale=true]').waitFor()
    await page.locator('[data-link=live]').first().waitFor()
    await page.goto('/search?q=btc')
    await page.locator('[data-result] [data-stale=true]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('[data-stale=true]').first().waitFor()
  })
})

longTest.each(inTurn('home leads', SIZES))(
  'on %s a link to another site is named before anybody leaves, and never followed by itself',
  async (_, viewport) => {
    const { page } = await openVisitor(browser, 'en', { viewport })
    await page.goto('/web?url=https%3A%2F%2Fother.example%2Fa')
    expect(new URL(page.url()).pathname).toBe('/web')
    const link = page.getByRole('link', { name: 'Open the link' })
    expect(await link.getAttribute('href')).toBe('https://other.example/a')
    expect(await link.getAttribute('rel')).toContain('noopener')
    await page.goto('/web?url=javascript%3Aalert(1)')
    await page.getByRole('heading', { name: 'This link cannot be opened' }).waitFor()
    await page.goto('/web?url=%2Ffaq')
    expect(new URL(page.url()).pathname).toBe('/faq')
  },
)

/** A carried row accepts keys shortly after it announces itself: three presses are enough. */
async function pressUntilTold(page: Page, key: string, words: string): Promise<void> {
  const told = page.getByText(words)
  for (let press = 0; press < 3 && (await told.count()) === 0; press += 1) {
    await page.keyboard.press(key)
    await told.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => undefined)
  }
  expect(await told.count()).toBe(1)
}
