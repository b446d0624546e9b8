// The README's promise: with only a copy of the files, one command serves a market where a visitor can register and buy.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { ask, buy, login, register } from '../../scripts/lib/first-order.mjs'
import { LONG, longTest } from '../kit/long'
import { type Served, makeCopy, removeCopy, startCopy, startWrangler } from './fresh-copy'

const EMAIL = 'dana@example.com'

// Copying the whole project costs seconds, so only when the tests run.
const folder = LONG ? makeCopy() : ''
let served: Served | undefined

afterAll(async () => {
  await served?.stop()
  if (LONG) removeCopy(folder)
}, 120_000)

longTest(
  'Dana starts a fresh copy, registers with the code of the outbox, and buys 0.01 BTC',
  { timeout: 600_000 },
  async () => {
    const made = ['build', 'dist', '.wrangler', '.dev.vars']
    expect(made.filter((name) => existsSync(join(folder, name)))).toEqual([])
    served = await startCopy(folder)
    const { url } = served
    expect(served.said()).toContain('/trade/spot/BTC-USDT')

    const token = await register(url, EMAIL)
    const placed = await buy(url, token)
    expect(placed).toMatchObject({ state: 'filled', filled_quantity: '0.01000' })

    const orders = await ask(url, 'GET', '/v1/orders?stage=closed', {}, token)
    expect(orders).toMatchObject({ list: [{ side: 'buy', state: 'filled' }] })
    const fills = rowsOf(await ask(url, 'GET', '/v1/fills', {}, token))
    expect(fills.reduce((sum, fill) => sum + Number(fill['quantity']), 0)).toBeCloseTo(0.01, 8)
    const bills = rowsOf(await ask(url, 'POST', '/wallet/legal_log', { currency: '1', type: '2', limit: '50' }, token))
    // Each fill and each fee has a bill. All are decimal text in BTC.
    const moved = bills.map((bill) => Number(bill['value']))
    expect(moved).toEqual(expect.arrayContaining(fills.map((fill) => Number(fill['quantity']))))
    expect(moved).toEqual(expect.arrayContaining(fills.map((fill) => -Number(fill['fee']))))

    const page = await fetch(`${url}/trade/spot/BTC-USDT`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html lang="ja"')

    expect(await served.stop()).toBe(0)
    expect(served.said()).toContain('All data is kept')
    await expect(fetch(url)).rejects.toThrow()
    expect(existsSync(join(folder, '.wrangler/state'))).toBe(true)
  },
)

longTest(
  'the same folder is served by `npx wrangler dev`, with the data that `npm start` has written',
  { timeout: 300_000 },
  async () => {
    served = await startWrangler(folder)
    const token = await login(served.url, EMAIL)
    expect(rowsOf(await ask(served.url, 'GET', '/v1/orders?stage=closed', {}, token))).toMatchObject([
      { side: 'buy', state: 'filled' },
    ])
    await served.stop()
  },
)

/** Rows of a list in wire form. */
function rowsOf(message: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (message as { list: Record<string, unknown>[] }).list
}
