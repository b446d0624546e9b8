// Exchange story in a browser: register with a mailed code, buy on a moving market, check orders and bills.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#domain/language'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import {
  type Visitor,
  available,
  bestPrices,
  openVisitor,
  register,
  registerByForm,
  waitForLiveMarket,
} from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

interface Reader {
  readonly language: Language
  readonly viewport: { readonly width: number; readonly height: number }
  readonly words: {
    readonly marketOrder: string
    readonly buy: string
    readonly filled: RegExp
    readonly history: string
    readonly done: string
    readonly demo: RegExp
  }
}

const READERS: readonly Reader[] = [
  {
    language: 'jp',
    viewport: PHONE,
    words: {
      marketOrder: '成行',
      buy: 'BTCを買う',
      filled: /約定しました：0\.01000 BTC/,
      history: '注文履歴',
      done: '約定済み',
      demo: /架空/,
    },
  },
  {
    language: 'en',
    viewport: DESKTOP,
    words: {
      marketOrder: 'Market',
      buy: 'Buy BTC',
      filled: /Filled: 0\.01000 BTC/,
      history: 'Order history',
      done: 'Filled',
      demo: /play money/,
    },
  },
]

/** "99,396.079 USDT" as a number, to compare; the books are read as text. */
const figure = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d.]/g, ''))

describe.each(inTurn('spot', READERS))(
  'Alice reads $language at $viewport.width px',
  ({ language, viewport, words }) => {
    let alice: Visitor
    beforeAll(async () => {
      alice = await openVisitor(browser, language, { viewport })
    })

    test('she registers with the code that the outbox shows, and is told that her money is play money', async () => {
      await registerByForm(alice)
      expect(await alice.page.getByText(words.demo).first().isVisible()).toBe(true)
      expect(await available(alice.page).textContent()).toBe('100,000\u00a0USDT')
    })

    test('the market in front of her moves: prices tick and the chart is drawn', async () => {
      const { page } = alice
      await waitForLiveMarket(page)
      await page.locator('[data-panel=chart] :is(canvas, polyline):visible').first().waitFor()
      const before = await page.locator('[data-side=ask]').textContent()
      await page.waitForFunction((text) => document.querySelector('[data-side=ask]')?.textContent !== text, before)
    })

    test('she buys 0.01 BTC at the market: balance, history and notice change at once, without a reload', async () => {
      const { page } = alice
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      await page.getByRole('button', { name: words.marketOrder, exact: true }).click()
      await page.fill('[name=quantity]', '0.01')
      await page.getByRole('button', { name: words.buy, exact: true }).click()
      await page.getByText(words.filled).waitFor()
      await page.waitForFunction(
        () => document.querySelector('[data-testid=available]')?.textContent !== '100,000\u00a0USDT',
      )
      const left = figure(await available(page).textContent())
      expect(left).toBeGreaterThan(99_000)
      expect(left).toBeLessThan(99_900)
      await page.getByRole('link', { name: words.history }).click()
      await page.locator('[data-row="1"]').getByText(words.done, { exact: true }).last().waitFor()
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    })

    test('her assets and bills say the same to the last unit: 0.01 BTC bought, 0.00001 BTC fee', async () => {
      const { page } = alice
      await page.goto('/assets?wallet=change')
      const btc = page.locator('[data-asset=BTC] [data-figure=available]')
      expect(await btc.textContent()).toBe('1.00999')
      await page.goto('/assets/bills')
      const values = await page.getByTestId('bill-value').allTextContents()
      expect(values).toContain('+0.01')
      expect(values).toContain('−0.00001')
      const paid = values.find((value) => /^−\d{3}/.test(value))
      const usdt = await page
        .goto('/assets?wallet=change')
        .then(() => page.locator('[data-asset=USDT] [data-figure=total]').textContent())
      expect(Math.round((figure(usdt) + figure(paid ?? '')) * 1e6)).toBe(100_000_000_000)
    })

    test('nothing on the way was an error', () => expect(alice.errors).toEqual([]))
  },
)

describe('two people and one market', () => {
  // The market moves: if the house's quotes reach Alice's price before Bob, the story is repeated.
  test("Bob's order takes Alice's resting one, and Alice sees it live", { retry: 2 }, async () => {
    const alice = await openVisitor(browser, 'en', { viewport: DESKTOP })
    const bob = await openVisitor(browser, 'en', { viewport: DESKTOP })
    await Promise.all([register(alice), register(bob)])
    await Promise.all([waitForLiveMarket(alice.page), waitForLiveMarket(bob.page)])

    const buy = await prepareToBuyThrough(bob)
    const price = await offerBehindTheBest(alice)
    await buy()

    await alice.page
      .getByText(/^Fill: Sell/)
      .first()
      .waitFor()
    await alice.page.getByText('No open orders.').waitFor()
    await expect.poll(() => available(alice.page).textContent()).toBe('0.98\u00a0BTC')
    await bob.page.getByRole('link', { name: 'My trades' }).click()
    const taken = bob.page.locator('[data-row]', { hasText: price }).filter({ hasText: '0.02000' })
    await taken.first().waitFor({ timeout: 20_000 })
    expect([...alice.errors, ...bob.errors]).toEqual([])
  })
})

/** Alice offers 0.02 BTC twenty dollars behind the best ask: a few levels deep, so that a tick does not reach it. */
async function offerBehindTheBest({ page }: Visitor): Promise<string> {
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await page.fill('[name=quantity]', '0.02')
  const { ask } = await bestPrices(page)
  const price = (ask + 20).toFixed(1)
  await page.fill('[name=price]', price)
  await page.getByRole('button', { name: 'Sell BTC', exact: true }).click()
  await page.getByText(/Order \d+ is in the book/).waitFor()
  await page
    .locator('[data-row="1"]')
    .getByRole('button', { name: /^Cancel/ })
    .waitFor()
  return Number(price).toLocaleString('en-US', { minimumFractionDigits: 1 })
}

/** Bob is about to buy enough to take some eight levels, Alice's among them. */
async function prepareToBuyThrough({ page }: Visitor): Promise<() => Promise<void>> {
  await page.getByRole('button', { name: 'Market', exact: true }).click()
  await page.fill('[name=quantity]', '1.4')
  return async () => {
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    await page.getByText(/Filled: 1\.40000 BTC/).waitFor()
  }
}
