// Copy trading in a browser: Alice follows Tora on a phone, copies a trade, takes it over and stops following. The application of a trader is
// tested in tests/copy/follow.pages.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { callApi, fund } from '../kit/api'
import { decide } from '../kit/desk'
import { type Person, openPerson } from '../kit/visitor'
import { PHONE, openBrowser, waitUntilAlive } from '../kit/browser'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
let tora: Person
let alice: Visitor

beforeAll(async () => {
  browser = await openBrowser()
  alice = await openVisitor(browser, 'en', { viewport: PHONE })
  await register(alice, '/copy')
  tora = await openPerson()
  const form = (await tora.open('/copy/apply')).form('Apply')
  await form.fill({ nickname, words: 'Trades trends, slowly and with stops.', agree: true }).send()
  for (const who of ['rita', 'rob'] as const) await decide(who, 'trader', { whose: tora.email })
  await fund(tora, 'lever', '1000')
})
afterAll(() => browser?.close())

const nickname = `T${Math.random().toString(36).slice(2, 9)}`
const shot = async (page: Page, what: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `shots/copy-${what}.png`, fullPage: true })
}

test('Alice copies Tora', async () => {
  const { page } = alice
  await page.evaluate(async () => {
    const form = { currency_id: '3', number: '1000', from_field: 'change', to_field: 'lever' }
    await fetch('/api/wallet/change', { method: 'POST', body: new URLSearchParams(form) })
  })
  await page.goto('/copy')
  await page.getByRole('link', { name: nickname, exact: true }).click()
  await page.waitForURL(/\/copy\/traders\/\d+/)
  await page.getByText('No trade has ended yet.').waitFor()
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  await page.fill('[name=number]', '9')
  await page.check('[name=agree]')
  await page.getByRole('button', { name: 'Start following' }).click()
  await page.getByText('Enter a number from 0.01 to 5').waitFor()
  await page.fill('[name=number]', '0.65')
  await page.fill('[name=order_max]', '100')
  await page.check('[name=agree]')
  await shot(page, 'follow')
  await page.getByRole('button', { name: 'Start following' }).click()
  await page.getByText('Following. Trades that open from now on').waitFor()

  await callApi(tora, '/v1/futures/order', { symbol: 'BTC-USDT', direction: 'long', lots: '7', leverage: '10' })
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
  expect(alice.errors).toEqual([])
})
