// What a visitor of the browser tests does more than once: choose a language, register with the code of the outbox, order.

import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Language } from '#domain/language'
import { openPage } from '../support/browser'

export const PASSWORD = 'correct horse'

export interface Visitor {
  readonly page: Page
  readonly errors: readonly string[]
  readonly email: string
}

/** A fresh visitor who reads `language`. */
export async function openVisitor(
  browser: Browser,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const { page, errors } = await openPage(browser, { baseURL: inject('appUrl'), ...options })
  const url = inject('appUrl')
  await page.context().addCookies([
    { name: 'cm_language', value: language, url },
    // Not asked before every order: terminal.trial.test.ts is about that question.
    { name: 'cm_desk', value: 'k0', url },
  ])
  page.setDefaultTimeout(20_000)
  return { page, errors, email: `${randomUUID().slice(0, 8)}@example.com` }
}

/** The code that the local outbox shows for an address. */
export async function readCode({ page, email }: Visitor): Promise<string> {
  const outbox = await page.context().newPage()
  await outbox.goto('/outbox')
  const code = await outbox.locator(`[data-target="${email}"] [data-testid=code]`).first().textContent()
  await outbox.close()
  return (code ?? '').trim()
}

/** Registers by the form; ends on BTC-USDT, logged in. */
export async function register(visitor: Visitor): Promise<void> {
  const { page, email } = visitor
  await page.goto('/register')
  await page.fill('[name=account]', email)
  await page.click('button[value=send_code]')
  await page.getByRole('status').getByRole('link').waitFor()
  await page.fill('[name=code]', await readCode(visitor))
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=passwordAgain]', PASSWORD)
  await page.click('button.button-brand[value=register]')
  await page.waitForURL('**/trade/spot/BTC-USDT')
}

/** By the account's menu, for a visitor who reads English. */
export async function logOut({ page }: Visitor): Promise<void> {
  await page.getByRole('banner').getByLabel('Account menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

/** Available money as the ticket shows it, for the side that it is on. */
export const available = (page: Page) => page.getByTestId('available')

/** The pair page with its book here and its account heard. */
export async function waitForLiveMarket(page: Page): Promise<void> {
  await page.locator('[data-link=live]').first().waitFor({ state: 'attached' })
  await page.locator('[data-side=ask] button').first().waitFor()
}

/** "60,432.1" of the best ask, and of the best bid, as they stand. */
export async function bestPrices(page: Page): Promise<{ bid: number; ask: number }> {
  const read = async (side: 'bid' | 'ask') => {
    const rows = page.locator(`[data-side=${side}] button span:nth-of-type(2)`)
    const text = await (side === 'ask' ? rows.last() : rows.first()).textContent()
    return Number((text ?? '').replaceAll(',', ''))
  }
  const [bid, ask] = await Promise.all([read('bid'), read('ask')])
  return { bid, ask }
}
