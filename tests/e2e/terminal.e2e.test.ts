// The trading screen in use, on a desktop and on a phone: the book, the question before an order, panels, keys, the chart, own orders.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { priceOf } from '../kit/api'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { firstOf, inTurn, longTest } from '../kit/long'
import { Visitor as PlainVisitor } from '../kit/visitor'
import { type Visitor, bestPrices, openVisitor, register, waitForLiveMarket } from './visitor'

let browser: Browser
/** Prices below the index, on whole hundreds, inside the band of prices that orders may have. */
let [lower, bid, raised, higher] = ['', '', '', '']
beforeAll(async () => {
  browser = await openBrowser()
  const index = await priceOf(new PlainVisitor(), 'BTC-USDT')
  const below = (percent: number) => String(Math.floor((index * percent) / 10_000) * 100)
  ;[lower, bid, raised, higher] = [below(93), below(94), below(95), below(96)]
})
afterAll(() => browser.close())

type Size = typeof PHONE

const grouped = (price: string): string => Number(price).toLocaleString('en-US')

async function openTrader(viewport: Size): Promise<Visitor> {
  const visitor = await openVisitor(browser, 'en', { viewport })
  await register(visitor)
  await waitForLiveMarket(visitor.page)
  return visitor
}

/** A limit far below the market, so that it waits. */
async function placeBid({ page }: Visitor, price: string): Promise<void> {
  await page.fill('[name=price]', price)
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
  await page.locator('[data-panel=orders] [data-row]', { hasText: grouped(price) }).waitFor()
  // The row may arrive before the answer, which frees the ticket for another order.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=quantity]')?.value === '')
}

const isCut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

