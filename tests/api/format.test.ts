// How amounts look on the old wire.

import { expect, test } from 'vitest'
import { wireDecimals } from '#api/format'

test.each([
  ['1.5', '1.50000000'],
  ['0', '0.00000000'],
  ['60000', '60000.00000000'],
  ['0.123456789012345678', '0.12345678'],
  ['-0.123456789', '-0.12345678'],
  ['0.000000009', '0.00000000'],
  ['-0.000000009', '0.00000000'],
  ['999999999999.999999999', '999999999999.99999999'],
])('%s is told with eight decimals, cut towards zero: %s', (text, told) => {
  expect(wireDecimals(text)).toBe(told)
})
