// Values that are shown: prices and values to the nearest, written values rounded down.

import { expect, test } from 'vitest'
import {
  amount,
  decodeAmount,
  formatUnits,
  maximum,
  minimum,
  parseAmount,
  readPositive,
  trimZeros,
} from '#domain/money/amount'
import { applyRateDown, parsePercent, parseRate, rate } from '#domain/money/rate'
import { allocate } from '#domain/money/rounding'
import { parseUsdt, priceInFiat, totalInFiat, totalOfCents, valueInUsdt } from '#domain/money/valuation'

const YEN = { rate: rate(15_300_000_000n) }

test('A value in USDT is units times price, to the nearest at eight decimals, a half to the even one', () => {
  // 0.5 BTC at 61,234.5.
  expect(valueInUsdt({ scale: 8 }, amount(50_000_000n), amount(6_123_450_000_000n))).toBe(3_061_725_000_000n)
  // One, three and five units of 1e-8 at 0.5: half of a unit, one and a half, two and a half.
  const half = (units: bigint) => valueInUsdt({ scale: 8 }, amount(units), amount(50_000_000n))
  expect([1n, 3n, 5n].map(half)).toEqual([0n, 2n, 2n])
  expect(valueInUsdt({ scale: 0 }, amount(3n), amount(7n))).toBe(21n)
})

test('A price in a fiat is to the nearest at its decimals', () => {
  // 2 USDT at 153 yen.
  expect(priceInFiat(YEN, amount(200_000_000n), 0)).toBe(306n)
  expect(priceInFiat(YEN, amount(200_000_000n), 2)).toBe(30_600n)
  const par = { rate: rate(100_000_000n) }
  expect([50_000_000n, 150_000_000n, 250_000_001n].map((units) => priceInFiat(par, amount(units), 0))).toEqual([
    ...[0n, 2n, 3n],
  ])
})

test('A written total is the sum of what is written: each value rounded down by itself', () => {
  // Twice 0.019 are twice 0.01; at 153 yen 2.907: twice 2, or twice 2.90.
  const values = [amount(1_900_000n), amount(1_900_000n)]
  expect(totalOfCents(values)).toBe(2_000_000n)
  expect([totalInFiat(YEN, values, 0), totalInFiat(YEN, values, 2)]).toEqual([4n, 580n])
  // A thousandth that is owed is written as a cent.
  expect(totalOfCents([amount(-100_000n)])).toBe(-1_000_000n)
  expect([totalOfCents([]), totalInFiat(YEN, [], 2)]).toEqual([0n, 0n])
})

test('A price in USDT is read at eight decimals', () => {
  expect([parseUsdt('1.5'), parseUsdt('0.00000001')]).toEqual([150_000_000n, 1n])
  expect([parseUsdt('1.123456789'), parseUsdt('x'), parseUsdt('')]).toEqual([null, null, null])
})

test('The largest amount has 10^36 units, in every asset', () => {
  const [none, six] = [
    { code: 'JPY', scale: 0 },
    { code: 'USDT', scale: 6 },
  ]
  expect(parseAmount(none, `1${'0'.repeat(36)}`)).toEqual({ ok: true, value: 10n ** 36n })
  expect(parseAmount(six, `1${'0'.repeat(30)}`)).toEqual({ ok: true, value: 10n ** 36n })
  const tooLarge = (code: string) => ({ ok: false, refusal: { code: 'amount_too_large', facts: { asset: code } } })
  expect(parseAmount(none, `1${'0'.repeat(35)}1`)).toEqual(tooLarge('JPY'))
  expect(parseAmount(six, `1${'0'.repeat(30)}.000001`)).toEqual(tooLarge('USDT'))
  expect(parseAmount(six, 'x')).toEqual({ ok: false, refusal: { code: 'amount_malformed', facts: { asset: 'USDT' } } })
  for (const text of ['x1', '1x', 'x0.5', '0.5x', '1.5x', '1.x', '0.x', '0x5'])
    expect(parseAmount(six, text)).toMatchObject({ refusal: { code: 'amount_malformed' } })
})

test('A positive stored amount is whole text of at most 37 digits', () => {
  expect([readPositive('1'), readPositive(`1${'0'.repeat(36)}`)]).toEqual([1n, 10n ** 36n])
  for (const text of ['0', '-1', '01', '1x', 'x1', '', '1.0', `1${'0'.repeat(37)}`])
    expect(readPositive(text)).toBeNull()
})

test('A corrupt stored amount is named by its first 40 characters', () => {
  expect([decodeAmount('0'), decodeAmount('-5'), decodeAmount('10')]).toEqual([0n, -5n, 10n])
  for (const text of ['0x', 'x0', '5x', 'x5', '00']) expect(() => decodeAmount(text)).toThrow('not a stored amount')
  expect(() => decodeAmount(`x${'7'.repeat(50)}`)).toThrow(new TypeError(`not a stored amount: x${'7'.repeat(39)}`))
})

test('Units are written with the decimals of their scale, and a sign', () => {
  expect([formatUnits(0n, 2), formatUnits(-5n, 0), formatUnits(-5n, 2), formatUnits(12_345n, 2)]).toEqual([
    ...['0.00', '-5', '-0.05', '123.45'],
  ])
  expect(['0.00010', '10.0', '10', '100', '10.50', '0.0'].map(trimZeros)).toEqual([
    '0.0001',
    '10',
    '10',
    '100',
    '10.5',
    '0',
  ])
})

test('A rate has at most twelve digits before its point and eight after it', () => {
  expect(parseRate('999999999999.99999999')).toEqual({ ok: true, value: 99_999_999_999_999_999_999n })
  for (const text of ['1000000000000', '1.123456789', 'x1', '1x', '1.x', '1.5x'])
    expect(parseRate(text)).toMatchObject({ ok: false, refusal: { code: 'rate_malformed' } })
})

test('A percentage has at most six decimals, and is applied to what it is of', () => {
  const refusal = { code: 'amount_too_precise', facts: { asset: '%', decimals: '6' } }
  expect(parsePercent('0.1234567')).toEqual({ ok: false, refusal })
  // 0.1 % of 1,999,999 are 1,999.999.
  expect(applyRateDown(amount(1_999_999n), rate(100_000n))).toBe(1_999n)
})

test('Of two amounts the smaller and the larger, whichever comes first', () => {
  const [one, two] = [amount(1n), amount(2n)]
  expect([minimum(one, two), minimum(two, one), maximum(one, two), maximum(two, one)]).toEqual([1n, 1n, 2n, 2n])
})

test('What a division leaves over goes to the first that have a weight', () => {
  expect(allocate(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n])
  expect(allocate(11n, [0n, 1n, 1n, 1n])).toEqual([0n, 4n, 4n, 3n])
  expect(allocate(12n, [0n, 1n, 2n, 0n])).toEqual([0n, 4n, 8n, 0n])
  expect(allocate(-1n, [1n, 1n])).toEqual([0n, -1n])
  expect(() => allocate(5n, [0n, 0n])).toThrow('allocate needs a positive weight')
})
