// Copy trading API with real rooms and the simulated market: application, approval at the desk, copies, public figures and the end, by the
// old wire and by /v1.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type EndedTrade, curveOf, dayOf, statisticsOfLog } from '#domain/copy/statistics'
import { type Amount, formatUnits, parseAmount } from '#domain/money/amount'
import type { LeaderReport, LeaderRpc } from '#party/protocol/copy'
import { sweepTraders, traderReview } from '#services/copy/applications'
import { listDeskTraders, stopTrader } from '#services/desk/traders'
import { type Person, join, ok, refused, seed } from '../api/client'
import { commandId, hireTeam } from '../desk/office'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WORDS = 'Trades trends, slowly and with stops.'
const application = { nickname: 'Tora', words: WORDS, share_percent: '10', agree: 'true', lang: 'en' }

let tora: Person
let alice: Person
let traderId: string

beforeAll(async () => {
  await seed()
  tora = await join('Tora')
  alice = await join('Alice')
  traderId = String(tora.userId)
  for (const { token } of [tora, alice]) {
    const form = { from_field: 'change', to_field: 'lever', currency_id: '3', number: '2000' }
    await ok('POST', '/wallet/change', { form, token })
  }
})

const v1 = <Answer>(path: string, query: Record<string, string> = {}, { token }: { token?: string } = alice) =>
  ok<Answer>('GET', `/v1/copy/${path}`, { query, token })
const post = <Answer>(path: string, form: Record<string, string>, { token } = alice) =>
  ok<Answer>('POST', `/v1/copy/${path}`, { form, token })

interface CopyRow {
  readonly state: string
  readonly price: string | null
  readonly trader_price: string
  readonly slippage_percent: string | null
  readonly position_id: number | null
  readonly lots: string | null
  readonly self_held: boolean
  readonly reason: string | null
  readonly closes: readonly { readonly lots: string; readonly price: string; readonly receipt_id: string }[]
}
const copiesOf = async (query: Record<string, string> = {}) => (await v1<{ list: CopyRow[] }>('copies', query)).list

const until = <Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> =>
  waitFor(
    async () => {
      const value = await read()
      expect(isThere(value)).toBe(true)
      return value
    },
    { timeout: 30_000, interval: 200 },
  )

const open = (lots: string) =>
  ok<{ position_id: number }>('POST', '/v1/futures/order', {
    form: { symbol: 'BTC-USDT', direction: 'long', lots, leverage: '10' },
    token: tora.token,
  })

/** The desk's decision about a user's newest application. */
async function decision(userId: number, verdict: 'approve' | 'reject') {
  const row = await env.DB.prepare('select application_id as id from trader where user_id = ?')
    .bind(userId)
    .first<{ id: string }>()
  const subjectId = row?.id ?? ''
  return { reviewId: 1, kind: 'trader', subjectId, userId, verdict, reason: 'not yet', at: Date.now() } as const
}

