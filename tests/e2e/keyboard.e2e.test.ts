// The whole story by keyboard, on a desktop and on a phone with a keyboard: the focus is always visible, and closing a dialog doesn't lose
// it.

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import fra from '../../locales/fra/shell.json'
import { DESKTOP, PHONE, openBrowser, waitUntilAlive } from '../kit/browser'
import { inTurn } from '../kit/long'
import { PASSWORD, type Visitor, bestPrices, openVisitor, readCode, waitForLiveMarket } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Upper bound for tab stops between two targets of this story. */
const STOPS_MAX = 120

/** The focused element, and problems of its focus ring; `name` is empty without focus. */
function lookAtFocus(): { readonly name: string; readonly problem: string } {
  const stop = document.activeElement
  if (!(stop instanceof HTMLElement) || stop === document.body) return { name: '', problem: '' }
  const name = `${stop.tagName.toLowerCase()} ${stop.getAttribute('aria-label') ?? stop.getAttribute('name') ?? stop.textContent?.slice(0, 40) ?? ''}`
  // An element with tabindex -1 isn't a control and needs no focus ring.
  if (stop.tabIndex < 0) return { name, problem: '' }
  const isRinged = (element: Element | null): boolean => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  // A styled control contains its invisible native one: the visible part has the ring.
  const around = [
    stop,
    stop.parentElement,
    stop.closest('label'),
    stop.previousElementSibling?.lastElementChild ?? null,
  ]
  if (!around.some(isRinged)) return { name, problem: 'no ring' }
  const { left, right, top, bottom } = (stop.closest('label') ?? stop).getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
  const isSeen = points.some(([x, y]) => {
    const found = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
    return found !== null && (stop.contains(found) || found.contains(stop) || found.closest('label')?.contains(stop))
  })
  return { name, problem: isSeen ? '' : 'covered or out of sight' }
}

/** A keyboard user, with the focus problems found. */
class Typist {
  readonly problems = new Set<string>()
  constructor(readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key)
  }

  /** Presses Tab until `wanted` has the focus. After the page's end it starts again, like a browser. */
  async tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const trail: string[] = []
    for (let stop = 0; stop < STOPS_MAX; stop++) {
      await this.press(key)
      const { name, problem } = await this.#lookAtFocus()
      trail.push(name)
      if (problem) this.problems.add(`${new URL(this.page.url()).pathname}: ${name}: ${problem}`)
      if (await hasFocus(wanted)) return
    }
    throw new Error(`not reached by ${key}: ${trail.join(' | ')}`)
  }

  /** A disappearing notice covers elements for a moment: only a lasting cover is a problem. */
  async #lookAtFocus(): Promise<ReturnType<typeof lookAtFocus>> {
    let seen = await this.page.evaluate(lookAtFocus)
    for (let look = 0; look < 10 && seen.problem; look += 1) {
      await this.page.waitForTimeout(50)
      seen = await this.page.evaluate(lookAtFocus)
    }
    return seen
  }

  async write(wanted: Locator, text: string): Promise<void> {
    if (!(await hasFocus(wanted))) await this.tabTo(wanted)
    await this.press('Control+a')
    await this.page.keyboard.type(text)
  }

  async activate(wanted: Locator): Promise<void> {
    await this.tabTo(wanted)
    await this.press('Enter')
  }

  /** Opens ETH/USDT from the palette. */
  async openEth(what: string): Promise<void> {
    const { page } = this
    await this.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('eth')
    await page.getByRole('option', { name: 'ETH' }).first().waitFor()
    await this.press('Enter')
    await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await this.expectFocusKept(what)
    await waitForLiveMarket(page)
  }

  /** Focus stays in the page after a dialog or row disappears. */
  async expectFocusKept(what: string): Promise<void> {
    await this.page
      .waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, null, {
        timeout: 20_000,
      })
      .catch(() => this.problems.add(`${what}: nothing has the focus`))
  }
}

const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))

