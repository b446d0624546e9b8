// A newcomer's first order of each product, counted in taps on a phone: from the front page to an order that stands, with the money moved in
// and the question answered over the ticket. A value that is typed counts as one tap.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import shell from '../../locales/en/shell.json'
import ui from '../../locales/en/ui.json'
import wallet from '../../locales/en/wallet.json'
import { PHONE, openBrowser } from '../kit/browser'
import { openNewcomer, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

class Thumb {
  taps = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1
    await target.click()
  }

  async type(name: string, text: string): Promise<void> {
    this.taps += 1
    await this.#page.locator(`main [name=${name}]`).fill(text)
  }

  /** From the front page to the ticket of a kind of trading; spot is the first. */
  async openTicket(kind?: string): Promise<void> {
    await this.#page.goto('/')
    await this.tap(this.#page.getByRole('link', { name: shell.nav_trade, exact: true }).last())
    await this.#page.waitForURL('**/trade/**')
    // Until it is drawn, the front page still has links of the same names.
    await this.#page.locator('#ticket').waitFor({ state: 'attached' })
    if (kind) await this.tap(this.#page.getByRole('link', { name: kind, exact: true }).first())
    await this.#page.locator('[data-link=live]').first().waitFor({ state: 'attached' })
  }

  /** What the typed order lacks. */
  async moveIn(): Promise<void> {
    const before = this.#page.url()
    const link = /^(?:Move money in|Transfer in|Transfer USDT)/
    await this.tap(this.#page.getByRole('main').getByRole('link', { name: link }).first())
    const sheet = this.#page.getByRole('dialog', { name: wallet.transfer, exact: true })
    await this.tap(sheet.getByRole('button', { name: wallet.transfer, exact: true }))
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => this.#page.locator('form [role=alert]').count()).toBe(0)
    expect(this.#page.url()).toBe(before)
  }

  async order(words: string): Promise<void> {
    await this.tap(this.#page.getByRole('button', { name: words, exact: true }))
    const question = this.#page.getByRole('dialog', { name: ui.confirm_order })
    await this.tap(question.getByRole('button', { name: words, exact: true }))
    await question.waitFor({ state: 'hidden' })
  }
}

test('Mio needs at most 8 taps for a coin and a contract, and 7 for an option and a share', async () => {
  const mio = await openNewcomer(browser, 'en', { viewport: PHONE })
  const { page } = mio
  // Asked before each order, as anybody is at first.
  await page.context().clearCookies({ name: 'cm_terminal' })
  await register(mio, '/')
  /** It is listed; a refusal would be said beside the form. */
  const stands = () =>
    expect
      .poll(
        async () => {
          const rows = await page.locator('[data-panel=orders] [data-row]').count()
          return rows > 0 ? rows : page.locator('form [role=alert], [data-panel=orders]').allTextContents()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
  // Empty again once the order is taken.
  const quantity = () => page.locator('main [name=quantity]').inputValue()

  const coin = new Thumb(page)
  await coin.openTicket()
  await page.locator('[data-side=ask] button').first().waitFor()
  await coin.type('quantity', '0.01')
  await coin.order('Buy BTC')
  await expect.poll(quantity).toBe('')

  const contract = new Thumb(page)
  await contract.openTicket('Futures')
  await contract.type('lots', '20')
  await contract.moveIn()
  await contract.order('Open long')
  await stands()

  const option = new Thumb(page)
  await option.openTicket('Options')
  await option.type('stake', '20')
  await option.moveIn()
  await option.order('Rise')
  await stands()

  const share = new Thumb(page)
  await share.openTicket('Stocks')
  await page.waitForURL(/AAPL/)
  await page.locator('[name=budget], [name=quantity]').first().waitFor()
  // An amount of money while the exchange is open, otherwise a number of shares at a limit.
  const isOpen = (await page.locator('[name=budget]').count()) > 0
  await share.type(isOpen ? 'budget' : 'quantity', isOpen ? '300' : '1')
  await share.moveIn()
  await share.order('Buy AAPL')
  await expect.poll(() => page.inputValue(isOpen ? '[name=budget]' : '[name=quantity]')).toBe('')

  expect(coin.taps).toBeLessThanOrEqual(8)
  expect(contract.taps).toBeLessThanOrEqual(8)
  expect(option.taps).toBeLessThanOrEqual(7)
  expect(share.taps).toBeLessThanOrEqual(7)
  expect(mio.errors).toEqual([])
})
