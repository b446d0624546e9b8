// Dollars by bank transfer over the wire contract: open while the site names an account, and within the cap of the sender's level.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { signSession } from '#session/session'
import { loader as bankPage } from '../../app/routes/assets.deposit.bank/data.server'
import { ORIGIN, call, ok, refused, seed } from '../api/client'
import { type Hired, decide, hireTeam, reviewOf } from '../desk/office'
import { type Caller, USDT, balance, enter, expectSound, newestDeposit, setBank, voucherOf } from './customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const USDC = 4
type Args = Parameters<typeof bankPage>[0]

let rita: Hired, fiona: Hired
beforeAll(async () => {
  await seed()
  ;({ rita, fiona } = await hireTeam())
})

async function told(user: Caller, amount: string, currency = USDT) {
  const form = { account: await voucherOf(user), amount, currency: String(currency), type: '1', lang: 'en' }
  return { form, token: user.token, key: crypto.randomUUID() }
}
const setLevel = ({ userId }: Caller, basic: number, advanced: number) =>
  env.DB.prepare('UPDATE user SET review_status = ?, advanced_review_status = ? WHERE id = ?')
    .bind(basic, advanced, userId)
    .run()

test('Nobody can tell of a transfer while there is no account to send it to; what was told stays told', async () => {
  const alice = await enter('Alice')
  const sent = await told(alice, '30')
  await setBank('')
  expect(await refused('POST', '/wallet/charge_req', sent)).toBe('Deposits on USD are currently closed.')
  await setBank()
  const again = { ...sent, key: crypto.randomUUID() }
  await ok('POST', '/wallet/charge_req', again)
  const { id } = await newestDeposit(alice)
  await setBank('')
  await setLevel(alice, 0, 0)
  await ok('POST', '/wallet/charge_req', again)
  expect(await newestDeposit(alice)).toMatchObject({ id, state: 'review' })
})

test.each([
  { level: 0, basic: 0, advanced: 0, most: null, above: '1', type: '998' },
  { level: 0, basic: 1, advanced: 0, most: null, above: '1', type: '998' },
  { level: 1, basic: 2, advanced: 1, most: '2000', above: '2000.000001', type: '998' },
  { level: 2, basic: 2, advanced: 2, most: '1000000', above: '1000000.000001', type: 'error' },
])(
  'At level $level (review $basic) a transfer is told of up to $most dollars; above it the answer is $type',
  async (of) => {
    const bob = await enter('Bob')
    await setBank()
    await setLevel(bob, of.basic, of.advanced)
    for (const currency of [USDT, USDC]) {
      const { type, message } = await call('POST', '/wallet/charge_req', await told(bob, of.above, currency))
      expect({ type, message }).toEqual({
        type: of.type,
        message:
          of.type === '998'
            ? 'Please verify your identity first.'
            : 'One order with fiat may be at most 1,000,000 USDT.',
      })
      if (of.most) await ok('POST', '/wallet/charge_req', await told(bob, of.most, currency))
    }
  },
)

test('2,000 dollars of Carol become 2,000 USDT when two people have found them, and nothing before', async () => {
  const carol = await enter('Carol')
  await setBank()
  const [before] = await balance(carol)
  await ok('POST', '/wallet/charge_req', await told(carol, '2000'))
  const { id, memo } = await newestDeposit(carol)
  expect(memo).toBe(`CM${carol.userId}${memo.slice(-1)}`)
  const review = await reviewOf(String(id))
  await decide(rita, review, 'approve', Date.now())
  await decide(fiona, review, 'approve', Date.now())
  expect(await balance(carol)).toEqual([String(BigInt(before) + 2_000_000_000n), '0'])
  await expectSound(carol)
})

test('Dora finds the transfer that she told of on its page, though thirty deposits on chains came after it', async () => {
  const dora = await enter('Dora')
  await setBank()
  await ok('POST', '/wallet/charge_req', await told(dora, '30'))
  const { key } = await newestDeposit(dora)
  await env.DB.prepare(
    `with recursive number(i) as (select 1 union all select i + 1 from number where i < 30)
     insert into deposit (user_id, command_id, kind, asset_id, network, tx_id, output_index, amount, state, created_at)
     select ?, 'seen-' || i, 'chain', ?, 'TRC20', 'of-dora-' || i, 0, i, 'passed', ? + i from number`,
  )
    .bind(dora.userId, USDT, Date.now())
    .run()
  const cookie = `cm_session=${await signSession(env, { ...dora, issuedAt: Date.now() })}; cm_language=en`
  const request = new Request(`${ORIGIN}/assets/deposit/bank`, { headers: { Cookie: cookie, Accept: 'text/html' } })
  const { recent } = await bankPage({ request, params: {}, context: { env } } as unknown as Args)
  expect(recent.map((record) => record.key)).toEqual([key])
})