describe.each(
  inTurn('terminal', [
    { viewport: DESKTOP, name: 'a desktop' },
    { viewport: PHONE, name: 'a phone' },
  ]),
)('on $name', ({ viewport }) => {
  let lena: Visitor
  beforeAll(async () => {
    lena = await openTrader(viewport)
  })

  test('a press on the book puts its price into the ticket; what rests there is marked in the book', async () => {
    const { page } = lena
    const row = page.locator('[data-side=bid] button').nth(5)
    expect(await row.textContent()).toMatch(/Use [\d,.]+ as the limit/)
    await page.fill('[name=price]', '')
    await row.click()
    await expect.poll(() => page.inputValue('[name=price]')).not.toBe('')
    const price = (await page.inputValue('[name=price]')).replaceAll(',', '')
    expect(price).toMatch(/^\d+\.\d$/)
    // Slightly lower, so the market doesn't take it before the test has looked.
    await placeBid(lena, String(Math.floor(Number(price)) - 300))
    // The answer clears the field; the row may arrive earlier by the account's channel.
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=quantity]')?.value === '')
    // Gathered by 50, three hundred lower is still among the rows that are shown.
    await page.getByLabel('Price step').selectOption('500')
    await page.locator('[data-side=bid] [data-own]').waitFor()
    // At steps of one tick the order is out of view; the edge of the book marks it.
    await page.getByLabel('Price step').selectOption('1')
    await page.locator('[data-beyond=bid]', { hasText: '▼' }).waitFor()
    await page.getByLabel('Price step').selectOption('1')
  })

  longTest('gathered by 10, every price of the book is a multiple of 10, and the choice stays', async () => {
    const { page } = lena
    await page.getByLabel('Price step').selectOption('100')
    const prices = async () => {
      const texts = await page.locator('[data-side] button span:nth-of-type(2)').allTextContents()
      return texts.map((text) => Number(text.replaceAll(',', '')))
    }
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-side] button span:nth-of-type(2)')].every((cell) =>
        cell.textContent?.endsWith('0.0'),
      ),
    )
    expect((await prices()).every((price) => price % 10 === 0)).toBe(true)
    const { bid, ask } = await bestPrices(page)
    expect(bid).toBeLessThan(ask)
    await page.reload()
    await waitForLiveMarket(page)
    expect(await page.getByLabel('Price step').inputValue()).toBe('100')
    await page.getByLabel('Price step').selectOption('1')
  })

  longTest('one side of the book alone has the room of both', async () => {
    const { page } = lena
    await page.getByRole('button', { name: 'Bids only' }).click()
    await page.locator('[data-side=ask]').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-side=bid] li').count()).toBe(21)
    await page.getByRole('button', { name: 'Bids and asks' }).click()
    await page.locator('[data-side=ask]').waitFor()
  })

  longTest('the depth of the book takes the place of the chart', async () => {
    const { page } = lena
    // Collapsed on a phone; a desktop has no such button.
    const unfold = page.getByRole('button', { name: 'Chart', exact: true })
    if (await unfold.isVisible()) await unfold.click()
    await page.getByRole('button', { name: 'Depth' }).click()
    await page.getByTestId('depth-chart').waitFor()
    await page.getByRole('button', { name: 'Depth' }).click()
    await page.locator('[data-panel=chart] canvas').first().waitFor()
  })

  test('Buy with a wrong number goes to the first field that is wrong, and what was said ends with the next edit', async () => {
    const { page } = lena
    const focused = (name: string) =>
      page.waitForFunction((n) => document.activeElement?.getAttribute('name') === n, name)
    const buy = page.getByRole('button', { name: 'Buy BTC', exact: true })
    await page.fill('[name=price]', '60000.55')
    await page.fill('[name=quantity]', 'abc')
    await buy.click()
    await focused('price')
    expect(await page.locator('[name=price]').evaluate((field) => field.getBoundingClientRect().top > 0)).toBe(true)
    await page.fill('[name=price]', bid)
    await buy.click()
    await focused('quantity')
    // Only the server refuses an empty quantity.
    await page.fill('[name=quantity]', '')
    await buy.click()
    const alert = page.locator('[data-panel=ticket] [role=alert]')
    await alert.waitFor()
    await focused('quantity')
    await page.getByText('FOK', { exact: true }).click()
    await alert.waitFor({ state: 'detached' })
    await page.getByText('GTC', { exact: true }).click()
  })

  longTest('the list of indicators closes by a touch beside it and by Escape', async () => {
    const { page } = lena
    const tools = page.getByRole('button', { name: 'Chart tools' })
    if (await tools.isVisible()) await tools.click()
    const list = page.locator('details', { hasText: 'Indicators' })
    const isOpen = (open: boolean) =>
      page.waitForFunction((wanted) => {
        const box = [...document.querySelectorAll('details')].find((each) => each.textContent?.includes('Indicators'))
        return box?.open === wanted
      }, open)
    await list.locator('summary').click()
    await list.getByLabel('RSI', { exact: true }).check()
    await isOpen(true)
    await page.keyboard.press('Escape')
    await isOpen(false)
    await list.locator('summary').click()
    await page.getByRole('group', { name: 'Candle period' }).getByRole('button').nth(2).click()
    await isOpen(false)
    if (await tools.isVisible()) await tools.click()
  })

  longTest('under three more pictures the price keeps the larger part of the chart', async () => {
    const { page } = lena
    const tools = page.getByRole('button', { name: 'Chart tools' })
    if (await tools.isVisible()) await tools.click()
    const list = page.locator('details', { hasText: 'Indicators' })
    await list.locator('summary').click()
    for (const name of ['BOLL', 'VOL', 'MACD', 'RSI']) await list.getByLabel(name, { exact: true }).check()
    await page.keyboard.press('Escape')
    const heightOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height ?? 0
    const share = async () =>
      (await heightOf('[data-panel=chart] canvas')) / (await heightOf('[data-panel=chart] [role=img]:has(canvas)'))
    await expect.poll(share).toBeGreaterThan(0.4)
    expect(await heightOf('[data-panel=chart] canvas')).toBeGreaterThan(170)
    await list.locator('summary').click()
    for (const name of ['BOLL', 'MACD', 'RSI']) await list.getByLabel(name, { exact: true }).uncheck()
    await page.keyboard.press('Escape')
    if (await tools.isVisible()) await tools.click()
  })

  test('all open orders go after one question', async () => {
    const { page } = lena
    await placeBid(lena, bid)
    await placeBid(lena, lower)
    await page.locator('[data-panel=orders] [data-row]').nth(2).waitFor()
    await page.getByRole('button', { name: 'Cancel all' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Orders on BTC/USDT: 3').waitFor()
    await question.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByText('No open orders.').waitFor()
  })

  test('an order is amended in place, twice: its number stays, its price is another', async () => {
    const { page } = lena
    await placeBid(lena, bid)
    const form = page.locator('form', { has: page.locator('[value=amend]') })
    for (const [typed, shown] of [
      [raised, grouped(raised)],
      [higher, grouped(higher)],
    ] as const) {
      await page.getByRole('link', { name: /Amend order/ }).click()
      // Our own error text beside the field; the field has focus.
      await form.locator('[name=price]').fill('')
      await form.getByRole('button', { name: 'Save changes' }).click()
      await form.getByText('A limit order needs a price.').waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'price')
      await form.locator('[name=price]').fill(typed)
      await form.getByRole('button', { name: 'Save changes' }).click()
      await page.locator('[data-panel=orders] [data-row]', { hasText: shown }).waitFor()
      await form.waitFor({ state: 'detached' })
    }
    await expect.poll(() => page.locator('[data-panel=orders] [data-row]').count()).toBe(1)
    await page.getByRole('button', { name: /Cancel order/ }).click()
    await page.getByText('No open orders.').waitFor()
  })

  longTest('on a pair quoted in BTC, price, typed price and balances are said in the chosen fiat too', async () => {
    const { page } = lena
    await page.goto('/trade/spot/ETH-BTC?list=balances')
    await waitForLiveMarket(page)
    await page.fill('[name=price]', '0.05')
    // Who reads English and has chosen none is shown dollars.
    const dollars = page.getByText(/^≈ \$[\d,.]+$/)
    await page
      .locator('[data-panel=bar]')
      .getByText(/^≈ \$[\d,.]+$/)
      .waitFor()
    // For the available amount and for the price field.
    await expect.poll(() => page.locator('[data-panel=ticket]').locator(dollars).count()).toBe(2)
    const rows = page.locator('[data-panel=orders] [data-row]')
    await expect.poll(async () => (await rows.locator(dollars).count()) - (await rows.count())).toBe(0)
    expect(await rows.count()).toBeGreaterThan(0)
  })

  test('nothing sticks out of the window, and nothing on the way was an error', async () => {
    expect(await isCut(lena.page)).toBe(false)
    expect(lena.errors).toEqual([])
  })
})

