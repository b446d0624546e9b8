// NFT sale pages: bids, a blind box with its receipt, a resale, a won and paid auction, and refusals.

import { beforeAll, expect, test } from 'vitest'
import { inDirectory, sweep } from '../kit/directory'
import type { Page } from '../kit/page'
import { type Person, openPerson } from '../kit/visitor'

let nao: Person, rei: Person
beforeAll(async () => {
  ;[nao, rei] = [await openPerson(), await openPerson()]
})

/** Ids of works currently on sale by this type, from the API. */
async function listWorks(sale: string): Promise<number[]> {
  const answer = await nao.ask(`/api/v1/nft/works?sale=${sale}&phase=on_sale`)
  const { message } = await answer.json<{ message: { list: { work_id: number }[] } }>()
  return message.list.map(({ work_id }) => work_id)
}
const findWork = async (sale: string): Promise<number> => (await listWorks(sale)).at(-1) ?? 0
const figure = (page: Page, name: string): string => page.marked('data-figure', name).join()

test('Nao bids, Rei outbids her, and each reads how it stands', async () => {
  const path = `/nft/artworks/${await findWork('auction')}/bid`
  let page = await nao.open(path)
  expect(figure(page, 'deposit')).toMatch(/USDT$/)
  page = await page.form('Place bid').fill({ amount: '1' }).send()
  expect(page.main).toMatch(/Bid [\d.,]+\sUSDT or more\./)
  await (await nao.open(path)).press('Place bid')
  await expect.poll(async () => (await nao.open(path)).main).toContain('You are the highest bidder.')
  expect((await nao.open(path)).rows.flat()).toContain('You')
  await (await rei.open(path)).press('Place bid')
  await expect.poll(async () => (await rei.open(path)).main).toContain('You are the highest bidder.')
  page = await nao.open(path)
  expect(page.main).toMatch(/You were outbid\. The current bid is [\d,.]+\sUSDT\./)
  expect(page.main).not.toContain('Your bid is in.')
})

test('Nao buys a blind box, opens it, reads its receipt, and puts the prize on sale', async () => {
  // Its order of prizes is drawn by the minute's sweep.
  await sweep()
  let page = await nao.open(`/nft/artworks/${await findWork('box')}/buy`)
  expect(figure(page, 'price')).toMatch(/USDT$/)
  page = await page.press('Buy now')
  expect(page.main).toContain('Bought. It is in My NFTs.')
  page = await page.press('Open', 0)
  expect(page.main).toContain('The box is open.')
  const receipt = await page.click('Receipt')
  expect(receipt.main).toContain('This receipt was computed again and is right.')
  page = await page.click('Sell')
  const prize = Number(/artworks\/(\d+)/.exec(page.path)?.[1])
  page = await page.form('Put on sale').fill({ amount: '200' }).send()
  expect(page.main).toContain('It is on sale.')
  expect(await listWorks('fixed')).toContain(prize)
  expect((await nao.open(`/nft/artworks/${prize}/buy`)).main).toContain('You are selling this artwork yourself.')
})

test('Toru buys a work from its own page, whose history then tells the price', async () => {
  const [toru, fixed] = [await openPerson(), await findWork('fixed')]
  let page = await toru.open(`/nft/artworks/${fixed}`)
  // Without any sale of its artist there is no history of prices.
  expect(page.main.includes('Price history')).toBe(page.main.includes('It has not been sold yet.'))
  const price = figure(page, 'current')
  page = await page.press('Buy now')
  expect(page.path).toBe('/nft/mine?done=bought')
  page = await toru.open(`/nft/artworks/${fixed}`)
  expect(page.main).toContain('Price history')
  expect(page.main).not.toContain('It has not been sold yet.')
  expect(page.main).toContain(`Last sale ${price}`)
  expect((await nao.open(`/nft/artworks/${fixed}`)).hasButton('Buy now')).toBe(false)
})

test('the address of the market holds its filters: price, order and collection', async () => {
  const shown = async (search: string) => {
    const page = await rei.open(`/nft${search}`)
    return { page, works: page.marked('data-work').length }
  }
  const answer = await rei.ask('/api/v1/nft/works?sale=fixed&phase=on_sale&sort=price_low')
  const { message } = await answer.json<{ message: { list: { sale: { price: string } }[] } }>()
  const prices = message.list.map(({ sale }) => sale.price)
  const [cheapest] = prices
  const { page, works } = await shown(`?sale=fixed&phase=on_sale&from=${cheapest}&to=${cheapest}`)
  expect(works).toBe(prices.filter((price) => price === cheapest).length)
  expect(page.field('from')).toBe(cheapest)
  expect((await shown('?from=999999')).works).toBe(0)
  const one = (await rei.open('/nft?group=series-1')).main
  expect(one).toContain('Floor price')
  expect(one).toContain('Boxes:')
})

