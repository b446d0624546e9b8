import { expect, test } from 'vitest'
import { CONFIRMATIONS, JumpGuard } from '#domain/quotes/jump-guard'

const alone = (priceSteps: number, saidAt: number) => ({ priceSteps, sources: 1, saidAt })

test('A first price, a small move and a move that two sources agree on count at once', () => {
  const guard = new JumpGuard()
  expect(guard.judge(alone(600_000, 1))).toBe(600_000)
  expect(guard.judge(alone(617_900, 2))).toBe(617_900)
  expect(guard.judge({ priceSteps: 900_000, sources: 2, saidAt: 3 })).toBe(900_000)
})

test('A jump that one source tells is held, however often the same word is looked at', () => {
  const guard = new JumpGuard(600_000)
  for (let look = 0; look < 20; look += 1) expect(guard.judge(alone(620_000, 5))).toBeNull()
  expect(guard.isHolding).toBe(true)
  expect(guard.accepted).toBe(600_000)
})

test('It counts once the source has said it five times', () => {
  const guard = new JumpGuard(600_000)
  const judged = Array.from({ length: CONFIRMATIONS }, (_, time) => guard.judge(alone(620_000 + time, time)))
  expect(judged).toEqual([null, null, null, null, 620_004])
  expect(guard.isHolding).toBe(false)
})

test('A price that jumps about is not confirmed by its own next jump', () => {
  const guard = new JumpGuard(600_000)
  for (let time = 0; time < 20; time += 1)
    expect(guard.judge(alone(time % 2 === 0 ? 700_000 : 500_000, time))).toBeNull()
})

test('Back where it was, nothing is held any more', () => {
  const guard = new JumpGuard(600_000)
  guard.judge(alone(700_000, 1))
  expect(guard.judge(alone(600_100, 2))).toBe(600_100)
  expect(guard.isHolding).toBe(false)
  expect(guard.judge(alone(700_000, 3))).toBeNull()
})
