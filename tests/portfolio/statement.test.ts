// The statement of a month: opening + in − out = closing, in each asset.

import { expect, test } from 'vitest'
import type { Period, PeriodLine } from '#domain/portfolio/movement'
import { statementOf } from '#domain/portfolio/statement'

const [OCTOBER, NOVEMBER] = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)]

const of: readonly Period[] = [
  {
    at: OCTOBER,
    lines: [
      ['change', 3, 'deposit', '1000', '0'],
      ['change', 3, 'transfer', '0', '300'],
      ['stocks', 3, 'transfer', '300', '0'],
      ['stocks', 3, 'spot_fill', '0', '120'],
      ['stocks', 9, 'spot_fill', '40', '0'],
      ['works', 3, 'nft_payment', '50', '0'],
    ],
  },
  {
    at: NOVEMBER,
    lines: [
      ['change', 3, 'spot_fill', '10', '200'],
      ['change', 1, 'spot_fill', '7', '1'],
      ['change', 3, 'spot_fee', '0', '2'],
    ],
  },
]
const whole: readonly PeriodLine[] = of.flatMap(({ lines }) => lines)
const shown = (month: number, wallet: 'stocks' | null = null) =>
  statementOf({ whole, months: of.filter(({ at }) => at >= month) }, { month, wallet }).map(
    ({ assetId, opening, lines, received, given, closing }) => [
      assetId,
      `${opening} + ${received} - ${given} = ${closing}`,
      ...lines.map((line) => `${line.wallet} ${line.reason} ${line.received}/${line.given}`),
    ],
  )

test('a month that is over is told from the balances of now', () => {
  expect(shown(OCTOBER)).toEqual([
    [3, '0 + 1300 - 420 = 880', 'change deposit 1000/0', 'change transfer 300/300', 'stocks spot_fill 0/120'],
    [9, '0 + 40 - 0 = 40', 'stocks spot_fill 40/0'],
  ])
})

test('the next month opens with what the one before closed', () => {
  expect(shown(NOVEMBER)).toEqual([
    [1, '0 + 7 - 1 = 6', 'change spot_fill 7/1'],
    [3, '880 + 10 - 202 = 688', 'change spot_fill 10/200', 'change spot_fee 0/2'],
    [9, '40 + 0 - 0 = 40'],
  ])
})

test('one wallet alone has a statement too', () => {
  expect(shown(OCTOBER, 'stocks')).toEqual([
    [3, '0 + 300 - 120 = 180', 'stocks transfer 300/0', 'stocks spot_fill 0/120'],
    [9, '0 + 40 - 0 = 40', 'stocks spot_fill 40/0'],
  ])
})

test('what stands outside the wallets is in no statement, and what came and went in one month is', () => {
  const lines: readonly PeriodLine[] = [
    ...(['works', 'sales', 'debt', 'auctions'] as const).map((place) => [place, 3, 'nft_payment', '50', '0'] as const),
    ['earn', 1, 'mining_lock', '5', '0'],
    ['earn', 1, 'mining_return', '0', '5'],
  ]
  const statement = statementOf({ whole: lines, months: [{ at: OCTOBER, lines }] }, { month: OCTOBER, wallet: null })
  expect(statement.map(({ assetId, opening, received, given, closing }) => [assetId, opening, received, given, closing])).toEqual([[1, 0n, 5n, 5n, 0n]]) // prettier-ignore
})