test('Rei reads why a work cannot be bid on, bought or sold', async () => {
  const [fixed, auction] = [await findWork('fixed'), await findWork('auction')]
  const read = async (path: string) => (await rei.open(path)).main
  expect(await read(`/nft/artworks/${fixed}/bid`)).toContain('This artwork is not in an auction.')
  expect(await read(`/nft/artworks/${auction}/buy`)).toContain('This artwork is not for sale at a fixed price now.')
  expect(await read(`/nft/artworks/${fixed}/resell`)).toContain('Only its owner can sell this artwork.')
  expect(await read('/nft/mine')).toContain('You have no artworks yet.')
})

/** An auction of the house that ends soon, which no owner could make. */
async function startAuction(endsIn = 600_000): Promise<number> {
  const live = "mode = 'fixed' AND is_box = 0 AND seller_id IS NULL AND state = 'open'"
  const [row] = await inDirectory(`SELECT min(work_id) AS id FROM nft_lot WHERE ${live}`)
  const id = Number(row?.['id'])
  await inDirectory(`UPDATE nft_lot SET state = 'unsold' WHERE work_id = ? AND ${live}`, id)
  await inDirectory(
    `INSERT INTO nft_lot (work_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most, terms_version,
       commission, royalty, created_at)
     VALUES (?1, 'auction', 0, 0, 'USDT', '50000000', '5000000', '10000000', 1, ?2, ?2, 1, '2500000', '0', 1)`,
    id,
    Date.now() + endsIn,
  )
  return id
}

test('the deposit of a bid grows with each whole of the starting price, and the page says so beforehand', async () => {
  const id = await startAuction()
  const path = `/nft/artworks/${id}/bid`
  let page = await rei.open(path)
  expect(page.main).toContain('The deposit grows with the bid: 10\u00a0USDT for each full 50\u00a0USDT of it')
  expect(figure(page, 'deposit')).toBe('10\u00a0USDT')
  page = await page.form('Place bid').fill({ amount: '100' }).send()
  expect(page.path).toBe(`${path}?done`)
  // The second whole of the price is held already; a third adds one deposit.
  page = await (await rei.open(path)).form('Place bid').fill({ amount: '1000' }).send()
  expect(page.main).toContain('200')
  const held = await rei.open(path)
  expect(figure(held, 'deposit')).toBe('0\u00a0USDT')
  await inDirectory("UPDATE nft_lot SET state = 'unsold' WHERE work_id = ? AND state = 'open'", id)
})

test('a bid from a page of an earlier sale is taken in no later one of the same work', async () => {
  const id = await startAuction()
  const path = `/nft/artworks/${id}/bid`
  const seen = (await nao.open(path)).form('Place bid').fill({ amount: '55' })
  const over = 'SELECT max(id) FROM nft_lot WHERE work_id = ?1'
  await inDirectory(`UPDATE nft_lot SET state = 'unsold' WHERE id = (${over})`, id)
  await inDirectory(
    `INSERT INTO nft_lot (work_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most, terms_version,
       commission, royalty, created_at)
     SELECT work_id, mode, is_box, is_resale, asset, ask, step, '50000000', sale_from, ?2, ?2, terms_version, commission, royalty, 2
     FROM nft_lot WHERE id = (${over})`,
    id,
    Date.now() + 600_000,
  )
  const page = await seen.send()
  expect(page.main).toContain('The price has changed. Check the new one.')
  expect(page.field('amount')).toBe('55')
  expect(page.main).toContain('There are no bids yet.')
  // The page now shows the later sale; sent again it is a bid there.
  await page.form('Place bid').send()
  await expect.poll(async () => (await nao.open(path)).main).toContain('You are the highest bidder.')
  await inDirectory(`UPDATE nft_lot SET state = 'unsold' WHERE id = (${over})`, id)
})

test('Mika wins an auction, finds the way to pay in her messages, and pays what is left within her day', async () => {
  const mika = await openPerson()
  // Long enough for her steps on a busy machine.
  const id = await startAuction(6_000)
  const path = `/nft/artworks/${id}`
  await (await mika.open(`${path}/bid`)).form('Place bid').fill({ amount: '55' }).send()
  await expect.poll(async () => figure(await rei.open(`${path}/bid`), 'current')).toContain('55')
  // The page of the work says who leads, and offers no bid to her who does.
  const hers = await mika.open(path)
  expect(hers.main).toContain('You lead.')
  const offersBid = ({ links }: typeof hers) => links.some(({ to }) => to === `${path}/bid`)
  expect([offersBid(hers), offersBid(await rei.open(path))]).toEqual([false, true])
  await expect
    .poll(async () => (await mika.open(`${path}/bid`)).main)
    .toContain('You have won. Pay the rest within 24 hours')
  expect((await rei.open(path)).main).toContain('The winner is to pay')
  await expect.poll(async () => (await mika.open('/messages/all')).main).toContain('You have won the auction')
  const message = await (await mika.open('/messages/all')).click(/^You have won the auction/)
  expect(message.link('View details')).toBe('/nft/mine')
  let page = await (await mika.open(path)).click('You have won: pay the rest')
  expect(figure(page, 'rest')).toContain('45\u00a0USDT')
  page = await page.press('Pay')
  expect(page.main).toContain('Paid. It is in My NFTs.')
  expect(page.links.map(({ name }) => name)).toContain('Sell')
})
