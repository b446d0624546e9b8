// A conversion retried long after its execution gets the same answer, despite all later changes.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { callAccount } from '#services/account-room'
import { type ConvertForm, convertAsset } from '#services/funds/conversions'
import { seed } from '../api/client'
import { USDT, type User, balance, codeOf, enter, expectSound, freshly, value } from './customers'
import { withQuotes } from './outage'
import { convertTerms } from './convert-terms'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const BTC = 1
const convert = (within: Env, user: User, differs: Partial<ConvertForm> = {}) => {
  const form = { fromAssetId: USDT, toAssetId: BTC, amount: '600', token: null, ...differs }
  return convertAsset(within, user, { commandId: 'once', form }, Date.now())
}
const setListed = (id: number, isListed: 0 | 1) =>
  env.DB.prepare('update asset set is_listed = ? where id = ?').bind(isListed, id).run()

test.each([
  ['USDT that he gave', USDT],
  ['BTC that he got', BTC],
])(
  'Otto’s conversion is the same when the %s is listed no more, and other words under its id are refused',
  async (_, id) => {
    const otto = await enter('Otto')
    const done = value(await convert(env, otto))
    const after = await balance(otto)
    await setListed(id, 0)
    try {
      // As an isolate that has read the catalogue anew.
      const within = freshly()
      expect(value(await convert(within, otto))).toEqual(done)
      expect(value(await convert(within, otto, { amount: '600.00' }))).toEqual(done)
      for (const other of [{ amount: '601' }, { amount: 'much' }, { fromAssetId: 2 }, { toAssetId: 2 }])
        expect([other, codeOf(await convert(within, otto, other))]).toEqual([other, 'command_id_reused'])
    } finally {
      await setListed(id, 1)
    }
    expect(await balance(otto)).toEqual(after)
    await expectSound(otto)
  },
)

test('Paula’s conversion is the same after thirty others, while the feed is silent; one that never was is refused as it is', async () => {
  const paula = await enter('Paula')
  const silent = withQuotes(() => ({ isStale: true }))
  expect(codeOf(await convert(silent, paula))).toBe('price_unavailable')
  const done = value(await convert(env, paula))
  for (let other = 1; other <= 30; other += 1) {
    const command = { type: 'convert', commandId: `other-${other}`, amount: '1000000' } as const
    value(
      await callAccount(env, paula, {
        ...command,
        fromAssetId: USDT,
        toAssetId: BTC,
        terms: convertTerms(1_000_000n, Date.now()),
      }),
    )
  }
  const after = await balance(paula)
  expect(value(await convert(silent, paula))).toEqual(done)
  expect(await balance(paula)).toEqual(after)
  expect(codeOf(await convert(silent, { ...paula, sessionId: 'over-long-ago' }))).toBe('session_ended')
  await expectSound(paula)
})
