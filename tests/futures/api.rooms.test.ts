// Contracts through the API, with real rooms and the simulated market: as an existing client calls them, and by /v1.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkFuturesReceipt, type FuturesReceipt } from '#domain/futures/receipt'
import { type Person, call, join, ok, refused, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BTC = { currency_id: '1', legal_id: '3' }
const MARKET = { status: '1', target_price: '999', password: '' }

interface LeverRow {
  readonly origin_price: string
  readonly update_price: string
  readonly id: number
  readonly type: number
  readonly status: number
  readonly price: string
  readonly share: number
  readonly caution_money: string
  readonly trade_fee: string
  readonly fact_profits: string
  readonly target_profit_price: string
}
interface Paginated {
  readonly data: readonly LeverRow[]
  readonly total: number
  readonly per_page: number
}

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  await env.DB.prepare("UPDATE futures_term SET is_open = 0 WHERE symbol = 'DOT-USDT'").run()
  alice = await join('Alice')
  bob = await join('Bob')
  await fund(alice, '2000')
})

const fund = ({ token }: Person, number: string) =>
  ok('POST', '/wallet/change', { form: { from_field: 'change', to_field: 'lever', currency_id: '3', number }, token })

const lever = <Answer>(path: string, form: Record<string, string>, { token } = alice): Promise<Answer> =>
  ok<Answer>('POST', `/lever/${path}`, { form, token })

/** Text of a refusal without its values. */
const words = (code: string) => expect.stringContaining(WORDS[code] ?? code) as unknown as string
const WORDS: Readonly<Record<string, string>> = {
  futures_take_profit_too_low: 'The take-profit must lie above',
  futures_position_not_open: 'This is no longer possible',
  futures_position_not_found: 'There is no such position or order',
  futures_lots_out_of_bounds: 'Enter between',
  futures_leverage_not_offered: 'This leverage is not offered',
  futures_leverage_needs_identity: 'needs a verified identity',
  insufficient_available: 'USDT',
  futures_limit_wrong_side: 'A limit lies below',
  pair_not_found: 'pair',
  futures_halted: 'Opening on DOT/USDT is halted',
  futures_not_offered: 'There are no futures on ETH/BTC',
  receipt_not_found: 'There is no such receipt',
}
const expectRefused = async (code: string, sent: Parameters<typeof refused>[2]) =>
  expect(await refused('POST', '/lever/submit', sent)).toEqual(words(code))

const price = async (): Promise<number> => {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return Number(quote?.price)
}

