// Daily limit with a concurrent withdrawal: the Account's late refusal is reported by the levels' rule.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { callAccount } from '#services/account-room'
import { seed } from '../api/client'
import { type User, USDT, balance, enter, expectSound, value, withdraw } from './customers'
import { withUserAnswers } from './outage'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const setLevel = ({ userId }: User, basic: number, advanced: number) =>
  env.DB.prepare('UPDATE user SET review_status = ?, advanced_review_status = ? WHERE id = ?')
    .bind(basic, advanced, userId)
    .run()

/** Another withdrawal of the user in BTC value is held just before the Account gets this one. */
const withFaster = (user: User, btc: string): Env =>
  withUserAnswers(async (text, ask) => {
    if (text.includes('"request_withdrawal"')) {
      value(
        await callAccount(env, user, {
          type: 'request_withdrawal',
          commandId: 'faster',
          withdrawalId: 1_000_000,
          assetId: USDT,
          amount: '2000000',
          terms: { fee: '1000000', btcValue: `${btc}00000000`, level: 2 },
        }),
      )
    }
    return ask()
  })

const PLAIN = 'withdrawal_above_cap'
test.each([
  { level: 0, basic: 0, advanced: 0, btc: '1', code: 'identity_check_needed', facts: {} },
  { level: 0, basic: 0, advanced: 0, btc: '500', code: 'identity_check_needed', facts: {} },
  { level: 1, basic: 2, advanced: 0, btc: '200', code: 'identity_check_needed', facts: {} },
  { level: 1, basic: 2, advanced: 0, btc: '500', code: PLAIN, facts: { cap: '200', used: '500' } },
  { level: 2, basic: 2, advanced: 2, btc: '500', code: PLAIN, facts: { cap: '500', used: '500' } },
])(
  'Of Ludwig’s two withdrawals at level $level the faster is worth $btc BTC, and the other is refused as $code, also when it is sent again',
  async ({ basic, advanced, btc, code, facts }) => {
    const ludwig = await enter('Ludwig')
    await setLevel(ludwig, basic, advanced)
    const [before] = await balance(ludwig)
    const ask = (within: Env) => withdraw(ludwig, 'slower', {}, undefined, within)
    expect(await ask(withFaster(ludwig, btc))).toEqual({ ok: false, refusal: { code, facts } })
    expect(await ask(env)).toEqual({ ok: false, refusal: { code, facts } })
    expect(await balance(ludwig)).toEqual([String(BigInt(before) - 2_000_000n), '2000000'])
    await expectSound(ludwig)
  },
)
