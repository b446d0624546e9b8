// Initial limits of the game, and countries where it is closed.

import { insertMissing } from './statement'

const USDT = 1_000_000

/** Games of chance for money need a licence of their own there, or are forbidden; docs/decisions/orders.md names the sources. */
const CLOSED_IN = ['AU', 'CN', 'GB', 'HK', 'JP', 'KR', 'SG', 'TH', 'US']

export const gameStatements = (): string[] => [
  ...insertMissing('game_term', [
    {
      asset: 'USDT',
      stake_min: String(USDT / 10),
      stake_max: String(100 * USDT),
      gain_max: String(1_000 * USDT),
      is_open: true,
    },
  ]),
  ...insertMissing('product_gate', [
    { product: 'game', country: '*', is_open: true },
    { product: 'game', country: 'ZZ', is_open: true },
    ...CLOSED_IN.map((country) => ({ product: 'game', country, is_open: false })),
  ]),
]
