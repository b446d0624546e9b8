// The filled part of an order in the desk's words.

import { expect, test } from 'vitest'
import { filledText } from '../../app/admin/amount-words'
import { numbersIn } from '../../app/text/numbers'
import { BTC_USDT } from '../market/btc-usdt'

const text = (order: Partial<Parameters<typeof filledText>[2]>, pair: typeof BTC_USDT | undefined = BTC_USDT) =>
  filledText(numbersIn('en'), pair, { lots: 1_000, lotsFilled: 250, budget: null, quoteFilled: '0', ...order })

test('an order for so much of the base says what was filled of it', () => {
  expect(text({})).toBe('0.00250 / 0.01000 BTC')
})

test('an order that spends so much of the quote says what was spent of it, in the quote', () => {
  expect(text({ lots: 0, budget: '100000000', quoteFilled: '60000000' })).toBe('60 / 100 USDT')
})
