// Mapping of hashes to rolls, payouts of rounds, and detection of changed receipts.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GAME_RULE, type GameReceipt } from '#domain/game/receipt'
import {
  GAME_RETURN,
  GAME_WALLET,
  ROLLS,
  UNDER,
  checkRound,
  multiplierText,
  paidOf,
  gamePayout,
  readSeed,
  rollOf,
  roundText,
  stakeMost,
} from '#domain/game/rules'
import { amount, parseAmount } from '#domain/money/amount'
import { checkReceipt } from '#domain/receipt'
import { hundredthsOf, readGameForm } from '../../app/forms/game'
import { HASHING } from '../kit/hashing'

const TERMS = {
  asset: { id: 3, code: 'USDT', scale: 6 },
  stakeMin: amount(100_000n),
  stakeMax: amount(100_000_000n),
  gainMax: amount(1_000_000_000n),
  isOpen: true,
}

describe('a roll', () => {
  test.each([
    ['00000000', 0],
    ['0000270f', 9_999],
    ['00002710', 0],
    ['ffffe37f', 9_999],
  ])('of a hash that begins with %s is %i', (word, roll) => expect(rollOf(word.padEnd(64, '0'))).toBe(roll))

  test('passes over words that would make low rolls likelier', () => {
    expect(rollOf(`ffffe380${'00000007'.repeat(7)}`)).toBe(7)
    expect(rollOf(`${'ffffffff'.repeat(6)}0000002a${'0'.repeat(8)}`)).toBe(42)
    // Equally many words per roll: the limit is a multiple of their number.
    expect(0xffff_e380 % ROLLS).toBe(0)
  })

  test('is the one that anybody computes with openssl', () => {
    // printf '%s' 'a1b2c3:1' | openssl dgst -sha256 -hmac '00…00' (64 characters)
    const hmac = HASHING.hmac('0'.repeat(64), roundText('a1b2c3', 1))
    expect(rollOf(hmac)).toBe(parseInt(hmac.slice(0, 8), 16) % ROLLS)
  })
})

test('what comes back on average is 99 %, whatever chance is chosen: over all rolls, to the unit that is dropped', () => {
  const stake = amount(1_000_000n)
  fc.assert(
    fc.property(fc.integer({ min: UNDER.min, max: UNDER.max }), (under) => {
      const over = BigInt(under) * gamePayout(stake, under)
      const stated = (stake * BigInt(GAME_RETURN) * BigInt(ROLLS)) / 10_000n
      expect(over <= stated && stated - over < BigInt(under)).toBe(true)
    }),
  )
})

/** 10,000,000 rounds in the long form. */
test('simulated rounds come back within five standard deviations of what is stated', () => {
  const rounds = process.env['LONG'] === '1' ? 10_000_000 : 100_000
  const stake = amount(1_000_000n)
  for (const under of [UNDER.min, 4_950, UNDER.max]) {
    let wins = 0
    for (let nonce = 1; nonce <= rounds; nonce += 1)
      if (paidOf({ stake, under, roll: rollOf(HASHING.hmac('7'.repeat(64), roundText(String(under), nonce))) }) > 0n)
        wins += 1
    const chance = under / ROLLS
    const deviation = Math.sqrt(rounds * chance * (1 - chance))
    expect(Math.abs(wins - rounds * chance)).toBeLessThan(5 * deviation)
  }
}, 600_000)

describe('a round', () => {
  const round = (text: string, under: number) => {
    const stake = parseAmount(TERMS.asset, text)
    if (!stake.ok) throw new Error(text)
    const checked = checkRound(TERMS, { stake: stake.value, under })
    return checked.ok ? 'taken' : checked.refusal
  }
  test.each([
    ['0.1', 100],
    ['100', 9_500],
    ['10.2', 100],
  ])('of %s below %i is taken', (stake, under) => expect(round(stake, under)).toBe('taken'))
  test.each([
    ['1', 99, 'game_chance_out_of_bounds', { min: '1', max: '95' }],
    ['1', 9_501, 'game_chance_out_of_bounds', { min: '1', max: '95' }],
    ['1.001', 4_950, 'game_stake_decimals', { decimals: '2' }],
    ['0.09', 4_950, 'game_stake_out_of_bounds', { min: '0.1', max: '100', asset: 'USDT' }],
    ['100.01', 4_950, 'game_stake_out_of_bounds', { min: '0.1', max: '100', asset: 'USDT' }],
    // The profit is limited as well.
    ['10.21', 100, 'game_stake_out_of_bounds', { min: '0.1', max: '10.2', asset: 'USDT' }],
  ])('of %s below %i is refused as %s', (stake, under, code, facts) =>
    expect(round(stake, under)).toEqual({ code, facts }),
  )

  test('is staked from the spot wallet', () => expect(GAME_WALLET).toBe('change'))

  test('never wins more than the bound', () =>
    fc.assert(
      fc.property(fc.integer({ min: UNDER.min, max: UNDER.max }), (under) => {
        const most = stakeMost(TERMS, under)
        expect(gamePayout(most, under) - most <= TERMS.gainMax).toBe(true)
      }),
    ))

  test.each([
    [4_950, '2.0000'],
    [100, '99.0000'],
    [9_500, '1.0421'],
  ])('below %i pays %s times the stake', (under, text) => expect(multiplierText(under)).toBe(text))
})

