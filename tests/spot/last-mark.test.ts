// The mark of the last price doesn't cut any figure of the scale.

import type { AxisCreateTicksParams, Chart } from 'klinecharts'
import { expect, it } from 'vitest'
import { clearOfLast } from '../../app/chart/last-price'

const TICKS = {
  defaultTicks: [
    { coord: 40, value: '59800', text: '59,800' },
    { coord: 80, value: '59600', text: '59,600' },
  ],
} as AxisCreateTicksParams

it('follows the price while the scale stands, and leaves all of it where there is none', () => {
  const closes: number[] = []
  const chart = {
    getDataList: () => closes.map((close) => ({ close })),
    // Price 60,000 is at the top; one pixel is 5 USDT.
    convertToPixel: ({ value = 0 }: { readonly value?: number }) => ({ y: (60_000 - value) / 5 }),
  } as unknown as Chart
  const ticks = clearOfLast(chart)(TICKS)
  const texts = () => ticks.map(({ text }) => text)
  expect(texts()).toEqual(['59,800', '59,600'])
  closes.push(59_760)
  expect(texts()).toEqual(['', '59,600'])
  closes.push(59_700)
  expect(texts()).toEqual(['59,800', '59,600'])
  closes.push(59_590)
  expect(texts()).toEqual(['59,800', ''])
})
