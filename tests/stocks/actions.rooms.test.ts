// Corporate actions end to end: two people of the desk approve; at the session start a split, a dividend, a rename and a delisting run over
// several accounts with open orders, while rooms restart and sweeps repeat. Amounts are conserved.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { sweepStockActions } from '#services/stock-actions'
import { addRow } from '#services/desk/sheets'
import { type Person, join, ok, refused, seed } from '../api/client'
import { type Hired, NOON, commandId, decide, firstAdmin, hire, reviewOf, valueOf } from '../desk/office'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SYMBOL = 'AAPL-USDT'
const at = (text: string): number => Date.parse(`${text}:00Z`)
const setClock = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'], shouldAdvanceTime: true })

let people: Person[] = []
let tokens: string[] = []
let ada: Hired, fiona: Hired

/** Starts a new day: all users log in again. */
async function morning(now: number): Promise<void> {
  setClock(now)
  tokens = []
  for (const { email, password } of people)
    tokens.push(await ok<string>('POST', '/user/login', { form: { user_string: email, password } }))
}

async function agree(texts: Readonly<Record<string, string>>): Promise<void> {
  const id = commandId()
  const none = { new_shares: '0', old_shares: '0', paid_per_share: '0', new_code: '', new_name: '', is_called_off: '' }
  const asked = {
    name: 'stock-actions',
    texts: { ...none, symbol: SYMBOL, ...texts },
    commandId: id,
    at: NOON,
  } as const
  expect(valueOf(await addRow(env, ada.member, asked))).toMatchObject({ kind: 'proposed' })
  expect(await decide(fiona, await reviewOf(id))).toMatchObject({ resolved: { kind: 'done' } })
}

const order = (who: number, form: Readonly<Record<string, string>>) =>
  ok<{ state: string }>('POST', '/v1/order', { form: { symbol: SYMBOL, ...form }, token: tokens[who] })

interface Holding {
  readonly shares: bigint
  readonly usdt: bigint
}
const units = (text: string): bigint => BigInt(text.replace('.', '').slice(0, -2))

async function holdingOf(who: number): Promise<Holding> {
  const { stocks_wallet } = await ok<{ stocks_wallet: { balance: Record<string, string>[] } }>('POST', '/wallet/list', {
    token: tokens[who],
  })
  const sum = (name: string) => {
    const row = stocks_wallet.balance.find((each) => each['currency_name'] === name)
    return row ? units(row['stocks_balance'] ?? '0') + units(row['lock_stocks_balance'] ?? '0') : 0n
  }
  return { shares: sum('AAPL') + sum('FRUT'), usdt: sum('USDT') }
}

/** The house's fees in shares, in the smallest unit. */
async function feesOf(who: number): Promise<bigint> {
  const { accounts } = await callAccountAsSystem(env, people[who]?.userId ?? 0, { type: 'verify' })
  const share = await env.DB.prepare('select base_asset_id as id from pair where symbol = ?').bind(SYMBOL).first('id')
  const row = accounts.find(({ account, assetId }) => account === '@fees' && assetId === share)
  return BigInt(row?.amount ?? 0)
}

interface OrderRow {
  readonly side: string
  readonly price: string
  readonly quantity: string
  readonly state: string
}
const openOrders = async (who: number) =>
  (
    await ok<{ list: OrderRow[] }>('GET', '/v1/orders', {
      query: { symbol: SYMBOL, stage: 'open' },
      token: tokens[who],
    })
  ).list.map(({ side, price, quantity }) => [side, Number(price), Number(quantity)] as const)

async function kill(namespace: 'Account' | 'Market', name: string): Promise<void> {
  const rooms = env[namespace] as unknown as DurableObjectNamespace
  const dead = (_room: unknown, state: DurableObjectState) => state.abort('killed by the test')
  await runInDurableObject(rooms.get(rooms.idFromName(name)), dead).catch(() => undefined)
}

const stateOf = (id: number) => env.DB.prepare('select state from stock_action where id = ?').bind(id).first('state')

/** Sweeps until the action is done; kills rooms during the first sweeps. */
async function carryOut(id: number, killed: readonly (readonly ['Account' | 'Market', string])[] = []): Promise<void> {
  for (const room of killed) {
    const sweep = sweepStockActions(env, Date.now()).catch(() => undefined)
    await kill(...room)
    await sweep
    await kill(...room)
  }
  await waitFor(
    async () => {
      await sweepStockActions(env, Date.now())
      expect(await stateOf(id)).toBe('done')
    },
    { timeout: 20_000, interval: 50 },
  )
}

