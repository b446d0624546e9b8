// The book and the tape as they are served: how much of a level's bar is its own, the spread, the age of the last trade.

import { expect, test } from 'vitest'
import market from '../../locales/en/market.json'
import ui from '../../locales/en/ui.json'
import { type Element, attribute, closest, findAll, textOf } from '../kit/html'
import type { Page } from '../kit/page'
import { Visitor, openPerson } from '../kit/visitor'

const PAIR = '/trade/spot/BTC-USDT'

/** A bar's widths are whole percents, and the figures beside it are rounded too. */
const ROUNDING = 2

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

/** Best first: price, quantity, sum, and the percents of the bar. */
function levelsOf(page: Page, side: 'ask' | 'bid') {
  const rows = page
    .all((element) => attribute(element, 'data-side') === side)
    .flatMap((list) => findAll(list, ({ name }) => name === 'button'))
  const levels = rows.map((row) => {
    const [bar, ...figures] = findAll(row, (element) => attribute(element, 'aria-hidden') === 'true')
    const [price = 0, lots = 0, sum = 0] = figures.map((figure) => numberOf(textOf(figure)))
    const style = bar ? attribute(bar, 'style') : ''
    const percent = (name: string) => Number(new RegExp(`(?:^|;)${name}:\\s*(\\d+)%`).exec(style)?.[1] ?? Number.NaN)
    return { price, lots, sum, width: percent('width'), before: percent('--before') }
  })
  return side === 'ask' ? levels.toReversed() : levels
}

test('a level’s bar is as wide as the sum up to it, and is light for the part that better levels have', async () => {
  const page = await new Visitor({ language: 'en' }).open(PAIR)
  const sides = [levelsOf(page, 'ask'), levelsOf(page, 'bid')]
  const deepest = Math.max(...sides.flat().map(({ sum }) => sum))
  for (const levels of sides) {
    expect(levels.length).toBeGreaterThan(2)
    expect(levels[0]?.before).toBe(0)
    for (const { lots, sum, width, before } of levels) {
      expect(Math.abs(width - (100 * sum) / deepest)).toBeLessThanOrEqual(ROUNDING)
      expect(Math.abs(before - (100 * (sum - lots)) / sum)).toBeLessThanOrEqual(ROUNDING)
    }
  }
  expect(Math.max(...sides.flat().map(({ width }) => width))).toBe(100)
})

test('the spread is told in the quote and as a percent of the best ask, to three decimals', async () => {
  const page = await new Visitor({ language: 'en' }).open(PAIR)
  const [ask = 0, bid = 0] = (['ask', 'bid'] as const).map((side) => levelsOf(page, side)[0]?.price)
  const said = page.all(({ name }) => name === 'dl').map(textOf).find((text) => text.includes(market.spread)) // prettier-ignore
  const [, spread = '', percent = ''] = /([\d.,]+) · ([\d.]+)\s?%/.exec(said ?? '') ?? []
  expect(numberOf(spread)).toBeCloseTo(ask - bid, 6)
  expect(Number(percent)).toBeCloseTo((100 * (ask - bid)) / ask, 3)
})

test('above the tape stands how long ago its newest trade was', async () => {
  const nora = await openPerson()
  await (await nora.open(`${PAIR}?kind=market`)).form('Buy BTC').fill({ quantity: '0.01' }).send()
  const page = await nora.open(PAIR)
  const isTable = ({ name }: Element) => name === 'table'
  const times = page
    .all((element) => element.name === 'section' && attribute(element, 'aria-label') === market.recent_trades)
    .flatMap((tape) => findAll(tape, ({ name }) => name === 'time'))
  const [age, ...others] = times.filter((time) => closest(time, isTable) === undefined)
  const [newest] = times.filter((time) => closest(time, isTable) !== undefined)
  expect(others).toEqual([])
  expect(age && textOf(age)).toBe(ui.time_just_now)
  expect(age && attribute(age, 'datetime')).toBe(newest && attribute(newest, 'datetime'))
})
