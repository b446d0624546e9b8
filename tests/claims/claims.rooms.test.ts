// Limited supply, wanted by many at once: the directory decides each claim with the statement that writes it.

import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type ClaimAnswer, type Supply, claimSupply, listGranted, takenOf } from '#db/platform/claim'
import { seed } from '../api/client'

beforeAll(() => seed())

const supplyOf = (item: string, total: number | null, userMax: number | null = null): Supply => ({
  product: 'test',
  item,
  total: total === null ? null : sql`${total}`,
  userMax: userMax === null ? null : sql`${userMax}`,
})
const claim = (supply: Supply, userId: number, quantity: number, ref = `${supply.item}:${userId}`) =>
  claimSupply(env.DB, supply, { ref, userId, quantity, at: 1 })
const granted = (answers: readonly ClaimAnswer[]) => answers.filter(({ isGranted }) => isGranted).length
const taken = async (item: string) => (await takenOf(env.DB, 'test')).get(item) ?? 0
const users = Array.from({ length: 100 }, (_, index) => index + 1)

test('A hundred users want the last seven shares in one moment: exactly seven are sold, everybody else is told that none are left', async () => {
  const supply = supplyOf('last', 7)
  const answers = await Promise.all(users.map((user) => claim(supply, user, 1)))
  expect(granted(answers)).toBe(7)
  expect(answers.filter(({ isGranted }) => !isGranted)).toEqual(
    Array.from({ length: 93 }, () => ({ isGranted: false, refusal: 'sold_out', left: 0 })),
  )
  expect(await taken('last')).toBe(7)
  // Each grant has its own number.
  const numbers = answers.flatMap((answer) => (answer.isGranted ? [answer.upTo] : []))
  expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(await listGranted(env.DB, { product: 'test', item: 'last', after: 0, limit: 100 })).toHaveLength(7)
})

test('Wanted in threes, ten shares are sold to three users; who wants the last one gets it', async () => {
  const supply = supplyOf('threes', 10)
  const answers = await Promise.all(users.map((user) => claim(supply, user, 3)))
  expect(granted(answers)).toBe(3)
  expect(answers.find(({ isGranted }) => !isGranted)).toMatchObject({ refusal: 'sold_out', left: 1 })
  expect(await claim(supply, 500, 1)).toMatchObject({ isGranted: true, upTo: 10 })
})

test('A repeated claim is the same claim, granted or refused, however often and at once', async () => {
  const supply = supplyOf('again', 5)
  const first = await Promise.all(Array.from({ length: 20 }, () => claim(supply, 1, 4)))
  expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(granted(first)).toBe(20)
  expect(await taken('again')).toBe(4)
  const refused = await claim(supply, 2, 2)
  expect(refused).toEqual({ isGranted: false, refusal: 'sold_out', left: 1 })
  // The supply has grown: a new reference can claim it, this one keeps its first answer.
  const more = supplyOf('again', 50)
  expect(await claim(more, 2, 2)).toEqual(refused)
  expect(await claim(more, 2, 2, 'again:2:second')).toMatchObject({ isGranted: true, upTo: 6 })
  expect(await claim(more, 1, 4)).toEqual(first[0])
  expect(await taken('again')).toBe(6)
})

test('What one user may have is counted with the claim, by whichever window it comes', async () => {
  const supply = supplyOf('own', 100, 3)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((window) => claim(supply, 1, 1, `own:1:${window}`)))
  expect(granted(answers)).toBe(3)
  expect(answers.find(({ isGranted }) => !isGranted)).toEqual({
    isGranted: false,
    refusal: 'above_user_max',
    left: 0,
  })
  expect(await claim(supply, 2, 2)).toMatchObject({ isGranted: true, upTo: 5 })
})

test('Without a bound everybody is granted what they ask, in the order of their claims', async () => {
  const supply = supplyOf('open', null)
  const answers = await Promise.all(users.map((user) => claim(supply, user, user)))
  expect(granted(answers)).toBe(100)
  expect(await taken('open')).toBe(5_050)
  const page = await listGranted(env.DB, { product: 'test', item: 'open', after: 0, limit: 60 })
  const rest = await listGranted(env.DB, { product: 'test', item: 'open', after: page.at(-1)?.no ?? 0, limit: 60 })
  expect(new Set([...page, ...rest].map(({ userId }) => userId))).toEqual(new Set(users))
})

test('The bound is read with the claim: what the desk lowers below what is sold sells nothing more', async () => {
  expect(granted(await Promise.all([1, 2, 3, 4].map((user) => claim(supplyOf('low', 10), user, 2))))).toBe(4)
  expect(await claim(supplyOf('low', 5), 9, 1)).toEqual({ isGranted: false, refusal: 'sold_out', left: 0 })
  expect(await taken('low')).toBe(8)
})