test.each([
  ['A1', 'a1'],
  [' 0f ', '0f'],
  ['', null],
  ['xyz', null],
  ['0'.repeat(65), null],
])('the seed "%s" is read as %s', (text, seed) => {
  const read = readSeed(text)
  expect(read.ok ? read.value : null).toBe(seed)
  if (!read.ok) expect(read.refusal.code).toBe('game_seed_not_hex')
})

describe('the form', () => {
  const facts = { terms: TERMS, language: 'en', available: amount(5_000_000n) } as const
  test('shows what a win pays before it is sent', () => {
    const { odds, figures, problems } = readGameForm(facts, { chance: '49.5', stake: '2', clientSeed: 'ab' })
    expect(odds).toEqual({ under: 4_950, multiplier: '2.0000' })
    expect(figures).toMatchObject({ payout: 4_000_000n })
    expect(problems).toEqual({})
  })
  test('shows the odds of a chance before there is a stake', () => {
    const oddsOf = (chance: string) => readGameForm(facts, { chance, stake: '', clientSeed: '' }).odds
    expect(oddsOf('1e3')).toBeNull()
    expect(oddsOf('10')).toEqual({ under: 1_000, multiplier: '9.9000' })
    expect(['', '0.5', '99', 'x'].map(oddsOf)).toEqual([null, null, null, null])
  })
  test('says beside each field what is wrong', () => {
    const read = readGameForm(facts, { chance: '99', stake: '2', clientSeed: 'seed' })
    expect(read.problems).toMatchObject({
      chance: { code: 'game_chance_out_of_bounds' },
      clientSeed: { code: 'game_seed_not_hex' },
    })
    expect(readGameForm(facts, { chance: '49.5', stake: '6', clientSeed: '' }).problems).toMatchObject({
      stake: { code: 'insufficient_available' },
    })
  })
  test.each([
    ['49.5', '4950'],
    ['1', '100'],
    ['0.5', '050'],
    ['100', '10000'],
    ['9999', '999900'],
  ])('reads a chance of "%s" as "%s"', (text, under) => expect(hundredthsOf(text)).toBe(under))
  test.each(['49.505', '-1', '1e1', '', '%'])('leaves "%s", which is no chance, to be refused', (text) => {
    expect(hundredthsOf(text)).toBe(text)
    const read = readGameForm(facts, { chance: text, stake: '2', clientSeed: 'ab' })
    expect(read.problems).toMatchObject({ chance: { code: 'game_chance_out_of_bounds' } })
  })
})

describe('a receipt', () => {
  const seed = 'ab'.repeat(32)
  const rounds = [1, 2, 3].map((nonce) => {
    const roll = rollOf(HASHING.hmac(seed, roundText('a1', nonce)))
    const paid = paidOf({ stake: amount(1_000_000n), under: 4_950, roll }).toString()
    return { nonce, clientSeed: 'a1', under: 4_950, roll, stake: '1000000', paid, at: 10 + nonce }
  })
  const receipt: GameReceipt = {
    rule: GAME_RULE,
    at: 100,
    asset: 'USDT',
    seed,
    commitment: HASHING.sha256(seed),
    committedAt: 10,
    rounds,
  }
  test('of what was played is right', () => expect(checkReceipt(receipt, HASHING)).toEqual([]))
  const [first, ...others] = rounds
  test.each<[string, Partial<GameReceipt>]>([
    ['another seed', { seed: 'ac'.repeat(32) }],
    ['a round left out', { rounds: others }],
    ['another roll', { rounds: first ? [{ ...first, roll: (first.roll + 1) % ROLLS }, ...others] : [] }],
    ['another payment', { rounds: first ? [{ ...first, paid: '1' }, ...others] : [] }],
    ['another seed of the player', { rounds: first ? [{ ...first, clientSeed: 'a2' }, ...others] : [] }],
    ['a round before the seed', { committedAt: 50 }],
    ['no round', { rounds: [] }],
  ])('with %s is wrong', (_what, differs) => expect(checkReceipt({ ...receipt, ...differs }, HASHING)).not.toEqual([]))
})