describe('the question before an order', () => {
  test('is asked until it is declined, says what is ordered, and its answer stays', async () => {
    const mira = await openTrader(DESKTOP)
    const { page } = mira
    await page.context().clearCookies({ name: 'cm_terminal' })
    await page.reload()
    await waitForLiveMarket(page)
    await page.fill('[name=price]', bid)
    await page.fill('[name=quantity]', '0.01')
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText('Place this order?').waitFor()
    await question.getByText('0.01000 BTC').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Buy BTC')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.locator('[data-panel=orders] [data-row]').count()).toBe(0)

    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    await question.getByLabel('Don’t ask again').check()
    await question.getByRole('button', { name: 'Buy BTC' }).click()
    await page.locator('[data-panel=orders] [data-row="1"]').waitFor()

    await page.reload()
    await waitForLiveMarket(page)
    expect(await page.getByLabel('Ask before each order').isChecked()).toBe(false)
    await placeBid(mira, lower)
    expect(mira.errors).toEqual([])
  })
})

describe('the arrangement', () => {
  longTest('a panel is resized by keys and found so again, already in the HTML', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: { width: 1440, height: 900 } })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    const line = page.getByRole('separator', { name: 'Width of the order book' })
    const width = () => page.locator('[data-panel=book]').evaluate((panel) => panel.getBoundingClientRect().width)
    const before = await width()
    // The lines come with the first sign of a hand.
    await page.mouse.move(400, 300)
    await line.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => width()).toBe(before + 32)
    await expect.poll(() => line.getAttribute('aria-valuenow')).toBe(String(before + 32))
    const drawn = async () => (await page.request.get('/trade/spot/BTC-USDT')).text()
    await expect.poll(drawn).toContain(`--terminal-book:${before + 32}px`)
    await page.reload()
    await expect.poll(() => width()).toBe(before + 32)
    await page.mouse.move(420, 320)
    await line.dblclick()
    await expect.poll(() => width()).toBe(before)
  })

  longTest('on a phone the chart is a line until it is wanted, then stays open, and folds away again', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: PHONE })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    await page.locator('[data-chart=folded] polyline:visible').waitFor()
    await expect.poll(() => page.locator('[data-panel=chart] canvas').count()).toBe(0)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await page.locator('[data-panel=chart] canvas').first().waitFor()
    await page.reload()
    await page.locator('[data-panel=chart] canvas').first().waitFor()
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await page.locator('[data-chart=folded]').waitFor()
    await expect.poll(() => page.locator('[data-panel=chart] canvas').count()).toBe(0)
  })
})

