// What the README promises: with nothing but a copy of the files, one command leads to a market on which one can register and buy.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { LONG } from '../support/long'
import { type Served, copyProject, removeCopy, startCopy } from './fresh-copy'

const EMAIL = 'dana@example.com'
const PASSWORD = 'correct horse'
/** For a machine that does much else; nothing here is about speed. */
const PATIENCE = { timeout: 120_000, interval: 250 }

const folder = copyProject()
let served: Served | undefined

afterAll(async () => {
  await served?.stop()
  removeCopy(folder)
}, 120_000)

test(
  'Dana starts a fresh copy, registers with the code of the outbox, and buys 0.01 BTC',
  { timeout: 600_000 },
  async () => {
    const made = LONG ? ['build', 'dist', '.wrangler', '.dev.vars'] : ['.wrangler', '.dev.vars']
    expect(made.filter((name) => existsSync(join(folder, name)))).toEqual([])
    served = await startCopy(folder)
    const { url } = served
    expect(served.said()).toContain('/trade/spot/BTC-USDT')

    await ask(url, 'POST', '/sms_mail', { user_string: EMAIL, scene: 'register' })
    const code = await readCode(url)
    await ask(url, 'POST', '/user/register', { user_string: EMAIL, code, password: PASSWORD, re_password: PASSWORD })
    const token = String(await ask(url, 'POST', '/user/login', { user_string: EMAIL, password: PASSWORD }))

    // The first prices of a market that has just been opened may take a moment.
    const placed = await vi.waitFor(
      () => ask(url, 'POST', '/v1/order', { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.01' }, token),
      PATIENCE,
    )
    expect(placed).toMatchObject({ state: 'filled', filled_quantity: '0.01000' })

    const orders = await ask(url, 'GET', '/v1/orders?stage=closed', {}, token)
    expect(orders).toMatchObject({ list: [{ side: 'buy', state: 'filled' }] })
    const fills = rowsOf(await ask(url, 'GET', '/v1/fills', {}, token))
    expect(fills.reduce((sum, fill) => sum + Number(fill['quantity']), 0)).toBeCloseTo(0.01, 8)
    const bills = rowsOf(await ask(url, 'POST', '/wallet/legal_log', { currency: '1', type: '2', limit: '50' }, token))
    // Each fill is a line of its own, and its fee another. All of them are decimal text of the same BTC.
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

/** The payload of a success; anything else is an error with the sentence that came instead. */
async function ask(
  url: string,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  token?: string,
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: token === undefined ? {} : { Authorization: token },
    ...(method === 'POST' && { body: new URLSearchParams({ ...fields, lang: 'en' }) }),
  })
  // The envelope that every endpoint answers with.
  const { type, message } = await response.json<{ type: string; message: unknown }>()
  if (type !== 'ok') throw new Error(`${path}: ${String(message)}`)
  return message
}

/** The rows of a list, as the wire has them. */
function rowsOf(message: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (message as { list: Record<string, unknown>[] }).list
}

async function readCode(url: string): Promise<string> {
  const page = await (await fetch(`${url}/outbox`)).text()
  const [, after = ''] = page.split(`data-target="${EMAIL}"`)
  return />(\d{6})</.exec(after)?.[1] ?? ''
}