describe('becoming a trader', () => {
  it('is refused by name, and one application waits at a time', async () => {
    const apply = (differs: Record<string, string>, { token } = tora) =>
      refused('POST', '/v1/copy/apply', { form: { ...application, ...differs }, token })
    expect(await apply({ words: 'short' })).toBe('Introduce yourself in 10 to 300 characters.')
    expect(await apply({ share_percent: '20.01' })).toBe('Enter a profit share from 0 to 20%.')
    expect(await apply({ agree: 'false' })).toBe('Please agree to the agreement first.')
    expect(await post('apply', application, tora)).toMatchObject({ state: 'review', share_percent: '10' })
    expect(await apply({})).toBe('You have applied already, or are a trader.')
    expect(await apply({ nickname: 'TORA' }, alice)).toBe('Another trader has this nickname.')
    expect(await v1('traders')).toMatchObject({ list: [], count: 0 })
    expect(await refused('GET', '/v1/copy/trader', { query: { trader_id: traderId, lang: 'en' } })).toBe(
      'There is no such trader.',
    )
    const queued = await env.DB.prepare("select count(*) as total from review where kind = 'trader'").first()
    expect(queued).toEqual({ total: 1 })
  })

  it('is decided at the desk; one who was rejected applies again', async () => {
    expect(await traderReview.read(env, (await decision(tora.userId, 'approve')).subjectId, 'en')).toMatchObject({
      lines: expect.arrayContaining([{ label: 'share', value: '0.1' }]) as unknown,
    })
    const reject = await traderReview.refuse(env, await decision(tora.userId, 'reject'))
    expect(reject.ok).toBe(true)
    expect(await v1('application', {}, tora)).toMatchObject({ state: 'rejected', reason: 'not yet' })
    await post('apply', application, tora)
    const approved = await decision(tora.userId, 'approve')
    // A repeated decision has the same result.
    for (let time = 0; time < 2; time += 1) expect((await traderReview.approve(env, approved)).ok).toBe(true)
    expect(await traderReview.refuse(env, await decision(tora.userId, 'reject'))).toMatchObject({
      refusal: { code: 'copy_application_not_found' },
    })
    expect(await v1('application', {}, tora)).toMatchObject({ state: 'active' })
  })
})

describe('an existing client', () => {
  it('sees the trader, follows, copies, takes one over and sees the other closed', async () => {
    const { data } = await ok<{ data: object[] }>('GET', '/follow/index', { query: { page: '1' } })
    expect(data).toMatchObject([{ id: tora.userId, nickname: 'Tora', is_followed: 0, follow_num: 0 }])
    const follow = (form: Record<string, string>, person = alice) => ({
      form: { trader_user_id: traderId, number: '0.65', type: '1', lang: 'en', ...form },
      token: person.token,
    })
    const refuse = (form: Record<string, string>, person = alice) =>
      refused('POST', '/follow/follow', follow(form, person))
    expect(await refuse({ number: '5.01' })).toBe('Enter a number from 0.01 to 5 with at most two decimals.')
    expect(await refuse({ type: '2', number: '6' })).toBe('Enter a number from 1 to 5 with at most two decimals.')
    expect(await refuse({ trader_user_id: '999999' })).toBe('There is no such trader.')
    expect(await refuse({}, tora)).toBe('You cannot follow yourself.')
    expect(await ok<string>('POST', '/follow/follow', follow({}))).toBe('Following')
    expect(
      await refused('POST', '/v1/copy/apply', { form: { ...application, nickname: 'Alice' }, token: alice.token }),
    ).toBe('You follow a trader, and a trader does not follow. Cancel that first.')
    await until(
      () => v1<{ statistics: { followers: number } }>('trader', { trader_id: traderId }),
      ({ statistics }) => statistics.followers === 1,
    )

    const [first, second] = [await open('7'), await open('10')]
    const made = await until(
      () => copiesOf({ state: 'live' }),
      (list) => list.length === 2 && list.every(({ price }) => price !== null),
    )
    expect(made.map(({ lots }) => lots)).toEqual(['6.5', '4.55'])
    expect(made.every(({ slippage_percent }) => slippage_percent !== null)).toBe(true)
    const lever = await ok<{ message: { data: { id: number; order_type: number; share: number }[] } }>(
      'POST',
      '/lever/my_trade',
      { form: { currency_id: '0', legal_id: '0', status: '-1', page: '1' }, token: alice.token },
    )
    expect(lever.message.data.map(({ order_type, share }) => [order_type, share])).toEqual([
      [2, 6.5],
      [2, 4.55],
    ])
    const [later, earlier] = made.map(({ position_id }) => String(position_id))
    const close = (id = '') => ({ form: { id, lang: 'en' }, token: alice.token })
    expect(await refused('POST', '/lever/close', close(earlier))).toContain('This is a copied position.')
    expect(
      await ok<string>('POST', '/follow/selfHolding', {
        form: { transaction_id: earlier ?? '', lang: 'en' },
        token: alice.token,
      }),
    ).toBe('The position is self-held now')
    expect(await ok<string>('POST', '/lever/close', close(earlier))).toBe('Position closed')

    for (const { position_id } of [first, second])
      await ok('POST', '/v1/futures/close', { form: { position_id: String(position_id) }, token: tora.token })
    const ended = await until(
      () => copiesOf({ state: 'closed' }),
      (list) => list.length === 2,
    )
    expect(ended.map(({ closes }) => closes.map(({ lots }) => lots))).toEqual([['6.5'], ['4.55']])
    for (const { closes } of ended)
      expect(closes).toMatchObject([
        {
          price: expect.stringMatching(/^\d/) as unknown,
          receipt_id: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        },
      ])
    expect(later).not.toBe(earlier)
    const history = await ok<{ total: number; data: object[] }>('GET', '/follow/historyTrade', {
      query: { trader_user_id: traderId, page: '1' },
    })
    expect(history).toMatchObject({ total: 2, data: [{ symbol: 'BTC/USDT', type: 1, share: 10 }, { share: 7 }] })
    const detail = await ok<object>('GET', '/follow/traderDetail', {
      query: { trader_user_id: traderId },
      token: alice.token,
    })
    expect(detail).toMatchObject({
      trader_info: { is_trader: 1, nickname: 'Tora', signature: WORDS },
      data: { follow_num: 1, riseCount: 2, fallCount: 0, position_count: 0, total_count: 2 },
      is_followed: 1,
    })
  })
})

