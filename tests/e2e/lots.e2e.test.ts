// Buying, selling and bidding in a browser, at a desk and on a phone: every figure before the confirm, and what one has afterwards.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, PHONE, openBrowser } from '../support/browser'
import { openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The number of a work that is sold this way now, by the API. */
const findWork = (page: Page, sale: string): Promise<number> =>
  page.evaluate(async (asked) => {
    const answer = await fetch(`/api/v1/nft/works?sale=${asked}&phase=on_sale`)
    const { message } = await answer.json<{ message: { list: { work_id: number }[] } }>()
    return message.list.at(-1)?.work_id ?? 0
  }, sale)

test('Nao bids at a desk, buys a work, and puts it on sale again', async () => {
  const nao = await openVisitor(browser, 'en', { viewport: DESKTOP })
  const { page } = nao
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `/tmp/shots/lots-${what}.png`, fullPage: true })
  }
  await register(nao, '/nft')
  await page.goto(`/nft/artworks/${await findWork(page, 'auction')}/bid`)
  await page.locator('[data-figure=deposit]').waitFor()
  await shot('bid')
  await page.getByRole('button', { name: 'Place bid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Place bid' }).click()
  await page.getByText('Your bid is in.').waitFor()
  await page.getByRole('cell', { name: 'You' }).waitFor()
  const work = await findWork(page, 'fixed')
  await page.goto(`/nft/artworks/${work}/buy`)
  await page.locator('[data-figure=price]').waitFor()
  await shot('buy')
  await page.getByRole('button', { name: 'Buy now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy now' }).click()
  await page.getByText('It is yours.').waitFor()
  await shot('mine')
  await page.getByRole('link', { name: 'Sell' }).click()
  await page.fill('[name=amount]', '200')
  expect(await page.locator('[data-figure=commission]').textContent()).toBe('5 USDT')
  await shot('resell')
  await page.getByRole('button', { name: 'Put on sale' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put on sale' }).click()
  await page.getByText('It is on sale.').waitFor()
  expect(nao.errors).toEqual([])
  await page.context().close()
})

test('Rei reads on a phone why a work cannot be bid on, bought or sold', async () => {
  const rei = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = rei
  await register(rei, '/nft')
  const [fixed, auction] = [await findWork(page, 'fixed'), await findWork(page, 'auction')]
  await page.goto(`/nft/artworks/${fixed}/bid`)
  await page.getByText('This artwork is not in an auction.').waitFor()
  await page.goto(`/nft/artworks/${auction}/buy`)
  await page.getByText('This artwork is not for sale at a fixed price now.').waitFor()
  await page.goto(`/nft/artworks/${fixed}/resell`)
  await page.getByText('Only its owner can sell this artwork.').waitFor()
  await page.goto('/nft/mine')
  await page.getByText('You have no artworks yet.').waitFor()
  await page.goto(`/nft/artworks/${auction}/bid`)
  await page.fill('[name=amount]', '1')
  await page.getByText(/^Bid [\d.,]+ USDT or more\.$/).waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/shots/lots-phone.png', fullPage: true })
  expect(rei.errors).toEqual([])
  await page.context().close()
})
