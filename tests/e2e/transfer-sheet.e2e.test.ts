// What a ticket lacks is moved in by a sheet over it: the page and what was typed stay, and the money is in the wallet that the ticket uses.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import wallet from '../../locales/en/wallet.json'
import { callApi } from '../kit/api'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { inTurn } from '../kit/long'
import { type Visitor, byForms, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const ALL_OF_SPOT = { currency_id: '3', number: '100000', from_field: 'change', to_field: 'legal' }

/** USDT available in a wallet, by its name on the old wire. */
async function inWallet(visitor: Visitor, name: string): Promise<number> {
  const found = await callApi(await byForms(visitor), '/wallet/detail', { currency: '3', type: name })
  return Number((found as Readonly<Record<string, string>>)[`${name}_balance`])
}

/** Opens the sheet, and moves the prefilled amount or another one. */
async function moveIn(page: Page, link: RegExp, amount?: string): Promise<void> {
  const before = page.url()
  await page.getByRole('main').getByRole('link', { name: link }).first().click()
  const sheet = page.getByRole('dialog', { name: wallet.transfer, exact: true })
  if (amount !== undefined) await sheet.locator('[name=amount]').fill(amount)
  else expect(await sheet.locator('[name=amount]').inputValue()).not.toBe('')
  await sheet.getByRole('button', { name: wallet.transfer, exact: true }).click()
  await page.getByText(wallet.transfer_done).first().waitFor()
  await sheet.waitFor({ state: 'hidden' })
  expect(await page.getByText(wallet.transfer_done).count()).toBe(1)
  expect(page.url()).toBe(before)
}

test.each(
  inTurn('transfer-sheet', [
    { viewport: DESKTOP, name: 'desk' },
    { viewport: PHONE, name: 'phone' },
  ]),
)('Ren moves in what each ticket lacks, without leaving it, at a $name', async ({ viewport }) => {
  const ren = await openVisitor(browser, 'en', { viewport })
  const { page } = ren
  await register(ren, '/trade/futures/BTC-USDT')
  await callApi(await byForms(ren), '/wallet/change', ALL_OF_SPOT)

  await moveIn(page, /Move money in/, '250')
  expect(await inWallet(ren, 'lever')).toBe(250)
  await page.getByText('250.00 USDT').first().waitFor()
  // The same amount once more is another transfer.
  await page.getByText(wallet.transfer_done).waitFor({ state: 'hidden' })
  await moveIn(page, /Move money in/, '250')
  expect(await inWallet(ren, 'lever')).toBe(500)

  await page.goto('/trade/options/BTC-USDT')
  await page.fill('[name=stake]', '40')
  await moveIn(page, /Transfer in/)
  expect(await inWallet(ren, 'micro')).toBe(40)
  expect(await page.inputValue('[name=stake]')).toBe('40')

  // Shares are bought from their own wallet, coins from the spot wallet.
  await page.goto('/trade/spot/AAPL-USDT')
  await moveIn(page, /Transfer USDT/, '30')
  expect(await inWallet(ren, 'stocks')).toBe(30)
  await page.goto('/trade/spot/BTC-USDT')
  await moveIn(page, /Transfer USDT/, '5')
  expect(await inWallet(ren, 'change')).toBe(5)

  await page.goto('/earn/lock/1')
  await page.fill('[name=amount]', '100')
  await moveIn(page, /Transfer more into it/)
  expect(await inWallet(ren, 'change')).toBe(100)
  await page.getByText('100 USDT').first().waitFor()

  const { message } = (await (await page.request.get('/api/v1/nft/works?sale=auction&phase=on_sale')).json()) as {
    readonly message: { readonly list: readonly { readonly work_id: number }[] }
  }
  await callApi(await byForms(ren), '/wallet/change', { ...ALL_OF_SPOT, number: '100' })
  await page.goto(`/nft/artworks/${message.list[0]?.work_id}/bid`)
  await moveIn(page, /Transfer more into it/)
  expect(await inWallet(ren, 'change')).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Place bid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Place bid' }).click()
  await page.getByText('Your bid is in.').waitFor()
  expect(ren.errors).toEqual([])
  await page.context().close()
})
