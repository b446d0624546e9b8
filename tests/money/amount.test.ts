// Parsing and formatting amounts: accepted input, named refusals, no rounding.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ZERO,
  add,
  amount,
  decodeAmount,
  encodeAmount,
  formatAmount,
  formatTrimmed,
  maximum,
  minimum,
  negate,
  parseAmount,
  subtract,
  total,
} from '#domain/money/amount'

const BTC = { code: 'BTC', scale: 8 }
const ETH = { code: 'ETH', scale: 18 }
const JPY = { code: 'JPY', scale: 0 }

const ACCEPTED: readonly [asset: { code: string; scale: number }, text: string, units: bigint][] = [
  [BTC, '0', 0n],
  [BTC, '0.00000001', 1n],
  [BTC, '1', 100_000_000n],
  [BTC, '12.5', 1_250_000_000n],
  [BTC, '0.00000001000', 1n],
  [BTC, '21000000.12345678', 2_100_000_012_345_678n],
  [ETH, '0.000000000000000001', 1n],
  [ETH, '0.00000000000000000100', 1n],
  [ETH, '7.1234567890', 7_123_456_789_000_000_000n],
  [JPY, '153', 153n],
  [JPY, '153.0', 153n],
]
test.each(ACCEPTED)('%o: "%s" is %s units', (asset, text, units) => {
  expect(parseAmount(asset, text)).toEqual({ ok: true, value: units })
})

const REFUSED: readonly [asset: { code: string; scale: number }, text: string, code: string][] = [
  ...[
    '',
    ' ',
    '-1',
    '+1',
    '1.',
    '.5',
    '01',
    '00.5',
    '1e5',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '１',
    '1 ',
    '1.12345678901',
    '0.123456789012345678901',
  ].map((text) => [BTC, text, 'amount_malformed'] as [typeof BTC, string, string]),
  [BTC, '0.000000001', 'amount_too_precise'],
  [BTC, '1.123456789', 'amount_too_precise'],
  [JPY, '153.5', 'amount_too_precise'],
  [BTC, '1'.repeat(40), 'amount_too_large'],
]
test.each(REFUSED)('%o: "%s" is refused as %s', (asset, text, code) => {
  expect(parseAmount(asset, text)).toMatchObject({ ok: false, refusal: { code } })
})

test('A surplus decimal is named with the most that the asset has', () => {
  expect(parseAmount(BTC, '1.123456789')).toEqual({
    ok: false,
    refusal: { code: 'amount_too_precise', facts: { asset: 'BTC', decimals: '8' } },
  })
})

test('What is written is read again, exactly, as text of people and as stored text', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 34n })
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 10 }), (value, scale) => {
      const asset = { code: 'ANY', scale }
      expect(parseAmount(asset, formatAmount(asset, amount(value)))).toEqual({ ok: true, value })
      expect(parseAmount(asset, formatTrimmed(asset, amount(value)))).toEqual({ ok: true, value })
      expect(decodeAmount(encodeAmount(amount(-value)))).toBe(-value)
    }),
  )
})

test('Stored text that is not canonical is a corrupt store', () => {
  for (const text of ['', '01', '-0', '+1', '1.0', '1e3', ' 1', 'abc', '--1'])
    expect(() => decodeAmount(text)).toThrow('not a stored amount')
})

test('Amounts are shown with every decimal of the asset, or without trailing zeros', () => {
  expect(formatAmount(BTC, amount(150_000_000n))).toBe('1.50000000')
  expect(formatAmount(BTC, amount(-1n))).toBe('-0.00000001')
  expect(formatAmount(JPY, amount(153n))).toBe('153')
  expect(formatTrimmed(BTC, amount(150_000_000n))).toBe('1.5')
  expect(formatTrimmed(BTC, amount(100_000_000n))).toBe('1')
  expect(formatTrimmed(JPY, amount(100n))).toBe('100')
})

test('Sums, differences and extremes are exact', () => {
  const [one, two] = [amount(1n), amount(2n)]
  expect([
    add(one, two),
    subtract(one, two),
    negate(two),
    minimum(one, two),
    maximum(one, two),
    total([]),
    total([one, two, two]),
  ]).toEqual([3n, -1n, -2n, 1n, 2n, ZERO, 5n])
})
