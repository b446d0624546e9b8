// Labels of lines on the chart: near ones are spread apart, far ones stay at their lines.

import { expect, test } from 'vitest'
import { spreadLabels } from '../../app/chart/label-spread'

const within = { height: 200, gap: 20 }

test.each([
  ['far apart: each at its line', [20, 100, 180], [20, 100, 180]],
  ['two at one height: evenly about it', [100, 100], [90, 110]],
  ['in the order of their lines, not of the list', [103, 97, 100], [120, 80, 100]],
  ['a group that runs into a third line takes it along', [100, 100, 125], [88.333, 108.333, 128.333]],
  ['at the upper edge: pushed down', [2, 4], [10, 30]],
  ['at the lower edge: pushed up', [199, 200], [170, 190]],
  ['two groups that meet at an edge are one', [0, 1, 35], [10, 30, 50]],
  ['lines out of sight keep their heights and push nobody', [-50, 100, 260], [-50, 100, 260]],
  ['nothing', [], []],
])('%s', (_, ys, expected) => {
  const placed = spreadLabels(ys, within)
  expect(placed.map((y) => Math.round(y * 1_000) / 1_000)).toEqual(expected)
})

test('of any lines in sight no two labels overlap, and all stay in sight', () => {
  for (let round = 0; round < 200; round += 1) {
    const ys = Array.from({ length: 1 + (round % 9) }, (_, index) => (round * 37 + index * index * 13) % 200)
    const placed = spreadLabels(ys, within).toSorted((one, other) => one - other)
    for (const [index, y] of placed.entries()) {
      expect(y).toBeGreaterThanOrEqual(10)
      expect(y).toBeLessThanOrEqual(190)
      if (index > 0) expect(y - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(19.999)
    }
  }
})
