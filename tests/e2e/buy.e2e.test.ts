// Buying with fiat in a browser: anybody sees what an amount comes to; who is not verified is led to verify, without scripts too.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { PHONE, openBrowser } from '../support/browser'
import { openAlive, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('a guest sees what an amount comes to, and is led to log in', async () => {
  const guest = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = guest
  await openAlive(page, '/pages/otc/otc')
  await page.getByRole('heading', { name: 'Buy crypto', exact: true }).waitFor()
  await page.selectOption('[name=route]', { label: 'Brazil · BRL' })
  await page.getByText('1 USDT = 5.35 BRL').waitFor()
  await page.fill('[name=amount]', '100')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await page.getByRole('alert').filter({ hasText: 'Pay at least 200 BRL.' }).waitFor()
  await page.fill('[name=amount]', '1000')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await page.getByRole('timer').waitFor()
  expect(await page.locator('[data-figure=receives]').textContent()).toBe('185.981307 USDT')
  await page.getByRole('link', { name: 'Log in to buy' }).waitFor()
  expect(guest.errors).toEqual([])
})

test('Nao, not verified, is led to verify, without scripts', async () => {
  const nao = await openVisitor(browser, 'en', { javaScriptEnabled: false })
  const { page } = nao
  await register(nao, '/buy?route=1&amount=100')
  expect(await page.locator('[data-figure=receives]').textContent()).toBe('100 USDT')
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  await page.waitForURL(/\/settings\/identity/)
  await page.goto('/buy/orders')
  await page.getByText('You have not bought anything yet.').waitFor()
})