describe('the keyboard', () => {
  test('letters choose side and kind, but not while one types; arrows move the price by a tick', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    const pressed = (name: string) => page.locator(`[data-panel=ticket] [aria-pressed=true]`, { hasText: name })
    await page.keyboard.press('s')
    await pressed('Sell').waitFor()
    await page.keyboard.press('m')
    await pressed('Market').waitFor()
    await page.keyboard.press('l')
    await page.keyboard.press('p')
    await page.keyboard.press('b')
    await pressed('Sell').waitFor()
    await page.fill('[name=price]', '60000')
    await page.press('[name=price]', 'ArrowUp')
    await expect.poll(() => page.inputValue('[name=price]')).toBe('60,000.1')
    await page.press('[name=price]', 'Shift+ArrowDown')
    await expect.poll(() => page.inputValue('[name=price]')).toBe('59,999.1')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Switch to buy').waitFor()
  })
})

describe('when the market cannot be heard', () => {
  test('the page says so and its prices look stale', async () => {
    const { page } = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await page.routeWebSocket(/\/parties\/market\//, (socket) => void socket.close())
    await page.route('**/parties/market/**', (route) => route.abort())
    await page.goto('/trade/spot/BTC-USDT')
    await page.locator('[data-link=offline]').first().waitFor({ state: 'attached' })
    await page.getByTestId('stale').waitFor()
    await expect.poll(() => page.locator('[data-panel=book] [data-stale=true]').count()).toBe(1)
  })
})

describe('when the network goes while one looks', () => {
  const asGuest = ({ page }: Visitor, path: string) => page.goto(path)

  test.each(
    firstOf([
      ['the terminal', '/trade/spot/BTC-USDT', '[data-panel=book] [data-stale=true]', asGuest],
      ['home', '/', '[data-stale=true] [data-symbol]', asGuest],
      ['the market list', '/market', '[data-stale=true] [data-symbol]', asGuest],
      ['what one owns', '/assets', '[data-stale=true] [data-testid=total]', register],
      ['what one owns of an asset', '/assets/record?asset=3', '[data-stale=true] [data-testid=asset-total]', register],
    ]),
  )(
    '%s is not live beside the banner, its prices look stale, and both end with the network',
    async (_, path, stale, enter) => {
      const visitor = await openVisitor(browser, 'en', { viewport: DESKTOP })
      const { page } = visitor
      await enter(visitor, path)
      const link = (state: string) => page.locator(`[data-link=${state}]`).first().waitFor({ state: 'attached' })
      await link('live')
      await page.context().setOffline(true)
      await page.getByText('You are offline. Prices and balances may be out of date.').waitFor()
      await link('offline')
      expect(await page.locator('[data-link=live]').count()).toBe(0)
      await page.locator(stale).first().waitFor()
      await page.context().setOffline(false)
      await link('live')
      await page.locator(stale).first().waitFor({ state: 'detached' })
    },
  )
})

describe('an order while there is no network', () => {
  test('is not sent: Buy says why, list and chart look stale, and both end with the network', async () => {
    const olga = await openTrader(DESKTOP)
    const { page } = olga
    await page.fill('[name=price]', bid)
    await page.fill('[name=quantity]', '0.01')
    const buy = page.getByRole('button', { name: 'Buy BTC', exact: true })
    const reason = page.getByText('You are offline. Orders can be sent again once the connection is back.')
    await page.context().setOffline(true)
    await reason.waitFor()
    await expect.poll(() => buy.getAttribute('aria-disabled')).toBe('true')
    await page.locator('[data-panel=markets][data-stale=true]').waitFor()
    await page.locator('[data-panel=chart][data-stale=true]').waitFor()
    await buy.click({ force: true })
    await page.context().setOffline(false)
    await reason.waitFor({ state: 'detached' })
    expect(await page.locator('[data-panel=ticket] [role=alert]').count()).toBe(0)
    await placeBid(olga, bid)
    await expect.poll(() => page.locator('[data-panel=orders] [data-row]').count()).toBe(1)
  })
})

describe('all orders', () => {
  test.each(
    inTurn('orders list', [
      ['a desktop', DESKTOP],
      ['a phone', PHONE],
    ] as const),
  )('on %s are narrowed by pair, side and state; a lost answer to "cancel all" is said', async (_, viewport) => {
    const nora = await openTrader(viewport)
    const { page } = nora
    await placeBid(nora, bid)
    await placeBid(nora, lower)
    await page.goto('/orders')
    const rows = page.locator('[data-row]')
    await rows.nth(1).waitFor()
    await page.getByLabel('Side').selectOption('sell')
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.goto('/orders?pair=BTC-USDT')
    expect(await rows.count()).toBe(2)

    await page.route('**/orders.data**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
    await page.getByText(/The server did not respond/).waitFor()
    await page.unrouteAll()
    // The button of the disappearing dialog has the same name.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
    await page.getByText('Orders cancelled: 2').waitFor()
    await page.goto('/orders?list=order_history&state=cancelled')
    expect(await rows.count()).toBe(2)
    await page.goto('/orders?list=order_history&state=filled')
    await page.getByText('Nothing matches these filters.').waitFor()
  })

  longTest('fit a phone: no tab wraps and nothing sticks out, in French too', async () => {
    const olive = await openVisitor(browser, 'fra', { viewport: PHONE })
    const { page } = olive
    await register(olive)
    await page.goto(`${inject('appUrl')}/orders`)
    const tops = await page
      .locator('main nav li')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    expect(await isCut(page)).toBe(false)
  })
})

/** Bottom of the top bar, top of the bottom tabs, and the box of each order part. */
const readOrderParts = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const { top, bottom, left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { top, bottom, left, right }
    }
    const parts = [
      '[name=price]',
      '[name=quantity]',
      '.percent-slider',
      '[data-figure=total_estimate]',
      'form > .button',
    ]
    return {
      bar: box('.top-bar').bottom,
      foot: box('.bottom-tabs').top,
      ticket: box('[data-panel=ticket]'),
      available: box('[data-testid=available]'),
      parts: parts.map((part) => box(`[data-panel=ticket] ${part}`)),
    }
  })

