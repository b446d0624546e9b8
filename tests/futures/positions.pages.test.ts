// Futures pages: a stop and a liquidation each close a position; both receipts pass their check on the page and in the downloaded script.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { numbersIn } from '../../app/text/numbers'
import { callApi, fund, priceOf } from '../kit/api'
import { findAll, textOf } from '../kit/html'
import { type Person, openPerson } from '../kit/visitor'

const HISTORY = '/orders/futures?list=history'

let goro: Person
beforeAll(async () => {
  goro = await openPerson()
  await fund(goro, 'lever', '2000')
})

const ORDER = { kind: 'market', mode: 'isolated', leverage: '20', lots: '2' }

/** URL of the receipt of the first ended position with this pair and cause; "" before it exists. */
async function receiptOf(pair: string, cause: RegExp): Promise<string> {
  const page = await goro.open(HISTORY)
  const [row] = page.all(
    (element) => 'data-row' in element.attribs && textOf(element).includes(pair) && cause.test(textOf(element)),
  )
  const link = row && findAll(row, ({ name }) => name === 'a').find((each) => textOf(each) === 'Receipt')
  return link?.attribs['href'] ?? ''
}

/** The receipt reaches the directory a moment later. */
async function openReceipt(pair: string, cause: RegExp) {
  await expect.poll(() => receiptOf(pair, cause), { timeout: 60_000 }).not.toBe('')
  const address = await receiptOf(pair, cause)
  await expect.poll(async () => (await goro.open(address)).status).toBe(200)
  const page = await goro.open(address)
  expect(page.main).toContain('This receipt was computed again and is right.')
  return page
}

/** Output of the receipt checker, run in an empty folder without any file of this site. */
function verify(script: string, receipt: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cm-verify-'))
  writeFileSync(join(folder, 'verify.mjs'), script)
  writeFileSync(join(folder, 'receipt.json'), receipt)
  return spawnSync(process.execPath, ['verify.mjs', 'receipt.json'], { cwd: folder, encoding: 'utf8' }).stdout
}

