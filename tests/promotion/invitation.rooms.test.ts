// Invitations and coupons through the API and real rooms: who was invited trades, the inviter is paid, and limited stock goes round once.

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimCoupon, findCoupon } from '#db/platform/coupon'
import type { CouponForm } from '#services/promotion/coupon-desk'
import { sweepNotices } from '#services/messages/own-notices'
import { sweepClaims } from '#services/promotion/coupons'
import { dropOwnInvitations } from '#services/promotion/invitation'
import { callAccountAsSystem } from '#services/account-room'
import { register } from '#services/identity'
import { claimRef } from '#domain/promotion/coupon'
import { SERVER_WORDS } from '../../locales/list'
import { type Person, PASSWORD, join, lastCode, ok, refused, seed } from '../api/client'
import { changeCoupon, makeCoupon } from '../desk/coupon-makers'
import { conservation } from '../kit/conservation'

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const { extension_code } = await ok<{ extension_code: string }>('GET', '/user/info', { token: alice.token })
  bob = await joinWith('Bob', extension_code)
})

async function joinWith(name: string, extension_code: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`
  await ok('POST', '/sms_mail', { form: { user_string: email, scene: 'register', lang: 'en' } })
  const code = await lastCode(email)
  const secrets = { password: PASSWORD, re_password: PASSWORD }
  await ok('POST', '/user/register', { form: { user_string: email, code, ...secrets, extension_code, type: 'email' } })
  const token = await ok<string>('POST', '/user/login', { form: { user_string: email, password: PASSWORD } })
  const { id } = await ok<{ id: number }>('GET', '/user/info', { token })
  return { email, password: PASSWORD, token, userId: id }
}

/** Makes a timer of a user's room due: the room restarts as after a crash, and its alarm rings. */
async function letBeDue({ userId }: Person, timer: string): Promise<void> {
  const roomNow = () => env.Account.get(env.Account.idFromName(String(userId)))
  const changed = await runInDurableObject(roomNow(), (_, { storage }) => {
    return storage.sql.exec('UPDATE timer SET due_at = 1 WHERE kind = ?', timer).rowsWritten
  })
  expect(changed).toBeGreaterThan(0)
  await runInDurableObject(roomNow(), (_, state) => state.abort('killed by the test')).catch(() => undefined)
  expect(await runDurableObjectAlarm(roomNow())).toBe(true)
}

interface Listing<Row> {
  readonly list: readonly Row[]
  readonly count: number
}

const DAY = 86_400_000
const bonus = (differs: Partial<CouponForm> = {}): CouponForm => ({
  kind: 'trial_bonus',
  code: null,
  share: '',
  days: 0,
  amount: '10',
  assetId: 3,
  stock: 1,
  useWithinDays: 7,
  claimFrom: Date.now() - 1_000,
  claimUntil: Date.now() + DAY,
  isListed: true,
  isWelcome: false,
  ...differs,
})

async function make(differs: Partial<CouponForm> = {}): Promise<number> {
  const made = await makeCoupon(bonus(differs))
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.couponId
}

const wallet = (person: Person) =>
  ok<{ list: { ref: string; coupon_id: number; state: string }[]; open: { coupon_id: number }[] }>(
    'GET',
    '/v1/coupons',
    {
      token: person.token,
    },
  )

describe('Bob, whom Alice invited,', () => {
  it('buys 0.01 BTC, and Alice is paid a fifth of his fee in one message; no unit is lost between them', async () => {
    const order = await ok<{ fee: string; fee_currency: string; filled_quote: string }>('POST', '/v1/order', {
      form: { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.01' },
      token: bob.token,
    })
    expect(order.fee_currency).toBe('BTC')
    // This request runs after the market's own messages: the turn that holds them is saved before the room restarts.
    await ok('GET', '/v1/orders', { token: bob.token })
    await letBeDue(bob, 'rebate')

    const rebate = (BigInt(order.fee.replace('.', '')) * 20n) / 100n
    const rebates = await ok<Listing<{ amount: string }> & { totals: { currency_name: string; amount: string }[] }>(
      'GET',
      '/v1/rebates',
      { token: alice.token },
    )
    const text = `0.${String(rebate).padStart(8, '0')}`
    expect(rebates).toMatchObject({
      count: 1,
      list: [{ amount: text }],
      totals: [{ currency_name: 'BTC', amount: text }],
    })
    const { rows, problems } = await conservation(env, [alice.userId, bob.userId])
    expect(problems).toEqual([])
    expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])
    expect(rows.filter(({ symbol }) => symbol === '@transit')).toMatchObject([{ accounts: '0', undelivered: '0' }])

    const team = await ok<Listing<{ name: string; volume: string; rebate: string }>>('GET', '/v1/team', {
      token: alice.token,
    })
    expect(team).toMatchObject({ count: 1, list: [{ name: 'bo•••@e•••', volume: `${order.filled_quote}00` }] })
    expect(Number(team.list[0]?.rebate)).toBeGreaterThan(0)
    expect(await ok('GET', '/v1/team', { token: bob.token })).toMatchObject({ count: 0, list: [] })
  })

  it('cannot be Alice herself: her code is refused on a browser that she has been logged in on', async () => {
    const { extension_code } = await ok<{ extension_code: string }>('GET', '/user/info', { token: alice.token })
    const outcome = await register(env, {
      account: { text: 'second@example.com' },
      code: '123456',
      password: PASSWORD,
      passwordAgain: PASSWORD,
      inviteCode: extension_code,
      knownAccounts: [alice.userId],
      language: 'en',
      clientIp: '10.99.0.1',
    })
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'invite_code_own' } })
  })

  it('sees what he pays: the fee schedule is the pair’s own on level 0', async () => {
    const schedule = await ok('GET', '/v1/fee-schedule', { token: bob.token, query: { symbol: 'BTC-USDT' } })
    expect(schedule).toMatchObject({
      level: { level: 0 },
      next_level: { level: 1 },
      coupon: null,
      pairs: [{ symbol: 'BTC-USDT', maker: '0.00100000', taker: '0.00100000' }],
    })
  })
})

describe('two accounts of one person', () => {
  it('share no fees: what was to be sent stays with the house, and the team list has one less', async () => {
    const { extension_code } = await ok<{ extension_code: string }>('GET', '/user/info', { token: bob.token })
    const second = await joinWith('Bobs-Second', extension_code)
    expect(await ok('GET', '/v1/team', { token: bob.token })).toMatchObject({ count: 1 })
    await dropOwnInvitations(env, second.userId, [alice.userId, bob.userId])
    await dropOwnInvitations(env, second.userId, [alice.userId, bob.userId])
    expect(await ok('GET', '/v1/team', { token: bob.token })).toMatchObject({ count: 0 })
    expect(await callAccountAsSystem(env, second.userId, { type: 'drop_inviter' })).toEqual({ isDropped: false })
    // Bob's inviter is another user.
    expect(await ok('GET', '/v1/team', { token: alice.token })).toMatchObject({ count: 1 })
  })
})

describe('accounts that withdraw to one place', () => {
  const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
  const invitedBy = async (inviter: Person, name: string): Promise<Person> => {
    const { extension_code } = await ok<{ extension_code: string }>('GET', '/user/info', { token: inviter.token })
    return joinWith(name, extension_code)
  }
  const teamOf = async ({ token }: Person) => (await ok<{ count: number }>('GET', '/v1/team', { token })).count
  const saveAddress = ({ token }: Person, address: string) =>
    ok('POST', '/user/wallet/save', { form: { currency: '3', name: 'mine', address, type: 'TRC20' }, token })
  const saveCard = ({ token }: Person, bank_account: string, real_name: string) =>
    ok('POST', '/user/cash_save', { form: { real_name, bank_name: 'A bank', bank_account, bank_dizhi: 'Here' }, token })

  it('are one person’s: who invited whom earns nothing from the day on which the second names it', async () => {
    const olga = await join('Olga')
    const [pia, quin] = [await invitedBy(olga, 'Pia'), await invitedBy(olga, 'Quin')]
    await saveAddress(olga, TRON)
    expect(await teamOf(olga)).toBe(2)
    await saveAddress(pia, TRON)
    expect(await teamOf(olga)).toBe(1)
    expect(await callAccountAsSystem(env, pia.userId, { type: 'drop_inviter' })).toEqual({ isDropped: false })
    // A card, the other way round: the inviter names it second, and spells it otherwise.
    await saveCard(quin, '6222021234567890123', 'Quin')
    await saveCard(olga, '6222 0212 3456 7890 123', 'Olga')
    expect(await teamOf(olga)).toBe(0)
  })

  it('share fees on when their places differ, or when neither invited the other', async () => {
    const rosa = await join('Rosa')
    const [sam, stranger] = [await invitedBy(rosa, 'Sam'), await join('Stranger')]
    await saveCard(rosa, '6222021234567890001', 'Rosa')
    await saveCard(sam, '6222021234567890002', 'Sam')
    await saveCard(stranger, '6222021234567890001', 'Rosa')
    expect(await teamOf(rosa)).toBe(1)
  })
})

describe('what an account tells of itself', () => {
  it('goes by mail to who wants it so, once, after the sweep; nobody waits for it', async () => {
    const tess = await join('Tess')
    const form = { message_kind: 'coupon_received', mail: '1', sms: '0', push: '0' }
    await ok('PUT', '/v1/messages/preferences', { form, token: tess.token })
    const mails = async () => {
      const statement = "SELECT subject, body FROM outbox_message WHERE target = ? AND subject LIKE '%oupon%'"
      return (await env.DB.prepare(statement).bind(tess.email).all<{ subject: string; body: string }>()).results
    }
    const terms = { kind: 'trial_bonus', assetId: 3, amount: '10000000' } as const
    const expiresAt = Date.now() + DAY
    await callAccountAsSystem(env, tess.userId, {
      type: 'grant_coupon',
      ref: 'by-hand:1',
      couponId: 99,
      terms,
      expiresAt,
    })
    expect(await sweepNotices(env, 10, Date.now())).toMatchObject({ settled: 0, isFull: false })
    await letBeDue(tess, 'notice')
    expect(await mails()).toEqual([])
    expect(await sweepNotices(env, 10, Date.now())).toMatchObject({ settled: 1, isFull: false })
    expect(await mails()).toHaveLength(1)
    expect(await sweepNotices(env, 10, Date.now())).toMatchObject({ settled: 0, isFull: false })
    expect(await callAccountAsSystem(env, tess.userId, { type: 'take_notices' })).toEqual({
      notices: [],
      subscriptions: [],
    })
    expect(await mails()).toHaveLength(1)
  })
})

describe('a coupon', () => {
  it('of which there is one goes to Alice or to Bob when both claim it at once, and the other is told so', async () => {
    const couponId = await make()
    const claims = await Promise.allSettled(
      [alice, bob].map((person) =>
        ok('POST', '/v1/coupons/claim', { form: { coupon_id: String(couponId) }, token: person.token }),
      ),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const owners = (await Promise.all([alice, bob].map(wallet))).map(({ list }) => list.filter((row) => row.coupon_id === couponId).length) // prettier-ignore
    expect(owners.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await findCoupon(env.DB, couponId)).toMatchObject({ claimed: 1, stock: 1 })
    const late = owners[0] === 1 ? bob : alice
    const words = await refused('POST', '/v1/coupons/claim', {
      form: { coupon_id: String(couponId), lang: 'en' },
      token: late.token,
    })
    expect(words).toBe('All of these coupons have been claimed.')
  })

  it('claimed twice is one coupon, and its bonus is paid once', async () => {
    await make({ code: 'twice-10', isListed: false, stock: 5 })
    const form = { coupon_code: ' twice-10 ' }
    const first = await ok<{ ref: string }>('POST', '/v1/coupons/claim', { form, token: alice.token })
    expect(first).toMatchObject({ is_new: true })
    const again = await ok('POST', '/v1/coupons/claim', { form, token: alice.token })
    expect(again).toEqual({ ...first, is_new: false })
    const use = { form: { ref: first.ref }, token: alice.token }
    expect(await ok('POST', '/v1/coupons/use', use)).toMatchObject({ state: 'used' })
    await refused('POST', '/v1/coupons/use', use)
    const { problems } = await conservation(env, [alice.userId])
    expect(problems).toEqual([])
  })

  it('claimed under a key that then names another command: the other is refused', async () => {
    const [couponId, other] = [await make({ stock: 5 }), await make({ stock: 5 })]
    const key = 'claim-and-more'
    await ok('POST', '/v1/coupons/claim', { form: { coupon_id: String(couponId) }, token: bob.token, key })
    const transfer = { from_field: 'change', to_field: 'lever', currency_id: '3', number: '1' }
    for (const [path, form] of [
      ['/v1/coupons/claim', { coupon_id: String(other) }],
      ['/wallet/change', transfer],
    ] as const)
      expect(await refused('POST', path, { form, token: bob.token, key })).toBe(
        SERVER_WORDS.en.refusals.command_id_reused,
      )
  })

  it('claimed by a request that is repeated is answered as the first time, though it is gone from the list since', async () => {
    const couponId = await make({ stock: 5 })
    const sent = { form: { coupon_id: String(couponId) }, token: bob.token, key: 'claim-once' }
    const first = await ok('POST', '/v1/coupons/claim', sent)
    expect(first).toMatchObject({ is_new: true })
    expect(await ok('POST', '/v1/coupons/claim', sent)).toEqual(first)
    await env.DB.prepare('update coupon set is_listed = 0, claim_until = 1 where id = ?').bind(couponId).run()
    expect(await ok('POST', '/v1/coupons/claim', sent)).toEqual(first)
    expect(await ok('POST', '/v1/coupons/claim', { ...sent, key: 'another' })).toEqual({
      ...(first as object),
      is_new: false,
    })
  })

  it('that a crash left between directory and room is brought by the sweep, once', async () => {
    const couponId = await make({ stock: 3 })
    const ref = claimRef(couponId, bob.userId)
    await claimCoupon(env.DB, { ref, couponId, userId: bob.userId, commandId: '', at: Date.now() })
    expect((await wallet(bob)).list.some((row) => row.ref === ref)).toBe(false)
    expect(await sweepClaims(env, 10)).toMatchObject({ settled: 1, isFull: false })
    expect(await sweepClaims(env, 10)).toMatchObject({ settled: 0, isFull: false })
    expect((await wallet(bob)).list.filter((row) => row.ref === ref)).toHaveLength(1)
  })

  it('is given to everybody who registers while it is a welcome gift, and told in the inbox', async () => {
    const couponId = await make({
      kind: 'fee_discount',
      share: '0.2',
      days: 7,
      amount: '50',
      isWelcome: true,
      stock: 10,
    })
    const carol = await join('Carol')
    expect((await wallet(carol)).list).toMatchObject([{ coupon_id: couponId, state: 'available' }])
    await changeCoupon(couponId, { isWelcome: false })
    const dave = await join('Dave')
    expect((await wallet(dave)).list).toEqual([])
  })

  it('is not to be had before its time, after it, when switched off, or by a wrong code', async () => {
    const claim = async (couponId: number) =>
      refused('POST', '/v1/coupons/claim', { form: { coupon_id: String(couponId), lang: 'en' }, token: alice.token })
    const closed = 'This coupon cannot be claimed at the moment.'
    expect(await claim(await make({ claimFrom: Date.now() + 60_000 }))).toBe(closed)
    expect(await claim(await make({ claimUntil: Date.now() - 500 }))).toBe(closed)
    const off = await make()
    await changeCoupon(off, { isEnabled: false })
    expect(await claim(off)).toBe(closed)
    expect(await claim(await make({ isListed: false }))).toBe('This coupon does not exist.')
    const form = { coupon_code: 'NO-SUCH', lang: 'en' }
    const guesses: string[] = []
    for (let tries = 0; tries < 12; tries += 1)
      guesses.push(await refused('POST', '/v1/coupons/claim', { form, token: alice.token }))
    expect(guesses[0]).toBe('This coupon does not exist.')
    expect(guesses.at(-1)).toContain('Too many requests')
  })

  it('is refused to operators when its terms make no sense, and its stock never falls below what is claimed', async () => {
    const codeOf = async (differs: Partial<CouponForm>) => {
      const made = await makeCoupon(bonus(differs))
      return made.ok ? 'made' : made.refusal.code
    }
    expect(await codeOf({ stock: 0 })).toBe('coupon_stock_malformed')
    expect(await codeOf({ code: '!' })).toBe('coupon_code_malformed')
    expect(await codeOf({ amount: '0' })).toBe('coupon_terms_malformed')
    expect(await codeOf({ kind: 'fee_discount', share: '1.5', days: 7 })).toBe('coupon_terms_malformed')
    expect(await codeOf({ useWithinDays: 0 })).toBe('coupon_time_malformed')
    expect(await codeOf({ code: 'TAKEN-1' })).toBe('made')
    expect(await codeOf({ code: 'taken-1' })).toBe('coupon_code_taken')
    const couponId = await make({ stock: 2 })
    for (const person of [alice, bob])
      await ok('POST', '/v1/coupons/claim', { form: { coupon_id: String(couponId) }, token: person.token })
    expect(await changeCoupon(couponId, { stock: 1 })).toMatchObject({ refusal: { code: 'coupon_stock_below_claimed' } }) // prettier-ignore
    expect(await changeCoupon(987_654, { stock: 1 })).toMatchObject({ refusal: { code: 'coupon_not_found' } })
  })
})