describe('an existing client', () => {
  it('reads what its form needs', async () => {
    const deal = await lever<{
      user_lever: string
      multiple: { muit: { value: string }[] }
      lever_share_limit: { min: number; max: number }
      my_transaction: LeverRow[]
      lever_transaction: Record<'in' | 'out', { price: string; number: string }[]>
    }>('deal', BTC)
    expect(deal).toMatchObject({
      user_lever: '2000.00000000',
      multiple: { muit: expect.arrayContaining([{ value: '20' }]) as unknown },
      lever_share_limit: { min: 1, max: 50_000 },
      my_transaction: [],
    })
    // The book next to the form belongs to the pair.
    const { bids, asks } = await ok<Record<'bids' | 'asks', [string, string][]>>('GET', '/v1/book', {
      query: { symbol: 'BTC-USDT', limit: '1' },
    })
    const { in: buyers, out: sellers } = deal.lever_transaction
    expect([buyers.length, sellers.length]).toEqual([10, 10])
    const near = (row: { price: string; number: string } | undefined, level: [string, string] | undefined) =>
      expect(Math.abs(Number(row?.price) / Number(level?.[0]) - 1)).toBeLessThan(0.01)
    near(buyers[0], bids[0])
    near(sellers[0], asks[0])
    expect(Number(buyers[0]?.price)).toBeLessThan(Number(sellers[0]?.price))
  })

  it('opens a position at the next tick, sees it, sets stops, and closes it', async () => {
    expect(
      await lever<string>('submit', { ...BTC, ...MARKET, type: '1', share: '10', multiple: '10', lang: 'en' }),
    ).toBe('Position opened')
    const { order, hazard_rate } = await lever<{ order: Paginated; hazard_rate: string }>('dealall', {
      ...BTC,
      page: '1',
    })
    const [row] = order.data
    expect(row).toMatchObject({ type: 1, status: 1, share: 10, target_profit_price: '0.00000000' })
    expect(Number(hazard_rate)).toBeGreaterThan(100)
    const now = await price()
    const stops = {
      id: String(row?.id),
      target_profit_price: (now * 1.2).toFixed(1),
      stop_loss_price: (now * 0.9).toFixed(1),
    }
    await lever('setstop', stops)
    const wrong = { ...stops, target_profit_price: (now * 0.8).toFixed(1) }
    expect(await refused('POST', '/lever/setstop', { form: wrong, token: alice.token })).toEqual(
      words('futures_take_profit_too_low'),
    )
    expect(await lever<string>('close', { id: String(row?.id), lang: 'jp' })).toBe('決済しました')
    const { message, rate_profits_total } = await lever<{
      message: Paginated
      rate_profits_total: { hazard_rate: string; profits_total: string }
    }>('my_trade', { currency_id: '0', legal_id: '0', status: '3', page: '1' })
    expect(message).toMatchObject({ total: 1, data: [{ id: row?.id, status: 3, caution_money: '0.00000000' }] })
    const history = await ok<{ list: { closes: { price: string }[] }[] }>('GET', '/v1/futures/history', {
      token: alice.token,
    })
    // Closed rows contain the closing price; the opening price appears without and with the spread.
    expect(message.data[0]?.update_price).toBe(`${history.list[0]?.closes[0]?.price ?? ''}0000000`)
    expect(Number(row?.price)).toBeGreaterThan(Number(row?.origin_price))
    expect(rate_profits_total).toMatchObject({ profits_total: '0.00000000' })
  })

  it('leaves a limit order, which waits, and takes it back', async () => {
    const target_price = ((await price()) * 0.8).toFixed(1)
    await lever('submit', { ...BTC, type: '1', share: '10', multiple: '5', status: '0', target_price })
    const { message } = await lever<{ message: Paginated }>('my_trade', { ...BTC, status: '0', page: '1' })
    const [waiting] = message.data
    expect(message.data).toMatchObject([{ status: 0, share: 10 }])
    // It shows the margin and the fee that were set aside for it: 10 lots of 0.001 BTC, five times.
    expect(Number(waiting?.caution_money)).toBeCloseTo((Number(target_price) * 0.01) / 5, 4)
    expect(Number(waiting?.trade_fee)).toBeGreaterThan(0)
    const { held_by_orders } = await ok<{ held_by_orders: string }>('GET', '/v1/futures/positions', {
      token: alice.token,
    })
    expect(Number(waiting?.caution_money) + Number(waiting?.trade_fee)).toBeCloseTo(Number(held_by_orders), 6)
    await lever('cancel', { id: String(message.data[0]?.id) })
    // A closed position came first: each list counts its own rows only.
    const ended = (status: string, page = '1') =>
      lever<{ message: Paginated }>('my_trade', { ...BTC, status, page, limit: '1' })
    expect((await ended('4')).message).toMatchObject({ total: 1, data: [{ id: waiting?.id, status: 4 }] })
    expect((await ended('4', '2')).message).toMatchObject({ total: 1, data: [] })
    expect((await ended('3')).message).toMatchObject({ total: 1, data: [{ status: 3 }] })
    expect((await ended('-1', '2')).message).toMatchObject({ total: 2, data: [{ status: 3 }] })
    const again = { form: { id: String(message.data[0]?.id) }, token: alice.token }
    expect(await refused('POST', '/lever/cancel', again)).toEqual(words('futures_position_not_open'))
  })

  it('is refused by name, and nothing is held', async () => {
    const submit = (code: string, form: Record<string, string>) =>
      expectRefused(code, {
        form: { ...BTC, ...MARKET, type: '1', share: '1', multiple: '10', ...form },
        token: alice.token,
      })
    await submit('futures_lots_out_of_bounds', { share: '0' })
    await submit('futures_leverage_not_offered', { multiple: '7' })
    await submit('futures_leverage_needs_identity', { multiple: '50' })
    await submit('insufficient_available', { share: '3000', multiple: '20' })
    await submit('futures_limit_wrong_side', { status: '0', target_price: ((await price()) * 1.5).toFixed(1) })
    await submit('pair_not_found', { currency_id: '77' })
    await submit('futures_halted', { currency_id: '13' })
    await submit('futures_not_offered', { currency_id: '2', legal_id: '1' })
    const none = { query: { receipt_id: '0'.repeat(64) } }
    expect(await refused('GET', '/v1/receipt', none)).toEqual(words('receipt_not_found'))
    const { user_lever } = await lever<{ user_lever: string }>('deal', BTC)
    const sums = await ok<{ list: unknown[]; margins: string }>('GET', '/v1/futures/positions', { token: alice.token })
    expect(sums).toMatchObject({ list: [], margins: '0.000000' })
    expect(Number(user_lever)).toBeGreaterThan(1_990)
  })

  it('touches nothing of another user', async () => {
    await lever('submit', { ...BTC, ...MARKET, type: '2', share: '5', multiple: '10' })
    const { order } = await lever<{ order: Paginated }>('dealall', { ...BTC, page: '1' })
    const id = String(order.data[0]?.id)
    for (const path of ['close', 'cancel']) {
      expect(await refused('POST', `/lever/${path}`, { form: { id }, token: bob.token })).toEqual(
        words('futures_position_not_found'),
      )
    }
    await lever('batch_close', { type: '2', ...BTC })
    expect((await lever<{ order: Paginated }>('dealall', { ...BTC, page: '1' })).order.data).toEqual([])
  })

  it('sees the same price now in every position of a pair, partly closed or not', async () => {
    const open = () => lever('submit', { ...BTC, ...MARKET, type: '1', share: '2', multiple: '10' })
    const rows = async () => (await lever<{ order: { data: LeverRow[] } }>('dealall', { ...BTC, page: '1' })).order.data
    await Promise.all([open(), open()])
    const [row] = await rows()
    const closed = await ok<{ closes: { index_price: string }[] }>('POST', '/v1/futures/close', {
      form: { position_id: String(row?.id), lots: '1' },
      token: alice.token,
    })
    const paid = Number(closed.closes.at(-1)?.index_price)
    await expect.poll(price).not.toBe(paid)
    const shown = await rows()
    expect(shown).toHaveLength(2)
    expect(new Set(shown.map(({ update_price }) => update_price)).size).toBe(1)
    await lever('batch_close', { type: '0', ...BTC })
  })
})

