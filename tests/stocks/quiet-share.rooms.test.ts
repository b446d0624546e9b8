// Corporate actions on a share without trades at the end of its last session, as with a real feed: a payment by price takes the newest tick
// before the action, and an action without a price doesn't wait for a tick.

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Tick, chainTick } from '#domain/quotes/chain'
import { sweepStockActions } from '#services/stock-actions'
import { addRow } from '#services/desk/sheets'
import { type Person, join, ok, seed } from '../api/client'
import { type Hired, NOON, commandId, decide, firstAdmin, hire, reviewOf, valueOf } from '../desk/office'
import { HASHING } from '../kit/hashing'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SYMBOL = 'AAPL-USDT'
const OTHER = 'KO-USDT'
const at = (text: string): number => Date.parse(`${text}:00Z`)
const setClock = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'], shouldAdvanceTime: true })
/** 04:00 in New York. */
const MONDAY = at('2027-06-14T08:00')
const TUESDAY = at('2027-06-15T08:00')
const WEDNESDAY = at('2027-06-16T08:00')
const DAY_MS = 86_400_000

let alice: Person
let token: string
let ada: Hired, fiona: Hired

async function agree(texts: Readonly<Record<string, string>>): Promise<void> {
  const id = commandId()
  const none = { new_shares: '0', old_shares: '0', paid_per_share: '0', new_code: '', new_name: '', is_called_off: '' }
  const row = { name: 'stock-actions', texts: { ...none, symbol: SYMBOL, ...texts }, commandId: id, at: NOON } as const
  expect(valueOf(await addRow(env, ada.member, row))).toMatchObject({ kind: 'proposed' })
  expect(await decide(fiona, await reviewOf(id))).toMatchObject({ resolved: { kind: 'done' } })
}

/** Sweeps with fake Quotes: no tick at the exact second, `last` as the last earlier tick, and `closes` as daily closes. */
async function carryOut(id: number, last: Tick | null, closes: readonly string[] = []): Promise<void> {
  const none = () => Promise.resolve(null)
  const candles = ({ to }: { to: number }) => {
    expect(to + DAY_MS).toBeLessThanOrEqual(Date.now())
    return Promise.resolve(closes.map((close) => ({ close })))
  }
  const quotes = { priceAt: none, lastTickBefore: () => Promise.resolve(last), candles, takeSplit: none }
  const Quotes = { idFromName: (name: string) => name, get: () => quotes }
  await waitFor(
    async () => {
      await sweepStockActions({ ...env, Quotes } as unknown as Env, Date.now())
      const state = await env.DB.prepare('select state from stock_action where id = ?').bind(id).first('state')
      expect(state).toBe('done')
    },
    { timeout: 10_000, interval: 50 },
  )
}

async function usdt(): Promise<number> {
  const { stocks_wallet } = await ok<{ stocks_wallet: { balance: Record<string, string>[] } }>('POST', '/wallet/list', {
    token,
  })
  return Number(stocks_wallet.balance.find((row) => row['currency_name'] === 'USDT')?.['stocks_balance'])
}

async function morning(now: number): Promise<void> {
  setClock(now)
  token = await ok<string>('POST', '/user/login', { form: { user_string: alice.email, password: alice.password } })
}

beforeAll(async () => {
  setClock(at('2027-06-11T15:00'))
  await seed()
  alice = await join('Alice')
  ada = await firstAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
  await morning(at('2027-06-11T15:01'))
  const form = { from_field: 'change', to_field: 'stocks', currency_id: '3', number: '5000' }
  await ok('POST', '/wallet/change', { form, token })
  await ok('POST', '/v1/order', { form: { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: '2' }, token })
  await ok('POST', '/v1/order', { form: { symbol: OTHER, side: 'buy', kind: 'market', quantity: '1' }, token })
})
afterAll(() => vi.useRealTimers())

it('a dividend after a weekend is paid although no price of Friday is kept', async () => {
  await agree({ id: '1', kind: 'dividend', day: '2027-06-14', paid_per_share: '5' })
  await morning(MONDAY + 5_000)
  const before = await usdt()
  await carryOut(1, null)
  expect(await usdt()).toBeGreaterThan(before + 9)
})

it('a split of a share of which no price is known is carried out', async () => {
  await agree({ id: '3', kind: 'split', day: '2027-06-15', new_shares: '3', old_shares: '1' })
  await morning(TUESDAY + 5_000)
  await carryOut(3, null)
})

it('a delisting after days without any tick pays the close of the last day that had one', async () => {
  await agree({ id: '4', kind: 'delisting', day: '2027-06-15', symbol: OTHER })
  await morning(TUESDAY + 10_000)
  const before = await usdt()
  await carryOut(4, null, ['70.00', '80.00'])
  // The fee of a purchase is taken in shares: 0.999 are left.
  expect(await usdt()).toBeCloseTo(before + 79.92, 2)
})

it('a delisting pays the newest price from before it', async () => {
  await agree({ id: '2', kind: 'delisting', day: '2027-06-16' })
  await morning(WEDNESDAY + 5_000)
  const before = await usdt()
  const price = { symbol: SYMBOL, at: MONDAY, price: '500.00', source: 'finnhub' }
  await carryOut(2, chainTick(undefined, price, HASHING.sha256))
  expect(await usdt()).toBeGreaterThan(before + 2_990)
  const row = await env.DB.prepare('select last_ticks from stock_action where id = 2').first('last_ticks')
  expect(row).toBe(50_000)
})
