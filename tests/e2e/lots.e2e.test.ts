// Buying, opening, selling, bidding and winning in a browser, on desktop and phone: every figure before the confirmation, and the resulting
// holdings.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { inDirectory, sweep } from '../kit/directory'
import { openPerson } from '../kit/visitor'
import { NOTHING_GRAVE, findInBoth } from '../kit/axe'
import { DESKTOP, PHONE, openBrowser } from '../kit/browser'
import { longTest } from '../kit/long'
import { type Visitor, openVisitor, register } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Numbers of works currently sold this way, by the API. */
const listWorks = (page: Page, sale: string): Promise<number[]> =>
  page.evaluate(async (asked) => {
    const answer = await fetch(`/api/v1/nft/works?sale=${asked}&phase=on_sale`)
    const { message } = await answer.json<{ message: { list: { work_id: number }[] } }>()
    return message.list.map(({ work_id }) => work_id)
  }, sale)
const findWork = async (page: Page, sale: string): Promise<number> => (await listWorks(page, sale)).at(-1) ?? 0

test('Nao bids at a desk, buys a blind box and opens it, and puts the prize on sale', async () => {
  const nao = await openVisitor(browser, 'en', { viewport: DESKTOP, timezoneId: 'Asia/Tokyo' })
  const { page } = nao
  const shot = async (what: string) => {
    if (process.env['SHOTS']) await page.screenshot({ path: `shots/lots-${what}.png`, fullPage: true })
  }
  await register(nao, '/nft')
  await page.goto(`/nft/artworks/${await findWork(page, 'auction')}/bid`)
  await page.locator('[data-figure=deposit]').waitFor()
  await shot('bid')
  await page.getByRole('button', { name: 'Place bid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Place bid' }).click()
  await page.getByText('Your bid is in.').waitFor()
  await page.getByRole('cell', { name: 'You' }).waitFor()
  // Its order of prizes is drawn by the minute's sweep.
  await sweep()
  await page.goto(`/nft/artworks/${await findWork(page, 'box')}/buy`)
  await page.locator('[data-figure=price]').waitFor()
  await shot('buy')
  await page.getByRole('button', { name: 'Buy now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy now' }).click()
  await page.getByText('Bought. It is in My NFTs.').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('The box is open.').waitFor()
  await shot('mine')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('This receipt was computed again and is right.').waitFor()
  await shot('receipt')
  await page.goBack()
  await page.getByRole('link', { name: 'Sell' }).click()
  await page.fill('[name=amount]', '200')
  expect(await page.locator('[data-figure=commission]').textContent()).toBe('5\u00a0USDT')
  // A fixed-price sale has no steps, and its times are in her time zone.
  await page.getByText('Auction', { exact: true }).click()
  await page.getByLabel('Step').waitFor()
  await page.getByText('Fixed price', { exact: true }).click()
  await page.getByLabel('Step').waitFor({ state: 'hidden' })
  const prize = Number(/artworks\/(\d+)/.exec(page.url())?.[1])
  const begins = await page.getByLabel('Start (UTC+9)').inputValue()
  expect(Math.abs(Date.parse(`${begins}:00+09:00`) - Date.now())).toBeLessThan(600_000)
  await shot('resell')
  await page.getByRole('button', { name: 'Put on sale' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put on sale' }).click()
  await page.getByText('It is on sale.').waitFor()
  // Starts now, not in nine hours.
  expect(await listWorks(page, 'fixed')).toContain(prize)
  expect(nao.errors).toEqual([])
  await page.context().close()
})

longTest('Rei reads on a phone why a work cannot be bid on, bought or sold', async () => {
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
  if (process.env['SHOTS']) await page.screenshot({ path: 'shots/lots-phone.png', fullPage: true })
  expect(rei.errors).toEqual([])
  await page.context().close()
})

/** A form of a lot, sent as its page sends it. */
async function send({ page, url }: Visitor, path: string, form: Readonly<Record<string, string>> = {}): Promise<void> {
  const fields = { commandId: randomUUID(), language: 'en', ...form }
  const answer = await page.request.post(path, { form: fields, headers: { Origin: url }, maxRedirects: 0 })
  expect(answer.status(), path).toBe(302)
}

test('Nao looks on while Rei outbids her, and is told so without a reload', async () => {
  const nao = await openVisitor(browser, 'en', { viewport: PHONE })
  await register(nao, '/nft')
  const path = `/nft/artworks/${await findWork(nao.page, 'auction')}/bid`
  await nao.page.goto(path)
  await nao.page.getByRole('button', { name: 'Place bid' }).click()
  await nao.page.getByRole('alertdialog').getByRole('button', { name: 'Place bid' }).click()
  await nao.page.getByText('Your bid is in.').waitFor()
  const rei = await openPerson()
  // Without scripts the page shows a bid as soon as the directory has it.
  await expect.poll(async () => (await (await rei.open(path)).press('Place bid')).main).toContain('Your bid is in.')
  const notice = nao.page
    .getByRole('alert')
    .filter({ hasText: /^You were outbid\. The current bid is [\d,.]+\sUSDT\.$/ })
  await notice.waitFor()
  expect(await nao.page.getByText('Your bid is in.').count()).toBe(0)
  expect(nao.errors).toEqual([])
  await nao.page.context().close()
})

longTest(
  'Sora opens a box on its own page; every page of a sale fits a phone and keeps nobody out',
  async () => {
    const sora = await openVisitor(browser, 'en', { viewport: PHONE, reducedMotion: 'reduce' })
    const { page } = sora
    await register(sora, '/nft')
    // Its order of prizes is drawn by the minute's sweep.
    await sweep()
    const box = await findWork(page, 'box')
    const look = async (path: string) => {
      await page.goto(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, overflow, grave: await findInBoth(page) }).toEqual({ path, overflow: 0, grave: NOTHING_GRAVE })
    }
    for (const path of [`/nft/artworks/${box}`, `/nft/artworks/${box}/buy`]) await look(path)
    await send(sora, `/nft/artworks/${box}/buy`, { lot: await page.inputValue('[name=lot]') })
    await look(`/nft/artworks/${box}`)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor({ state: 'detached' })
    await page.getByText('Box opened').waitFor()
    const [fixed, auction] = [await findWork(page, 'fixed'), await findWork(page, 'auction')]
    const sales = [`/nft/artworks/${auction}`, `/nft/artworks/${auction}/bid`, `/nft/artworks/${fixed}/buy`]
    for (const path of [`/nft/artworks/${box}`, `/nft/artworks/${box}/resell`, '/nft/mine', ...sales]) await look(path)
    expect(sora.errors).toEqual([])
    await page.context().close()
  },
  120_000,
)

const ENDS_MS = 7_000

/** An auction of the house that ends soon, which no owner could make: by the directory itself. */
async function auctionSoon(): Promise<number> {
  const live = "mode = 'fixed' AND is_box = 0 AND seller_id IS NULL AND state = 'open'"
  const [row] = await inDirectory(`SELECT min(work_id) AS id FROM nft_lot WHERE ${live}`)
  const id = Number(row?.['id'])
  await inDirectory(`UPDATE nft_lot SET state = 'unsold' WHERE work_id = ? AND ${live}`, id)
  await inDirectory(
    `INSERT INTO nft_lot (work_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most, terms_version,
       commission, royalty, created_at)
     VALUES (?1, 'auction', 0, 0, 'USDT', '50000000', '5000000', '10000000', 1, ?2, ?2, 1, '2500000', '0', 1)`,
    id,
    Date.now() + ENDS_MS,
  )
  return id
}

longTest('Mika wins an auction while Rei looks on, and pays what is left within her day', async () => {
  const mika = await openVisitor(browser, 'en', { viewport: PHONE })
  const { page } = mika
  await register(mika, '/nft/mine')
  const rei = await openVisitor(browser, 'en', { viewport: DESKTOP })
  const id = await auctionSoon()
  await rei.page.goto(`/nft/artworks/${id}`)
  const bid = { amount: '55', commandId: randomUUID(), language: 'en' }
  const sent = await page.request.post(`/nft/artworks/${id}/bid`, {
    form: bid,
    headers: { Origin: mika.url },
    maxRedirects: 0,
  })
  expect(sent.headers()['location']).toBe(`/nft/artworks/${id}/bid?done`)
  // Both pages update without a reload.
  await rei.page.locator('[data-figure=current]', { hasText: '55' }).waitFor()
  await rei.page.getByText('The winner is to pay').waitFor()
  // Wherever she looks, the way to pay is one press away.
  await page.goto('/messages/all')
  await page.getByRole('link', { name: /^You have won the auction/ }).click()
  await page.getByRole('link', { name: 'Details' }).click()
  await page.waitForURL('**/nft/mine')
  await page.goto(`/nft/artworks/${id}/bid`)
  await page.getByText('You have won. Pay the rest within 24 hours').waitFor()
  await page.goto(`/nft/artworks/${id}`)
  await page.getByRole('link', { name: 'You have won: pay the rest' }).click()
  expect(await page.locator('[data-figure=rest]').textContent()).toContain('45\u00a0USDT')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Paid. It is in My NFTs.').waitFor()
  await page.getByRole('link', { name: 'Sell' }).waitFor()
  expect([...mika.errors, ...rei.errors]).toEqual([])
  await Promise.all([page.context().close(), rei.page.context().close()])
})
