// The chart in use, on a desk and on a phone: drawings stay, history comes as one scrolls back, one's own order is a line on it, and it
// fills the screen.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn, longTest } from '../kit/long'
import { type Visitor, bestPrices, openVisitor, register, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Canvases of the chart library; its layers overlap. */
const CANVAS = '[data-panel=chart] [role=img] canvas'

async function waitForChart(page: Page): Promise<void> {
  await waitForLiveMarket(page)
  await page.locator(CANVAS).first().waitFor()
}

/** The tools are above the chart on a desktop; a phone shows them on demand. */
async function openTools(page: Page): Promise<void> {
  const tools = page.getByRole('button', { name: 'Chart tools' })
  if (await tools.isVisible()) await tools.click()
  await page.getByRole('toolbar', { name: 'Chart tools' }).waitFor()
}

/** A point among the candles, left of the prices. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const picture = page.locator('[data-panel=chart] [role=img]:has(canvas)')
  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 3, y: y + height / 4 }
}

/** Whether the chart contains the colour of own purchases, which candles don't use. */
const hasOwnMark = (page: Page) =>
  page.locator(CANVAS).evaluateAll((canvases) => {
    const pointsOf = (canvas: HTMLCanvasElement): Uint32Array => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1)
      return new Uint32Array(data.buffer)
    }
    const sample = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const brush = sample.getContext('2d')
    if (brush) brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--up-fill').trim()
    brush?.fillRect(0, 0, 1, 1)
    const [colour] = pointsOf(sample)
    return canvases.some(
      (canvas) =>
        canvas instanceof HTMLCanvasElement &&
        canvas.width > 0 &&
        pointsOf(canvas).filter((point) => point === colour).length > 50,
    )
  })

describe.each(
  inTurn('chart', [
    { viewport: DESKTOP, name: 'a desk' },
    { viewport: PHONE, name: 'a phone' },
  ]),
)('on $name', ({ viewport }) => {
  let lena: Visitor
  beforeAll(async () => {
    lena = await openVisitor(browser, 'en', { viewport })
    await register(lena)
    const { page } = lena
    await waitForLiveMarket(page)
    if (viewport === PHONE) await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await waitForChart(page)
    await openTools(page)
  })
  afterAll(() => lena.page.context().close())

  test('a line that was drawn is there after a reload, until all are removed', async () => {
    const { page } = lena
    const removeAll = page.getByRole('button', { name: 'Clear drawings' })
    expect(await removeAll.count()).toBe(0)
    await page.getByLabel('Draw', { exact: true }).selectOption('horizontalStraightLine')
    // What draws is fetched with the first choice.
    const { x, y } = await middleOf(page)
    await page.mouse.move(x, y)
    await expect
      .poll(async () => {
        await page.mouse.click(x, y)
        return removeAll.isVisible()
      })
      .toBe(true)
    await page.reload()
    await waitForChart(page)
    await openTools(page)
    await removeAll.click()
    await removeAll.waitFor({ state: 'detached' })
    await page.reload()
    await waitForChart(page)
    await openTools(page)
    expect(await page.evaluate(() => localStorage.getItem('cm_drawings:BTC-USDT'))).toBe('[]')
    expect(await removeAll.count()).toBe(0)
  })

  longTest('scrolled back to its oldest candle, the chart asks for what was before it', async () => {
    const { page } = lena
    const asked: number[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/candles/BTC-USDT' && searchParams.get('period') === '15min')
        asked.push(Number(searchParams.get('to')))
    })
    const { x, y } = await middleOf(page)
    const pulled = viewport.width / 3
    // The newest are read again while one scrolls; three hundred quarters of an hour are three days.
    const isOlder = (to: number) => to < Date.now() - 48 * 3_600_000
    await expect
      .poll(
        async () => {
          await page.mouse.move(x, y)
          await page.mouse.down()
          await page.mouse.move(x + pulled, y, { steps: 4 })
          await page.mouse.up()
          return asked.some(isOlder)
        },
        { timeout: 30_000 },
      )
      .toBe(true)
  })

  longTest('another time zone is kept', async () => {
    const { page } = lena
    const zone = page.getByLabel('Time zone')
    await zone.selectOption('-300')
    await page.reload()
    await waitForChart(page)
    await openTools(page)
    await expect.poll(() => zone.inputValue()).toBe('-300')
    await zone.selectOption('')
  })

  test('an order of one’s own is drawn on it while it is open', async () => {
    const { page } = lena
    expect(await hasOwnMark(page)).toBe(false)
    const { bid } = await bestPrices(page)
    await page.fill('[name=price]', String(Math.floor(bid) - 300))
    await page.fill('[name=quantity]', '0.01')
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    await page.locator('[data-panel=orders] [data-row]').waitFor()
    await expect.poll(() => hasOwnMark(page)).toBe(true)
    await page.getByRole('button', { name: /Cancel order/ }).click()
    await page.getByText('No open orders.').waitFor()
    await expect.poll(() => hasOwnMark(page)).toBe(false)
  })

  longTest('it fills the screen, until its button or Escape ends that', async () => {
    const { page } = lena
    const chart = page.locator('[data-panel=chart] section')
    const covers = () =>
      chart.evaluate((section) => {
        const { left, top, width, height } = section.getBoundingClientRect()
        return left === 0 && top === 0 && width === window.innerWidth && height === window.innerHeight
      })
    const enter = page.getByRole('button', { name: 'Full screen', exact: true })
    for (const leave of [
      () => page.getByRole('button', { name: 'Leave full screen' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await enter.click()
      await expect.poll(covers).toBe(true)
      await page.locator(CANVAS).first().waitFor()
      await leave()
      await enter.waitFor()
      await expect.poll(covers).toBe(false)
      await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
    }
  })

  test('nothing on the way was an error', () => expect(lena.errors).toEqual([]))
})
