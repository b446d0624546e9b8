// The story of copy trading in browsers: Tora applies and two people at the desk admit her, Alice follows on a phone, copies a trade, takes it
// over and stops following.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser, waitUntilAlive } from '../support/browser'
import { decideFirst, openAtWork } from './desk-people'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
let tora: Visitor
let alice: Visitor

beforeAll(async () => {
  browser = await openBrowser()
  tora = await openVisitor(browser, 'en', { viewport: DESKTOP })
  alice = await openVisitor(browser, 'en', { viewport: PHONE })
  await register(tora, '/copy')
  await register(alice, '/copy')
})
afterAll(() => browser?.close())

const nickname = `T${Math.random().toString(36).slice(2, 9)}`
const shot = async (page: Page, what: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `shots/copy-${what}.png`, fullPage: true })
}

/** The transfer form and the terminal have stories of their own. */
const post = (page: Page, path: string, fields: Readonly<Record<string, string>>) =>
  page.evaluate(
    async ([to, form]) => {
      const answer = await fetch(`/api${to}`, { method: 'POST', body: new URLSearchParams(form) })
      return JSON.stringify(await answer.json())
    },
    [path, fields] as const,
  )
const fund = (page: Page) =>
  post(page, '/wallet/change', { currency_id: '3', number: '1000', from_field: 'change', to_field: 'lever' })

test('Tora becomes a trader, and Alice copies her', async () => {
  await tora.page.getByRole('link', { name: 'Become a trader' }).first().click()
  await tora.page.fill('[name=nickname]', nickname)
  await tora.page.fill('[name=words]', 'Trades trends, slowly and with stops.')
  await tora.page.check('[name=agree]')
  await shot(tora.page, 'apply')
  await tora.page.getByRole('button', { name: 'Apply' }).click()
  await tora.page.getByText('Your application is being reviewed.').waitFor()
  for (const who of ['rita', 'rob'] as const) {
    const { page } = await openAtWork(browser, who)
    await decideFirst(page, 'trader', 'Approve', { whose: tora.email })
    await page.context().close()
  }
  await fund(tora.page)
  await fund(alice.page)

  const { page } = alice
  await page.goto('/copy')
  await page.getByRole('link', { name: nickname }).click()
  await page.getByText('No trade has ended yet.').waitFor()
  await page.getByRole('link', { name: 'Follow' }).click()
  await page.fill('[name=number]', '9')
  await page.check('[name=agree]')
  await page.getByRole('button', { name: 'Start following' }).click()
  await page.getByText('Enter a number from 0.01 to 5').waitFor()
  await page.fill('[name=number]', '0.65')
  await page.fill('[name=orderMax]', '100')
  await page.check('[name=agree]')
  await shot(page, 'follow')
  await page.getByRole('button', { name: 'Start following' }).click()
  await page.getByText('Following. Trades that open from now on').waitFor()

  await post(tora.page, '/v1/futures/order', { symbol: 'BTC-USDT', direction: 'long', lots: '7', multiple: '10' })
  const take = page.getByRole('button', { name: 'Take over' })
  await expect
    .poll(async () => {
      await page.reload()
      return (await take.count()) > 0 && (await page.getByText('Waiting for the first price').count()) === 0
    })
    .toBe(true)
  expect(await page.locator('[data-row="1"]').textContent()).toContain('4.55')
  await shot(page, 'mine')
  await take.click()
  const question = page.getByRole('alertdialog')
  await question.getByText('From now on you close it yourself').waitFor()
  await question.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('The copy is your own now.').waitFor()

  await page.getByRole('link', { name: 'Change or stop' }).click()
  await waitUntilAlive(page)
  await page.getByRole('button', { name: 'Stop following' }).click()
  await question.getByRole('button', { name: 'Stop following' }).click()
  await page.getByText('You no longer follow this trader.').waitFor()
  await page.goto('/copy/traders')
  await page.waitForURL(/\/copy$/)
  await page.goto('/copy/agreement')
  await page.getByText('Copies are your own trades.').waitFor()
  await shot(page, 'agreement')
  expect([...alice.errors, ...tora.errors]).toEqual([])
})
