// Amounts in review facts use the language's number format; user ids and request numbers stay plain.

import { expect, it } from 'vitest'
import type { FactLabel } from '#domain/desk/review'
import { writeDecimals, writeRates, writeShares } from '../../app/admin/review-parts'
import { numbersIn } from '../../app/text/numbers'

it.each<[label: FactLabel, value: string, written: string]>([
  ['amount', '12345.5 USDT', '12,345.5 USDT'],
  ['amount', '-1000 USDT', '−1,000 USDT'],
  ['value', '1000 BTC · ≈ 62614500.5 USDT', '1,000 BTC · ≈ 62,614,500.5 USDT'],
  ['amount', '+1000 USDT', '+1,000 USDT'],
  ['missing', '#1234 1500 USDT', '#1234 1,500 USDT'],
  ['earlier_uses', '#12 10001 TRC20 7500 USDT Rejected', '#12 10001 TRC20 7,500 USDT Rejected'],
  [
    'earlier_uses',
    '#12 10001 Bank transfer 7500.5 USDT Rejected; #1300 10002 BTC 1000 BTC Approved',
    '#12 10001 Bank transfer 7,500.5 USDT Rejected; #1300 10002 BTC 1,000 BTC Approved',
  ],
  ['cell_fee', '1000.5 → 2000.25', '1,000.5 → 2,000.25'],
  ['cell_sort', '1000 → 2000', '1000 → 2000'],
  ['memo', '100012 USDT', '100012 USDT'],
])('%s "%s" is written "%s"', (label, value, written) => {
  expect(writeDecimals(label, value, numbersIn('en').decimal)).toBe(written)
})

it('a coupon’s share is a percentage, as whoever has the coupon reads it', () => {
  expect(writeShares('0.2', numbersIn('jp'))).toBe('20%')
  expect(writeShares('0.125', numbersIn('fra'))).toBe('12,5\u202f%')
})

it('a fee that changes is a percentage on both sides', () => {
  expect(writeShares('0.001 → 0.0007', numbersIn('en'))).toBe('0.1% → 0.07%')
})

it.each([
  ['0.05%', '0,05\u202f%'],
  ['133.34%', '133,34\u202f%'],
  ['1 USDT = 1150.2 JPY', '1 USDT = 1\u202f150,2 JPY'],
])('a rate of "%s" is written "%s" in French', (value, written) => {
  expect(writeRates(value, numbersIn('fra'))).toBe(written)
})
