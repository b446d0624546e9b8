// The directory shows an Account's newest level, even when an older level arrives later.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { storeTradingFigures } from '#db/platform/promotion'
import { amount } from '#domain/money/amount'
import { customer, seed } from '../desk/office'

beforeAll(() => seed())

it('an older word of Alice’s Account does not undo a newer one', async () => {
  const { userId } = await customer('Alice')
  const told = { userId, inviterId: null, volume: amount(0n), rebate: amount(0n) }
  const level = () => env.DB.prepare('select level from user where id = ?').bind(userId).first<number>('level')
  await storeTradingFigures(env.DB, { ...told, level: 2, revision: 5 })
  expect(await level()).toBe(2)
  await storeTradingFigures(env.DB, { ...told, level: 1, revision: 4 })
  expect(await level()).toBe(2)
  await storeTradingFigures(env.DB, { ...told, level: 0, revision: 6 })
  expect(await level()).toBe(0)
})
