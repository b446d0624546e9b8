// A user's own limits with real rooms: options and futures are refused alike, and results count towards the daily loss.

import { beforeAll, expect, it, vi } from 'vitest'
import { type Person, join, ok, refused, seed } from '../api/client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  for (const to_field of ['micro', 'lever'])
    await ok('POST', '/wallet/change', {
      form: { from_field: 'change', to_field, currency_id: '3', number: '500' },
      token: alice.token,
    })
})

interface Limits {
  readonly list: readonly { kind: string; value: string | null; next: string | null; next_at: number | null }[]
  readonly day_loss: string
}
const set = (limit_kind: string, value: string) =>
  ok<Limits>('POST', '/v1/limits', { form: { limit_kind, value }, token: alice.token })
const of = ({ list }: Limits, kind: string) => list.find((each) => each.kind === kind)

const option = { symbol: 'BTC-USDT', direction: 'rise', seconds: '30', stake: '60' }
const position = { symbol: 'BTC-USDT', direction: 'long', lots: '100', leverage: '10' }

it('a limit counts for options and futures, and closing is never refused', async () => {
  const { token } = alice
  await ok('POST', '/v1/futures/order', { form: { ...position, lots: '1' }, token })
  expect(of(await set('stake', '50'), 'stake')).toMatchObject({ value: '50.000000', next: null })
  expect(await refused('POST', '/v1/options/order', { form: option, token })).toContain('at most 50 USDT per order')
  expect(await refused('POST', '/v1/futures/order', { form: position, token })).toContain('at most 50 USDT per order')
  const later = of(await set('stake', '500'), 'stake')
  expect(later).toMatchObject({ value: '50.000000', next: '500.000000' })
  const kept = await ok<Limits>('POST', '/v1/limits/keep', { form: { limit_kind: 'stake' }, token })
  expect(of(kept, 'stake')).toMatchObject({ value: '50.000000', next: null, next_at: null })

  await ok('POST', '/v1/futures/close-many', { token })
  const { day_loss } = await ok<Limits>('GET', '/v1/limits', { token })
  // At least the fee and the spread.
  expect(Number(day_loss)).toBeGreaterThan(0)
  await set('day_loss', '10')
  expect(await refused('POST', '/v1/options/order', { form: { ...option, stake: '10' }, token })).toContain(
    '10 USDT a day',
  )
  await set('pause', '1')
  expect(await refused('POST', '/v1/options/order', { form: { ...option, stake: '5' }, token })).toContain(
    'You have paused',
  )
  await ok('POST', '/v1/futures/close-many', { token })
})

it.each([
  ['own_limit_out_of_bounds', 'session', '5', 'Enter a value between 10 and 1,440.'],
  ['own_limit_out_of_bounds', 'lock', '30', 'Enter a value between 183 and 1,826.'],
  ['own_limit_not_shortened', 'pause', '', 'cannot be shortened'],
  ['amount_not_positive', 'stake', '0', ''],
])('%s: a %s of "%s"', async (_code, limit_kind, value, words) => {
  const said = await refused('POST', '/v1/limits', { form: { limit_kind, value }, token: alice.token })
  expect(said).toContain(words)
})