describe.each(inTurn('ticket', ['en', 'jp', 'fra', 'th'] as const))('on a phone that speaks %s', (language) => {
  test('price, size, share, total and button stand on one screen, with the chart folded and at the ticket', async () => {
    const visitor = await openVisitor(browser, language, { viewport: PHONE })
    await register(visitor)
    const { page } = visitor
    await waitForLiveMarket(page)
    await page.fill('[name=quantity]', '1.2345')
    await page.waitForFunction(() =>
      document.querySelector('[data-figure=total_estimate]')?.textContent?.includes('USDT'),
    )
    for (const isAtTicket of [false, true]) {
      await page.evaluate((isScrolled) => {
        const bar = document.querySelector('.top-bar')?.getBoundingClientRect().height ?? 0
        const ticket = document.querySelector('[data-panel=ticket]')?.getBoundingClientRect().top ?? 0
        scrollTo({ top: isScrolled ? scrollY + ticket - bar : 0, behavior: 'instant' })
      }, isAtTicket)
      const { bar, foot, parts } = await readOrderParts(page)
      for (const { top, bottom } of parts) {
        expect(top).toBeGreaterThanOrEqual(bar)
        expect(bottom).toBeLessThanOrEqual(foot)
        expect(bottom).toBeGreaterThan(top)
      }
    }
    expect(visitor.errors).toEqual([])
  })
})