/** Profit of each UTC day on which a trade ended. */
function dayNets(log: readonly EndedTrade[]) {
  const nets = new Map<number, bigint>()
  for (const { endedAt, net } of log) nets.set(dayOf(endedAt), (nets.get(dayOf(endedAt)) ?? 0n) + net)
  return Array.from(nets, ([day, net]) => ({ day, net: net as Amount }))
}

interface Trade {
  readonly direction: 'long' | 'short'
  readonly profit: string
  readonly margin: string
  readonly opened_at: number
  readonly closed_at: number
}

describe('/v1', () => {
  it('shows figures that anybody computes again from the public log, and lists the same', async () => {
    const usdt = (text: string): Amount => {
      const parsed = parseAmount({ code: 'USDT', scale: 6 }, text.replace('-', ''))
      if (!parsed.ok) throw new Error(text)
      return (text.startsWith('-') ? -parsed.value : parsed.value) as Amount
    }
    const { list, count } = await v1<{ list: Trade[]; count: number }>('trades', { trader_id: traderId, limit: '100' })
    expect(count).toBe(list.length)
    const log = list.map(({ direction, profit, margin, opened_at, closed_at }): EndedTrade => ({
      direction,
      net: usdt(profit),
      margin: usdt(margin),
      openedAt: opened_at,
      endedAt: closed_at,
    }))
    const again = statisticsOfLog(log.reverse(), Date.now())
    const { statistics } = await v1<{ statistics: Record<string, unknown> }>('trader', { trader_id: traderId })
    const text = (value: bigint) => formatUnits(value, 6)
    expect(statistics).toMatchObject({
      total_profit: text(again.profit),
      closed_count: again.ended,
      won_count: again.won,
      drawdown: text(again.drawdown),
      yesterday_profit: text(again.yesterday),
      holding_seconds: Math.round(again.heldMsMean / 1000),
      weeks: again.weeks.map(({ net, total }) => ({ profit: text(net), total: text(total) })),
    })
    expect(again.ended).toBe(2)
    const [listed] = await until(
      async () => (await v1<{ list: { total_profit: string; closed_count: number }[] }>('traders')).list,
      ([row]) => row?.closed_count === 2,
    )
    expect(listed?.total_profit).toBe(text(again.profit))
    const curve = curveOf(dayNets(log), Date.now()).map(({ day, total }) => ({
      from: day * 86_400_000,
      total: text(total),
    }))
    expect(statistics['days']).toEqual(curve)
  })

  it('finds traders by a part of the name, and lists what their followers earned', async () => {
    const find = (keyword: string) =>
      v1<{ list: object[]; count: number }>('traders', { keyword, order: 'followers_profit' })
    expect(await find('OR')).toMatchObject({ count: 1, list: [{ nickname: 'Tora' }] })
    expect(await find('%')).toMatchObject({ count: 0, list: [] })
    const own = await copiesOf({ state: 'closed' })
    const { list } = await v1<{ list: { profit: string }[] }>('followings')
    const { statistics } = await until(
      () => v1<{ statistics: { copies_count: number; followers_profit: string } }>('trader', { trader_id: traderId }),
      ({ statistics: told }) => told.copies_count === own.length,
    )
    expect(statistics.followers_profit).toBe(list[0]?.profit)
  })

  it('changes how a trader is followed, lists it, and cancels it', async () => {
    const form = { trader_id: traderId, kind: 'lots', number: '2', order_max: '50', loss_max: '100' }
    expect(await post('follow', form)).toMatchObject({ kind: 'lots', number: '2', order_max: '50.000000' })
    const { list, earned } = await v1<{ list: object[]; earned: string | null }>('followings')
    expect(list).toMatchObject([{ state: 'active', share_percent: '10', loss_max: '100.000000' }])
    expect(earned).toBeNull()
    // An old client changes the leverage without naming limits: the limits stay.
    const how = { form: { trader_user_id: traderId, number: '3', type: '1' }, token: alice.token }
    await ok('POST', '/follow/follow', how)
    expect((await v1<{ list: object[] }>('followings')).list).toMatchObject([
      { kind: 'multiple', number: '3', order_max: '50.000000', loss_max: '100.000000' },
    ])
    expect(await post('cancel', { trader_id: traderId, copies: 'close' })).toMatchObject({ state: 'ended' })
    const again = { form: { follow_user_id: traderId, lang: 'en' }, token: alice.token }
    expect(await refused('POST', '/follow/cancel', again)).toBe('You do not follow this trader.')
  })

  it('keeps the books, and the room of the trader owes nothing', async () => {
    const { problems } = await conservation(env, [tora.userId, alice.userId])
    expect(problems).toEqual([])
    const room: LeaderRpc = env.Leader.get(env.Leader.idFromName(traderId))
    expect(JSON.parse(await room.report()) as LeaderReport).toMatchObject({ owed: [], behind: 0 })
  })
})

