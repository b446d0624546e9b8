// Prices can't be set by hand: no column stores one for input, and the simulator's only inputs are listing and time.

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'

const PLATFORM = 'db/platform'
/** How finely a price is shown, and how far from it an order may lie. Neither moves it. */
const CALENDAR = 'server/domain/stocks/calendar.ts'
const HARMLESS = ['price_decimals', 'price_band']
/** NFT asking prices, sale prices and winning bids: written by sellers and bidders, never read by settlement code. */
const ASKED = { 'nft-schema.ts': ['price', 'nft_lot_price', 'winner_id'] } as const

describe('no one decides who wins', () => {
  test('the directory has no column that holds a price, an outcome or odds', async () => {
    const files = (await readdir(PLATFORM)).filter((name) => name.endsWith('schema.ts'))
    const columns = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(PLATFORM, file), 'utf8')
        const names = [...text.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, name = '']) => name)
        const harmless: readonly string[] = [...HARMLESS, ...(file in ASKED ? ASKED['nft-schema.ts'] : [])]
        return names.filter((name) => !harmless.includes(name))
      }),
    )
    expect(files).toContain('nft-schema.ts')
    expect(columns.flat()).toContain('quantity_decimals')
    const suspicious = columns.flat().filter((name) => /price|outcome|odds|winner|win_|risk_mode|robot/.test(name))
    expect(suspicious).toEqual([])
  })

  test('the simulator and its table import nothing that an operator could change', async () => {
    const files = (await readdir('server/domain/quotes')).map((name) => join('server/domain/quotes', name))
    const texts = await Promise.all([...files, CALENDAR].map((path) => readFile(path, 'utf8')))
    const imports = texts.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, path = '']) => path))
    // Length of a day and exchange calendars are constants.
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