describe('/v1', () => {
  it('shows terms, a preview and the position with every figure; its end has a receipt that anybody may check', async () => {
    const { token } = alice
    const form = { symbol: 'ETH-USDT', direction: 'long', lots: '10', leverage: '20', mode: 'isolated' }
    const preview = await ok<{ margin: string; fee: string }>('GET', '/v1/futures/preview', { query: form })
    expect(Number(preview.margin)).toBeGreaterThan(0)
    const opened = await ok<{ position_id: number; state: string; open_price: string }>('POST', '/v1/futures/order', {
      form,
      token,
    })
    expect(opened).toMatchObject({ state: 'open' })
    const { list } = await ok<{ list: { liquidation_price: string; open_price: string }[] }>(
      'GET',
      '/v1/futures/positions',
      { token },
    )
    // A far limit order is pending: its hold is a separate figure, and the sum equals the equity.
    const waits = { ...form, kind: 'limit', price: '100.00' }
    const waiting = await ok<{ position_id: number; state: string }>('POST', '/v1/futures/order', {
      form: waits,
      token,
    })
    expect(waiting).toMatchObject({ state: 'pending' })
    const sums = await ok<Record<'available' | 'equity' | 'margins' | 'held_by_orders' | 'unrealised', string>>(
      'GET',
      '/v1/futures/positions',
      { token },
    )
    const units = (text: string) => BigInt(text.replace('.', ''))
    expect(units(sums.held_by_orders)).toBeGreaterThan(0n)
    expect(units(sums.available) + units(sums.margins) + units(sums.held_by_orders) + units(sums.unrealised)).toBe(
      units(sums.equity),
    )
    await ok('DELETE', '/v1/futures/order', { query: { position_id: String(waiting.position_id) }, token })
    expect(Number(list[0]?.liquidation_price)).toBeLessThan(Number(list[0]?.open_price))
    const position_id = String(opened.position_id)
    await ok('POST', '/v1/futures/margin', { form: { position_id, amount: '5' }, token })
    const closed = await ok<{ state: string }>('POST', '/v1/futures/close', { form: { position_id }, token })
    expect(closed).toMatchObject({ state: 'closed' })
    const { closes } = await ok<{ closes: { receipt_id: string }[] }>('GET', '/v1/futures/position', {
      query: { position_id },
      token,
    })
    const receipt_id = closes[0]?.receipt_id ?? ''
    const { body } = await waitFor(() => ok<{ body: string }>('GET', '/v1/receipt', { query: { receipt_id } }), {
      timeout: 10_000,
      interval: 200,
    })
    expect(checkFuturesReceipt(JSON.parse(body) as FuturesReceipt)).toEqual([])
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
    expect(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(receipt_id)
    expect(body).not.toContain(String(alice.userId))
  })

  it('says of a closed position what it brought in all: by so much the wallet has changed', async () => {
    const { token } = alice
    const equity = async () => (await ok<{ equity: string }>('GET', '/v1/futures/positions', { token })).equity
    const units = (text: string) => BigInt(text.replace('.', ''))
    const before = await equity()
    const form = { symbol: 'BTC-USDT', direction: 'long', lots: '10', leverage: '10' }
    const { position_id: id } = await ok<{ position_id: number }>('POST', '/v1/futures/order', { form, token })
    type Closed = Record<'realised' | 'fee' | 'overnight_paid' | 'liquidation_fees' | 'net_result', string>
    const closed = await ok<Closed>('POST', '/v1/futures/close', { form: { position_id: String(id) }, token })
    expect(units(closed.net_result)).toBe(units(await equity()) - units(before))
    expect(units(closed.net_result)).toBe(
      units(closed.realised) - units(closed.fee) - units(closed.overnight_paid) - units(closed.liquidation_fees),
    )
    const { list } = await ok<{ list: Closed[] }>('GET', '/v1/futures/history', { token })
    expect(list[0]).toMatchObject({ net_result: closed.net_result, fee: closed.fee })
  })

  it('says in words that a stop-loss lies beyond the liquidation price', async () => {
    const now = await price()
    const stop = (factor: number) => (now * factor).toFixed(1)
    const form = { symbol: 'BTC-USDT', direction: 'long', lots: '10', leverage: '20', mode: 'isolated' }
    interface Preview {
      readonly liquidation_price: string
      readonly result_at_take_profit: string
      readonly result_at_stop_loss: string
      readonly warnings: readonly { readonly code: string; readonly message: string }[]
    }
    const preview = (differs: Record<string, string>, token?: string) =>
      ok<Preview>('GET', '/v1/futures/preview', { query: { ...form, ...differs }, token })
    const beyond = await preview({ stop_loss: stop(0.5), take_profit: stop(1.1), lang: 'fra' }, alice.token)
    expect(beyond.warnings).toEqual([
      {
        code: 'futures_stop_beyond_liquidation',
        message: expect.stringContaining('au-delà du prix de liquidation') as unknown,
      },
    ])
    expect(Number(beyond.liquidation_price)).toBeGreaterThan(now * 0.9)
    expect(Number(beyond.result_at_take_profit)).toBeGreaterThan(0)
    expect(Number(beyond.result_at_stop_loss)).toBeLessThan(0)
    expect((await preview({ stop_loss: stop(0.98) }, alice.token)).warnings).toEqual([])
    expect((await preview({ stop_loss: stop(0.5) })).warnings).toHaveLength(1)
  })

  it('says so too wherever a stop-loss is set, and wherever the position is read', async () => {
    const { token } = alice
    const now = await price()
    const stop = (factor: number) => (now * factor).toFixed(1)
    interface Position {
      readonly position_id: number
      readonly liquidation_price: string | null
      readonly warnings: readonly { readonly code: string }[]
    }
    const codes = ({ warnings }: Position) => warnings.map(({ code }) => code)
    const form = { symbol: 'BTC-USDT', direction: 'long', lots: '10', leverage: '20', mode: 'isolated' }
    const opened = await ok<Position>('POST', '/v1/futures/order', { form: { ...form, stop_loss: stop(0.5) }, token })
    const position_id = String(opened.position_id)
    const beyond = ['futures_stop_beyond_liquidation']
    expect(codes(opened)).toEqual(beyond)
    const near = await ok<Position>('POST', '/v1/futures/stops', {
      form: { position_id, stop_loss: stop(0.98) },
      token,
    })
    expect(codes(near)).toEqual([])
    const far = await ok<Position>('POST', '/v1/futures/stops', { form: { position_id, stop_loss: stop(0.5) }, token })
    expect(codes(far)).toEqual(beyond)
    expect(Number(far.liquidation_price)).toBeGreaterThan(now * 0.9)
    expect(codes(await ok<Position>('GET', '/v1/futures/position', { query: { position_id }, token }))).toEqual(beyond)
    const { list } = await ok<{ list: Position[] }>('GET', '/v1/futures/positions', { token })
    expect(list.map(codes)).toContainEqual(beyond)
    const closed = await ok<Position>('POST', '/v1/futures/close', { form: { position_id }, token })
    expect(codes(closed)).toEqual([])
  })

  it.each([
    ['lots', { lots: '0' }],
    ['lots', { lots: '50001' }],
    ['a leverage that is not offered', { leverage: '7' }],
    ['a leverage without identity', { leverage: '50' }],
    ['too little money', { lots: '3000', leverage: '20' }],
    ['a limit without price', { kind: 'limit' }],
    ['a limit on the wrong side', { kind: 'limit', price: '999999.0' }],
    ['a stop on the wrong side', { kind: 'stop', price: '1000.0' }],
    ['a price off the grid', { kind: 'limit', price: '1000.01' }],
    ['a price of a market order', { price: '1000.0' }],
    ['a worst price of a limit order', { kind: 'limit', price: '1000.0', worst_price: '1000.0' }],
    ['a take-profit below', { take_profit: '1000.0' }],
    ['a take-profit off the grid', { take_profit: '999999.01' }],
    ['a stop-loss above', { stop_loss: '999999.0' }],
    ['a stop-loss of nothing', { stop_loss: '0' }],
    ['a pair that is halted', { symbol: 'DOT-USDT' }],
    ['a pair without contracts', { symbol: 'ETH-BTC' }],
  ])('a preview is refused as the order is: %s', async (_, differs) => {
    const form = { symbol: 'BTC-USDT', direction: 'long', lots: '1', leverage: '10', ...differs, lang: 'en' }
    const { token } = alice
    // Prices move between the two.
    const said = ({ type, message }: Awaited<ReturnType<typeof call>>) => [
      type,
      String(message).replace(/[\d.,]+/g, '#'),
    ]
    const order = said(await call('POST', '/v1/futures/order', { form, token }))
    expect(order[0]).toBe('error')
    expect(said(await call('GET', '/v1/futures/preview', { query: form, token }))).toEqual(order)
  })

  it('a preview is refused as the order is where its owner has paused, and a guest is still answered', async () => {
    const carol = await join('Carol')
    await fund(carol, '500')
    const form = { symbol: 'BTC-USDT', direction: 'long', lots: '1', leverage: '10', lang: 'en' }
    await ok('GET', '/v1/futures/preview', { query: form, token: carol.token })
    await ok('POST', '/v1/limits', { form: { limit_kind: 'pause', value: '7' }, token: carol.token })
    const said = await refused('POST', '/v1/futures/order', { form, token: carol.token })
    expect(await refused('GET', '/v1/futures/preview', { query: form, token: carol.token })).toBe(said)
    await ok('GET', '/v1/futures/preview', { query: form })
  })

  it('keeps the books: what the house, the fees and the fund have is what Alice has not', async () => {
    const { problems } = await conservation(env, [alice.userId, bob.userId])
    expect(problems).toEqual([])
  })
})
