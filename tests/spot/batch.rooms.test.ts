// Batch orders: one price request per market for all orders, and the first malformed order rejects the whole batch.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { OrderText } from '#domain/spot'
import { placeOrders } from '#services/spot'
import { seed } from '../api/client'
import { codeOf, enter, value } from '../funds/customers'

beforeAll(() => seed())

/** The environment, and the markets whose reference price was asked for. */
function watched(): { readonly at: Env; readonly asked: string[] } {
  const asked: string[] = []
  const idFromName = (name: string) => {
    asked.push(name)
    return env.Market.idFromName(name)
  }
  const Market = { idFromName, get: (id: DurableObjectId) => env.Market.get(id) } as unknown as Env['Market']
  return { at: { ...env, DB: env.DB, Account: env.Account, Market }, asked }
}

const buy = (symbol: string, quoteAmount: string): OrderText => ({ symbol, side: 'buy', kind: 'market', quoteAmount })

test('Ines buys for 20 USDT five times: each of the two markets is asked for its price once', async () => {
  const ines = await enter('Ines')
  const { at, asked } = watched()
  const symbols = ['BTC-USDT', 'ETH-USDT', 'BTC-USDT', 'ETH-USDT', 'BTC-USDT']
  const forms = symbols.map((symbol) => buy(symbol, '20'))
  const outcomes = value(await placeOrders(at, ines, { commandId: 'five-at-once', forms }))
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.symbol : outcome.refusal.code))).toEqual(symbols)
  expect(asked.sort()).toEqual(['BTC-USDT', 'ETH-USDT'])
})

test('of several malformed orders the first one says why all are refused', async () => {
  const jon = await enter('Jon')
  const forms = [buy('BTC-USDT', '20'), buy('BTC-USDT', '0'), buy('NOT-HERE', '20')]
  const refused = await placeOrders(env, jon, { commandId: 'none-of-three', forms })
  expect(codeOf(refused)).toBe('amount_not_positive')
})