describe.each(
  inTurn('keyboard', [
    { viewport: DESKTOP, name: 'a desk' },
    { viewport: PHONE, name: 'a phone' },
  ]),
)('Keiko, by keyboard alone, at $name', ({ viewport }) => {
  let keiko: Visitor
  let typist: Typist
  beforeAll(async () => {
    // Reduced motion, so that no position is read during an animation.
    keiko = await openVisitor(browser, 'en', { viewport, reducedMotion: 'reduce' })
    await keiko.page.context().clearCookies({ name: 'cm_terminal' })
    typist = new Typist(keiko.page)
  })

  test('opens an account', async () => {
    const { page, email } = keiko
    await page.goto('/register')
    await typist.write(page.locator('[name=account]'), email)
    await typist.activate(page.locator('button[value=send_code]'))
    await page.getByRole('status').getByRole('link').waitFor()
    await typist.expectFocusKept('a code was sent')
    await typist.write(page.locator('[name=code]'), await readCode(keiko))
    await typist.write(page.locator('[name=password]'), PASSWORD)
    await typist.write(page.locator('[name=passwordAgain]'), PASSWORD)
    await typist.tabTo(page.locator('[name=consent]'))
    await typist.press('Space')
    await typist.activate(page.locator('button[value=register]'))
    await page.waitForURL('**/trade/spot/**')
    await waitForLiveMarket(page)
  })

  test('finds a market in the palette', async () => {
    const { page } = keiko
    await typist.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await typist.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await typist.openEth('the palette closed over a new page')
  })

  test('places a limit order and takes it back', async () => {
    const { page } = keiko
    const ticket = page.locator('[data-panel=ticket]')
    const row = page.locator('[data-panel=orders] [data-row]')
    await typist.press('l')
    await typist.press('p')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'price')
    await typist.press('Control+a')
    // Below the market price, so that the order rests.
    await page.keyboard.type(String(Math.floor((await bestPrices(page)).bid * 0.97)))
    await typist.write(ticket.locator('[name=quantity]'), '0.1')
    await typist.activate(ticket.getByRole('button', { name: 'Buy ETH' }))
    const question = page.getByRole('dialog')
    await question.waitFor()
    await typist.activate(question.getByRole('button', { name: 'Buy ETH' }))
    await question.waitFor({ state: 'detached' })
    await typist.expectFocusKept('the question about the order closed')
    await row.waitFor()
    await typist.activate(row.getByRole('button', { name: /Cancel order/ }))
    await row.waitFor({ state: 'detached' })
    await typist.expectFocusKept('the row of the order went')
  })

  test('takes two orders back at once', async () => {
    const { page } = keiko
    const ticket = page.locator('[data-panel=ticket]')
    const rows = page.locator('[data-panel=orders] [data-row]')
    await typist.press('p')
    for (const count of [1, 2]) {
      await typist.write(ticket.locator('[name=quantity]'), '0.1')
      await typist.press('Enter')
      const question = page.getByRole('dialog')
      await question.waitFor()
      await typist.activate(question.getByRole('button', { name: 'Buy ETH' }))
      await rows.nth(count - 1).waitFor()
      await question.waitFor({ state: 'detached' })
      // The answer empties the field, and the focus stays in it.
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=quantity]')?.value === '')
      // Until the page has the number of the next order, Enter sends nothing.
      await ticket.locator('form[aria-busy=false]').waitFor()
    }
    await typist.activate(page.getByRole('button', { name: 'Cancel all' }))
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await typist.activate(question.getByRole('button', { name: 'Cancel all' }))
    await question.waitFor({ state: 'detached' })
    await page.getByText('No open orders.').waitFor()
    await typist.expectFocusKept('all orders were cancelled')
  })

  test('moves money to another wallet', async () => {
    const { page } = keiko
    await typist.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('transfer')
    await page.getByRole('option', { name: 'Transfer', exact: true }).waitFor()
    await typist.press('Enter')
    await page.waitForURL('**/assets/transfer')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await typist.expectFocusKept('the palette closed over a page')
    await typist.write(page.locator('[name=amount]'), '10')
    await typist.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await typist.activate(sheet.getByRole('button', { name: 'Confirm' }))
    await page.getByTestId('receipt').waitFor()
    await sheet.waitFor({ state: 'detached' })
    await typist.expectFocusKept('the look over a transfer closed')
  })

  test('skips what stands before the order form', async () => {
    const { page } = keiko
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    await typist.press('Tab')
    await typist.press('Tab')
    expect(await hasFocus(page.getByRole('link', { name: 'Skip to order form' }))).toBe(true)
    await typist.press('Enter')
    await typist.press('Tab')
    expect(await hasFocus(page.locator('[data-panel=ticket]').getByRole('button').first())).toBe(true)
  })

  test('opens another pair from within the order form, and keeps the focus', async () => {
    const { page } = keiko
    await page.goto('/trade/spot/BTC-USDT')
    await waitForLiveMarket(page)
    await typist.press('p')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'price')
    await typist.openEth('the palette opened another pair')
  })

  test('reads French from now on, and logs out', async () => {
    const { page } = keiko
    const bar = page.getByRole('banner')
    await typist.activate(bar.locator('summary[title="Language and theme"]'))
    await typist.activate(page.getByRole('button', { name: 'Français' }))
    await page.locator('html[lang=fr]').waitFor()
    await waitUntilAlive(page)
    await typist.activate(bar.getByLabel(fra.account_menu))
    await typist.press('Escape')
    await typist.expectFocusKept('a menu closed')
    await typist.press('Enter')
    // Checked before the logout: a channel that opens while its session ends is refused, and the browser logs it.
    expect(keiko.errors).toEqual([])
    await typist.activate(page.getByRole('button', { name: fra.log_out }))
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).origin).toBe(new URL(inject('appUrl')).origin)
  })

  test('saw at every step what had the focus', () => {
    expect([...typist.problems]).toEqual([])
  })
})
