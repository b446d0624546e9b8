// The game where a bound is met exactly, and what a receipt says that is wrong.

import { describe, expect, test } from 'vitest'
import { GAME_RULE, type GameReceipt, checkGameReceipt } from '#domain/game/receipt'
import { checkRound, paidOf, readSeed, rollOf, stakeMost } from '#domain/game/rules'
import { amount } from '#domain/money/amount'

describe('a roll', () => {
  test('is of the first word that counts, and of the last where none does', () => {
    expect(rollOf(`ffffe380${'00000007'}${'00000008'.repeat(6)}`)).toBe(7)
    // 4,294,967,295 modulo 10,000.
    expect(rollOf('f'.repeat(64))).toBe(7_295)
    expect(rollOf(`${'f'.repeat(56)}fffffffe`)).toBe(7_294)
  })

  test('wins below the chosen number, not at it', () => {
    const paid = (roll: number) => paidOf({ stake: amount(1_000_000n), under: 4_950, roll })
    expect([paid(4_949), paid(4_950)]).toEqual([2_000_000n, 0n])
  })
})

describe('a round', () => {
  const TERMS = {
    ...{ asset: { id: 3, code: 'USDT', scale: 6 }, stakeMin: amount(100_000n), stakeMax: amount(100_000_000n) },
    gainMax: amount(1_000_000_000n),
  }
  const check = (stake: bigint, under: number, asset = TERMS.asset) => {
    const checked = checkRound({ ...TERMS, asset }, { stake: amount(stake), under })
    return checked.ok ? 'ok' : checked.refusal.code
  }

  test('has a stake from the least to the most, and a chance from 1 to 95 %', () => {
    expect([check(100_000n, 100), check(100_000_000n, 9_500)]).toEqual(['ok', 'ok'])
    expect([check(90_000n, 100), check(100_010_000n, 9_500)]).toEqual([
      ...['game_stake_out_of_bounds', 'game_stake_out_of_bounds'],
    ])
    expect([check(100_000n, 99), check(100_000n, 9_501), check(100_000n, 100.5)]).toEqual([
      ...['game_chance_out_of_bounds', 'game_chance_out_of_bounds', 'game_chance_out_of_bounds'],
    ])
    expect([check(100_001n, 100), check(100_001n, 100, { ...TERMS.asset, scale: 2 })]).toEqual([
      'game_stake_decimals',
      'ok',
    ])
  })

  test('may win 1,000 and no more; a chance without a profit has no such bound', () => {
    // At 1 % a stake wins 98 times itself: 10.204081 of them are 999.999938.
    expect(stakeMost(TERMS, 100)).toBe(10_204_081n)
    // At 49.5 % it wins itself: 1,000, more than the most.
    expect(stakeMost({ ...TERMS, stakeMax: amount(10n ** 12n) }, 4_950)).toBe(1_000_000_000n)
    expect([stakeMost(TERMS, 9_900), stakeMost(TERMS, 9_950)]).toEqual([100_000_000n, 100_000_000n])
  })
})

test('a seed has 64 digits at most', () => {
  expect(readSeed('0'.repeat(64))).toEqual({ ok: true, value: '0'.repeat(64) })
  expect(readSeed('0'.repeat(65))).toEqual({ ok: false, refusal: { code: 'game_seed_not_hex', facts: { max: '64' } } })
})

describe('a receipt', () => {
  /** Hashes that are easy to follow: every round rolls 4,949, 0x1355. */
  const HASHING = { sha256: (text: string) => `hash of ${text}`, hmac: () => `00001355${'0'.repeat(56)}` }
  const round = (nonce: number, at = 50) => ({
    ...{ nonce, clientSeed: 'a1', under: 4_950, roll: 4_949, stake: '1000000', paid: '2000000', at },
  })
  const RECEIPT: GameReceipt = {
    ...{ rule: GAME_RULE, at: 100, asset: 'USDT', seed: 's', commitment: 'hash of s', committedAt: 10 },
    rounds: [round(1), round(2)],
  }
  const check = (differs: Partial<GameReceipt>) => checkGameReceipt({ ...RECEIPT, ...differs }, HASHING)

  test('is of the seed that was committed to', () => {
    expect(check({})).toEqual([])
    expect(check({ seed: 't' })).toEqual(['the seed is not the one that was committed to'])
  })

  test('has from one to 500 rounds, numbered from 1', () => {
    const rounds = (count: number) => Array.from({ length: count }, (_, index) => round(index + 1))
    expect(check({ rounds: rounds(500) })).toEqual([])
    const outside = ['the number of rounds is out of bounds']
    expect([check({ rounds: rounds(501) }), check({ rounds: [] })]).toEqual([outside, outside])
    expect(check({ rounds: [round(1), round(3)] })).toEqual(['round 2 has the number 3'])
  })

  test('has rounds from its commitment to its end', () => {
    expect(check({ rounds: [round(1, 10), round(2, 100)] })).toEqual([])
    const early = ['round 1 is not of the time of its seed', 'round 2 is not of the time of its seed']
    expect(check({ rounds: [round(1, 9), round(2, 101)] })).toEqual(early)
  })

  test('says what should have been rolled and paid', () => {
    expect(check({ rounds: [{ ...round(1), roll: 1 }] })).toEqual(['round 1 rolled 1 and should have rolled 4949'])
    expect(check({ rounds: [{ ...round(1), paid: '1' }] })).toEqual(['round 1 paid 1 and should have paid 2000000'])
    expect(check({ rounds: [{ ...round(1), under: 4_949, paid: '0' }] })).toEqual([])
  })
})
