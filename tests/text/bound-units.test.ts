import { expect, test } from 'vitest'
import { boundUnits } from '../../app/text/money'

test('a figure stays with its unit, and with nothing else', () => {
  expect(boundUnits('<p>up to 1,000,000 USDT and 200 BTC in 24 hours</p>')).toBe(
    '<p>up to 1,000,000\u00a0USDT and 200\u00a0BTC in 24 hours</p>',
  )
})