test('closed by hand: in the history, in a file, and its receipt is right to a stranger’s script', async () => {
  const opened = await callApi(goro, '/v1/futures/order', {
    ...ORDER,
    symbol: 'BTC-USDT',
    direction: 'long',
    lots: '20',
  })
  await callApi(goro, '/v1/futures/close', {
    position_id: String((opened as { position_id: number }).position_id),
    lots: '5',
  })
  await callApi(goro, '/v1/futures/close', { position_id: String((opened as { position_id: number }).position_id) })
  const page = await openReceipt('BTC/USDT', /Closed by you/)
  const id = page.path.slice('/receipts/'.length)
  const answer = await goro.ask(`/api/v1/receipt?receipt_id=${id}`)
  const { message } = await answer.json<{ message: { body: string } }>()
  const script = await (await goro.ask('/verify.mjs')).text()
  const right = `receipt.json: right\n  its name is ${id}`
  expect(verify(script, message.body)).toContain(right)
  expect(verify(script, JSON.stringify({ type: 'ok', message }))).toContain(right)
  expect(verify(script, message.body.replace(/"result":"-?\d/, '"result":"9'))).toContain('WRONG')
  const csv = await (await goro.ask('/orders/futures/export')).text()
  expect(csv.split('\n').filter((line) => line.includes('BTC/USDT'))).toHaveLength(2)

  // The same net result in API, export and page, with the position's costs.
  const asked = await goro.ask(
    `/api/v1/futures/position?position_id=${(opened as { position_id: number }).position_id}`,
  )
  const { message: closed } = await asked.json<{ message: { net_result: string; fee: string } }>()
  const [head = [], ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const sum = (column: string) => lines.reduce((all, line) => all + Number(line[head.indexOf(column)] ?? NaN), 0)
  const costs = sum('Fee') + sum('Overnight charge') + sum('Liquidation fee')
  expect(sum('Result')).toBeCloseTo(Number(closed.net_result), 6)
  expect(sum('Result')).toBeCloseTo(sum('Result by price') - costs + sum('Paid by the insurance fund'), 6)
  const { result, usdt } = numbersIn('en')
  const [row] = (await goro.open(HISTORY)).all(
    (element) => 'data-row' in element.attribs && textOf(element).includes('BTC/USDT'),
  )
  expect(row && textOf(row)).toContain(`${result(closed.net_result)} USDT`)
  expect(row && textOf(row)).toContain(`${usdt(closed.fee)} USDT`)
})

test('closed by prices: by a stop that they reach, and by a liquidation, each with a receipt that comes out', async () => {
  // Whichever way it goes, one of the two is liquidated.
  for (const direction of ['long', 'short'])
    await callApi(goro, '/v1/futures/order', { ...ORDER, symbol: 'AVAX-USDT', direction })
  const price = await priceOf(goro, 'SOL-USDT')
  const stops = { take_profit: (price * 1.0002).toFixed(2), stop_loss: (price * 0.9998).toFixed(2) }
  await callApi(goro, '/v1/futures/order', { ...ORDER, symbol: 'SOL-USDT', direction: 'long', ...stops })
  await openReceipt('SOL/USDT', /Take profit|Stop loss/)
  await openReceipt('AVAX/USDT', /Liquidated/)
}, 120_000)

test('says of a stop that leaves some of the position open how many lots it closes', async () => {
  const ines = await openPerson()
  await fund(ines, 'lever', '2000')
  const price = await priceOf(ines, 'BTC-USDT')
  const stops = { take_profit: (price * 1.2).toFixed(1), stop_loss: (price * 0.95).toFixed(1) }
  await callApi(ines, '/v1/futures/order', { ...ORDER, symbol: 'BTC-USDT', direction: 'long', lots: '4', ...stops })
  const shown = async () => {
    const page = await ines.open('/orders/futures')
    return page
      .all((element) => 'data-row' in element.attribs)
      .map(textOf)
      .join()
  }
  expect(await shown()).not.toContain('of 4 lots')
  const part = { position_id: '1', take_profit_lots: '1' }
  await callApi(ines, '/v1/futures/stops', part)
  expect(await shown()).toMatch(/\d \(1 of 4 lots\) \/ [\d,.]+(?! \()/)
})

test('closes only what it names: the longs of one pair, then the other pair turned round', async () => {
  const hana = await openPerson()
  await fund(hana, 'lever', '2000')
  const [btc, eth] = ['BTC-USDT', 'ETH-USDT']
  for (const [symbol, direction] of [
    [btc, 'long'],
    [btc, 'long'],
    [btc, 'short'],
    [eth, 'long'],
  ] as const)
    await callApi(hana, '/v1/futures/order', { ...ORDER, leverage: '5', symbol, direction })
  const held = async () => {
    const page = await hana.open('/orders/futures')
    return page
      .all((element) => 'data-row' in element.attribs)
      .map((row) => /^(\S+?)(Long|Short)/.exec(textOf(row))?.slice(1).join(' '))
      .sort()
  }
  expect(await held()).toEqual(['BTC/USDT Long', 'BTC/USDT Long', 'BTC/USDT Short', 'ETH/USDT Long'])
  const all = await hana.open('/orders/futures')
  for (const name of ['Close all (4)', 'Close longs (3)', 'Close shorts (1)']) expect(all.hasButton(name)).toBe(true)
  const one = await hana.open('/orders/futures?list=positions&pair=BTC-USDT')
  expect(one.hasButton('Close all (3)')).toBe(true)
  await one.press('Close longs (2)')
  await expect.poll(held, { timeout: 30_000 }).toEqual(['BTC/USDT Short', 'ETH/USDT Long'])
  const left = await hana.open('/orders/futures?list=positions&pair=ETH-USDT')
  const more = await hana.open(left.link(/^Add to position/))
  expect(more.field('Leverage')).toBe('5')
  expect(more.field('Margin')).toBe('isolated')
  await left.press(/^Reverse position/)
  await expect.poll(held, { timeout: 30_000 }).toEqual(['BTC/USDT Short', 'ETH/USDT Short'])
})