async function expectConserved(): Promise<void> {
  const { problems, rows } = await conservation(
    env,
    people.map(({ userId }) => userId),
  )
  expect(problems).toEqual([])
  expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])
}

const dayCandle = async (day: string) => {
  const from = String(at(`${day}T00:00`) / 1000)
  const query = { symbol: 'AAPL/USDT', period: '1D', from, to: from }
  const response = await import('../api/client').then(({ call }) => call('GET', '/currency/new_timeshar', { query }))
  const [candle] = response.data as { close: string; volume: string }[]
  return { close: Number(candle?.close), volume: Number(candle?.volume) }
}

beforeAll(async () => {
  setClock(at('2027-06-15T15:00'))
  await seed()
  people = [await join('Alice'), await join('Bob'), await join('Carol')]
  ada = await firstAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
  await morning(at('2027-06-15T15:01'))
  for (const token of tokens) {
    const form = { from_field: 'change', to_field: 'stocks', currency_id: '3', number: '5000' }
    await ok('POST', '/wallet/change', { form, token })
  }
  await order(0, { side: 'buy', kind: 'market', quantity: '3.000011' })
  await order(1, { side: 'buy', kind: 'market', quantity: '5.5' })
})
afterAll(() => vi.useRealTimers())

describe('a split of 3 for 2', () => {
  let before: Holding[] = []
  let fees: bigint[] = []
  let price = 0

  it('waits for the session of its day; until then everything is as ever', async () => {
    price = Math.round(
      Number((await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: SYMBOL } }))[0]?.price),
    )
    await order(0, { side: 'buy', kind: 'limit', price: `${price - 20}.01`, quantity: '1.000001' })
    await order(0, { side: 'sell', kind: 'limit', price: `${price + 20}.01`, quantity: '1.000003' })
    await order(1, { side: 'sell', kind: 'limit', price: `${price + 20}`, quantity: '1.000001' })
    await agree({ id: '1', kind: 'split', day: '2027-06-16', new_shares: '3', old_shares: '2' })
    await sweepStockActions(env, Date.now())
    expect(await stateOf(1)).toBe('scheduled')
  })

  it('takes no order from the start of the session until it is carried out', async () => {
    await morning(at('2027-06-16T08:00') + 5_000)
    before = [await holdingOf(0), await holdingOf(1), await holdingOf(2)]
    fees = [await feesOf(0), await feesOf(1)]
    expect(fees.every((fee) => fee > 0n)).toBe(true)
    const form = { symbol: SYMBOL, side: 'buy', kind: 'limit', price: String(price - 20), quantity: '1' }
    expect(await refused('POST', '/v1/order', { form, token: tokens[2] })).toContain('corporate action')
  })

  it('adjusts what everybody holds and every order, once, although rooms die in the middle', async () => {
    await carryOut(1, [
      ['Market', SYMBOL],
      ['Account', String(people[1]?.userId)],
      ['Account', String(people[0]?.userId)],
    ])
    setClock(at('2027-06-16T08:01'))
    for (const who of [0, 1, 2]) {
      const [old, now] = [before[who], await holdingOf(who)]
      if (!old) throw new Error('everybody was counted')
      expect(now.shares).toBe((old.shares * 3n) / 2n)
      // Half a millionth of a share is paid in cash, rounded up: less than a cent, and nothing without a fraction.
      const cash = now.usdt - old.usdt
      if ((old.shares * 3n) % 2n === 0n) expect(cash).toBe(0n)
      else expect(cash > 0n && cash < 1_000n).toBe(true)
    }
    // The house's fees in shares are multiplied by the split too.
    expect([await feesOf(0), await feesOf(1)]).toEqual(fees.map((fee) => (fee * 3n) / 2n))
    const [bid, ask] = [(Math.floor((price - 20) * 100 + 1) * 2) / 3, (Math.floor((price + 20) * 100 + 1) * 2) / 3]
    expect(await openOrders(0)).toEqual([
      ['sell', Math.ceil(ask) / 100, 1.500004],
      ['buy', Math.floor(bid) / 100, 1.500001],
    ])
    await expectConserved()
    const again = await holdingOf(0)
    await sweepStockActions(env, Date.now())
    expect(await holdingOf(0)).toEqual(again)
  })

  it('is seen in the price and in candles of before, and trading goes on; an adjusted order can be cancelled', async () => {
    setClock(at('2027-06-16T08:03'))
    const [quote] = await ok<{ price: string; change: string }[]>('GET', '/v1/quotes', { query: { symbol: SYMBOL } })
    expect(Number(quote?.price)).toBeGreaterThan((price * 2) / 3 - 15)
    expect(Number(quote?.price)).toBeLessThan((price * 2) / 3 + 15)
    // The daily change isn't minus a third.
    expect(Math.abs(Number(quote?.change))).toBeLessThan(10)
    expect(Math.abs((await dayCandle('2027-06-15')).close - (price * 2) / 3)).toBeLessThan(15)
    expect(await order(2, { side: 'buy', kind: 'market', quantity: '1' })).toMatchObject({ state: 'filled' })
    await ok('DELETE', '/v1/orders', { query: { symbol: SYMBOL }, token: tokens[0] })
    await waitFor(async () => expect(await openOrders(0)).toEqual([]))
    await expectConserved()
  })
})

