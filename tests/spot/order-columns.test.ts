// Order columns in lists.

import { expect, test } from 'vitest'
import type { SpotOrderRow } from '#party/protocol/account'
import { orderColumns } from '../../app/components/spot/order-columns'
import { pageI18n } from '../../app/text/i18n.server'
import { numbersIn } from '../../app/text/numbers'
import { BTC_USDT } from '../market/btc-usdt'
import { orderRow } from './order-row'

const columns = orderColumns(pageI18n('en').getFixedT(null, 'spot'), numbersIn('en'))
const total = columns.find(({ key }) => key === 'total')
const totalOf = (part: Partial<SpotOrderRow>) => {
  const of = { row: orderRow(1, part), pair: BTC_USDT }
  return total?.isIdle?.(of) ? null : total?.cell(of)
}

test('a limit order says what it asks for from its first moment, before its market has it', () => {
  expect(totalOf({})).toBe('600\u00a0USDT')
  expect(totalOf({ state: 'pending' })).toBe('600\u00a0USDT')
})

test('an order that is over says what it came to, and nothing where nothing was filled', () => {
  expect(totalOf({ state: 'cancelled' })).toBe(null)
  expect(totalOf({ state: 'filled', lotsFilled: 1_000, quoteFilled: '599900000' })).toBe('599.9\u00a0USDT')
})
