// Nobody can set a price: there is no column to write one into, and the simulator takes nothing but a listing and a time.

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'

const PLATFORM = 'db/platform'
/** How finely a price is shown, and how far from it an order may lie. Neither moves it. */
const CALENDAR = 'server/domain/stocks/calendar.ts'
const HARMLESS = ['price_decimals', 'price_band']

describe('no one decides who wins', () => {
  test('the directory has no column that holds a price, an outcome or odds', async () => {
    const files = (await readdir(PLATFORM)).filter((name) => name.endsWith('schema.ts'))
    const texts = await Promise.all(files.map((name) => readFile(join(PLATFORM, name), 'utf8')))
    const columns = texts.flatMap((text) => [...text.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, name = '']) => name))
    expect(columns).toContain('price_decimals')
    const suspicious = columns.filter((name) => /price|outcome|odds|winner|win_|risk_mode|robot/.test(name))
    expect(suspicious.filter((name) => !HARMLESS.includes(name))).toEqual([])
  })

  test('the simulator and its table import nothing that an operator could change', async () => {
    const files = (await readdir('server/domain/quotes')).map((name) => join('server/domain/quotes', name))
    const texts = await Promise.all([...files, CALENDAR].map((path) => readFile(path, 'utf8')))
    const imports = texts.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, path = '']) => path))
    // How long a day is, nobody can change, nor when an exchange is open.
    const fixed = ['../time', '../stocks/calendar']
    expect(imports.filter((path) => !path.startsWith('./') && !fixed.includes(path))).toEqual([])
    expect(texts.join('')).not.toMatch(/process\.env|Math\.random|Date\.now|fetch\(/)
  })

  test('more decimals show the same price more finely', () => {
    const at = Date.parse('2026-11-21T09:30:07Z')
    const steps = [0, 1, 2, 4].map((priceDecimals) => {
      const pair = simulatePair({ symbol: 'BTC-USDT', priceDecimals, quantityDecimals: 5 })
      return pair ? priceStepsAt(pair, at) / 10 ** priceDecimals : 0
    })
    for (const price of steps) expect(Math.abs(price - (steps[3] ?? 0))).toBeLessThanOrEqual(0.5)
  })
})