describe('a dividend of 0.25', () => {
  it('is paid to who holds as the session begins, free or in orders, and to nobody else', async () => {
    await agree({ id: '2', kind: 'dividend', day: '2027-06-17', paid_per_share: '0.25' })
    await morning(at('2027-06-17T08:00') + 5_000)
    const before = [await holdingOf(0), await holdingOf(1), await holdingOf(2)]
    await carryOut(2, [['Account', String(people[1]?.userId)]])
    for (const who of [0, 1, 2]) {
      const [old, now] = [before[who], await holdingOf(who)]
      if (!old) throw new Error('everybody was counted')
      expect(now).toEqual({ shares: old.shares, usdt: old.usdt + (old.shares * 250_000n) / 1_000_000n })
    }
    const query = { reason: 'stock_dividend', wallet: 'stocks' }
    const { list } = await ok<{ list: { receipt_id: string | null }[] }>('GET', '/v1/ledger', {
      query,
      token: tokens[0],
    })
    expect(list[0]?.receipt_id).toMatch(/^[0-9a-f]{64}$/)
    await expectConserved()
  })
})

describe('a new name, and the end', () => {
  it('is called by its new name, worth what it was, with the orders that rest', async () => {
    await agree({ id: '3', kind: 'rename', day: '2027-06-21', new_code: 'FRUT', new_name: 'Fruit' })
    await morning(at('2027-06-21T08:00') + 5_000)
    await carryOut(3)
    setClock(at('2027-06-21T08:03'))
    const [row] = (await ok<{ symbol: string; code: string }[]>('GET', '/v1/stocks')).filter(
      ({ symbol }) => symbol === SYMBOL,
    )
    expect(row).toMatchObject({ symbol: SYMBOL, code: 'FRUT' })
    // Quotes learn the new name when they next reload the catalogue.
    await waitFor(async () => {
      const { stocks_wallet } = await ok<{ stocks_wallet: { balance: Record<string, string>[] } }>(
        'POST',
        '/wallet/list',
        {
          token: tokens[1],
        },
      )
      const own = stocks_wallet.balance.find((each) => each['currency_name'] === 'FRUT')
      expect(Number(own?.['usdt_price'])).toBeGreaterThan(50)
    }, 10_000)
    expect((await openOrders(1)).length).toBeGreaterThan(0)
  })

  it('is delisted: orders are cancelled, what is held is paid at the last price, and nothing is listed any more', async () => {
    await agree({ id: '4', kind: 'delisting', day: '2027-06-22' })
    await morning(at('2027-06-22T08:00') + 5_000)
    const before = [await holdingOf(0), await holdingOf(1)]
    await carryOut(4, [['Market', SYMBOL]])
    const last = await env.DB.prepare('select last_ticks as ticks from stock_action where id = 4').first<{
      ticks: number
    }>()
    setClock(at('2027-06-22T08:03'))
    for (const who of [0, 1]) {
      const [old, now] = [before[who], await holdingOf(who)]
      if (!old) throw new Error('everybody was counted')
      expect(now).toEqual({ shares: 0n, usdt: old.usdt + (old.shares * BigInt(last?.ticks ?? 0)) / 100n })
    }
    expect(await openOrders(1)).toEqual([])
    expect((await ok<{ symbol: string }[]>('GET', '/v1/stocks')).map(({ symbol }) => symbol)).not.toContain(SYMBOL)
    await expectConserved()
    const told = await ok<{ kind: string; state: string }[]>('GET', '/v1/stocks/actions')
    expect(told.map(({ kind, state }) => [kind, state])).toEqual([
      ['delisting', 'done'],
      ['rename', 'done'],
      ['dividend', 'done'],
      ['split', 'done'],
    ])
  })
})