longTest('on a screen of 320 px what is available stays in the ticket, whatever it is', async () => {
  const { page } = await openTrader({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Market', exact: true }).click()
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
  // Cut to the cent: the books have the rest.
  const available = page.getByTestId('available')
  await page.waitForFunction(
    () => document.querySelector('[data-testid=available]')?.textContent !== '100,000\u00a0USDT',
  )
  expect(await available.textContent()).toMatch(/^99,\d{3}(?:\.\d{1,2})?\sUSDT$/)
  const boxes = await readOrderParts(page)
  expect(boxes.available.right).toBeLessThanOrEqual(boxes.ticket.right - 8)
  expect(boxes.available.left).toBeGreaterThanOrEqual(boxes.ticket.left + 8)
})

test('digits group themselves in the ticket, the caret stays with the hand, and the order is the one that was meant', async () => {
  const mia = await openTrader(PHONE)
  const { page } = mia
  const price = page.locator('[name=price]')
  await expect.poll(() => price.inputValue()).toMatch(/^\d\d,\d{3}\.\d$/)
  // What groups is fetched with the first touch.
  await expect
    .poll(async () => {
      await price.fill('')
      await price.fill('5700')
      return price.inputValue()
    })
    .toBe('5,700')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('1')
  await expect.poll(() => price.inputValue()).toBe('57,010')
  await page.keyboard.type('2')
  await expect.poll(() => price.inputValue()).toBe('570,120')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('End')
  await page.keyboard.type('.5')
  await expect.poll(() => price.inputValue()).toBe('57,010.5')
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
  const card = page.locator('[data-panel=orders] [data-row]', { hasText: '57,010.5' })
  await card.waitFor()
  expect(await card.textContent()).toMatch(/Total570\.1\sUSDT/)
  expect(mia.errors).toEqual([])
})

longTest('what is typed for the next order while one is on its way stays', async () => {
  const { page } = await openTrader(PHONE)
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'POST') await isHeld
    await route.continue()
  })
  await page.fill('[name=price]', bid)
  await page.fill('[name=quantity]', '0.01')
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
  await page.fill('[name=quantity]', '0.02')
  letGo()
  await page.locator('[data-panel=orders] [data-row]', { hasText: grouped(bid) }).waitFor()
  await page.locator('[data-panel=ticket] [aria-busy=true]').waitFor({ state: 'detached' })
  expect(await page.inputValue('[name=quantity]')).toBe('0.02')
})

longTest('on a phone what is told for a moment covers no button of the orders', async () => {
  const noa = await openTrader(PHONE)
  const { page } = noa
  await placeBid(noa, bid)
  await placeBid(noa, lower)
  const cancel = page.getByRole('button', { name: /Cancel order/ })
  await cancel.last().scrollIntoViewIfNeeded()
  // Messages about orders come first while visible.
  await expect.poll(() => page.locator('.toast').count()).toBe(0)
  // Visible only briefly: awaited before the click.
  const [toast] = await Promise.all([
    page.locator('.toast', { hasText: 'cancelled' }).boundingBox(),
    cancel.last().click(),
  ])
  const buttons = await page.locator('[data-panel=orders] [data-row]').first().boundingBox()
  expect(toast && buttons && toast.y + toast.height).toBeLessThan(buttons?.y ?? 0)
})