describe('the end', () => {
  it('is made by the desk with a reason; the trader stays listed and can be followed no more', async () => {
    const { ada } = await hireTeam()
    expect((await listDeskTraders(env, { page: 1, limit: 10 })).rows).toMatchObject([{ nickname: 'Tora' }])
    const stop = { userId: tora.userId, reason: 'complaints', commandId: commandId(), at: Date.now() }
    expect(await stopTrader(env, ada.member, { ...stop, reason: ' ' })).toMatchObject({
      refusal: { code: 'reason_missing' },
    })
    expect(await stopTrader(env, ada.member, { ...stop, userId: 999_999 })).toMatchObject({
      refusal: { code: 'copy_trader_not_found' },
    })
    for (let time = 0; time < 2; time += 1) expect((await stopTrader(env, ada.member, stop)).ok).toBe(true)
    expect(await sweepTraders(env, 10)).toMatchObject({ settled: 0, isFull: false })
    const follow = { form: { trader_user_id: traderId, number: '1', type: '1', lang: 'en' }, token: alice.token }
    expect(await refused('POST', '/follow/follow', follow)).toBe(
      'This trader has stopped and can no longer be followed.',
    )
    expect(await v1('traders')).toMatchObject({ list: [{ state: 'closed', closed_count: 2 }] })
    const stopped = { form: { lang: 'en' }, token: tora.token }
    expect(await refused('POST', '/v1/copy/stop-trading', stopped)).toBe('You are no trader now.')
    const inbox = await ok('GET', '/mailMessage/getList', { query: { lang: 'en' }, token: tora.token })
    expect(JSON.stringify(inbox)).toContain('You are a trader no more')
  })
})
