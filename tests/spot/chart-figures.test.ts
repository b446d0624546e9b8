// Figures at the axes of the chart, as the page's language writes them.

import { expect, test } from 'vitest'
import { chartFigures } from '../../app/chart/chart-settings'
import { numbersIn } from '../../app/text/numbers'

/** Composes both formatters as the library does. */
const written = (language: 'en' | 'fra', value: string | number) => {
  const { format, formatBigNumber } = chartFigures(numbersIn(language))
  return format(formatBigNumber(value))
}

test('what is shortened is shortened as everywhere else on the page', () => {
  expect(written('en', '2134.567')).toBe('2.1K')
  expect(written('fra', '2134.567')).toBe('2,1\u202fK')
  expect(written('fra', 1_200_000)).toBe('1,2\u202fM')
})

test('what is short stays whole, and what is no number stays as it is', () => {
  expect(written('fra', '12.5')).toBe('12,5')
  expect(written('fra', '-12.5')).toBe(numbersIn('fra').decimal('-12.5'))
  expect(written('en', '--')).toBe('--')
})
