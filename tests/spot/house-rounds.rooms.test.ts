// Orders by HTTP and orders triggered by a tick, at any time within a second, with real rooms: an order that meets the house uses a round
// unknown when the order arrived, never at a better price than that round's index.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SECOND_MS } from '#domain/time'
import { floorTo } from '#domain/quotes/period'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, join, ok, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Fill {
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly at: number
}
interface Placed {
  readonly order_id: number
  readonly state: string
  readonly opened_at: number
}

let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const grants = [
    { assetId: 1, amount: '100000000', wallet: 'change' },
    { assetId: 3, amount: '90000000000', wallet: 'change' },
  ] as const
  await callAccountAsSystem(env, alice.userId, { type: 'grant_demo', ref: 'btc', grants })
})

const quotes = () => env.Quotes.get(env.Quotes.idFromName('main'))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function fillsOf(order_id: number): Promise<readonly Fill[]> {
  const query = { order_id: String(order_id) }
  return (await ok<{ list: Fill[] }>('GET', '/v1/fills', { query, token: alice.token })).list
}

/** House prices are no better than the index of some round between `since` and the fill, because busy Markets read rounds late. */
async function expectFair({ side, price, at }: Fill, since: number): Promise<void> {
  const rounds: number[] = []
  for (let round = since; round <= at; round += SECOND_MS)
    rounds.push(Number((await quotes().priceAt('BTC-USDT', round))?.price))
  if (side === 'buy') expect(Number(price)).toBeGreaterThanOrEqual(Math.min(...rounds))
  else expect(Number(price)).toBeLessThanOrEqual(Math.max(...rounds))
}

describe('who meets the house', () => {
  it('by HTTP, at any instant of a second, is answered with a fill of the next round', async () => {
    const orders = Array.from({ length: 24 }, async (_, index) => {
      await pause(index * 83)
      const form = { symbol: 'BTC-USDT', side: index % 2 === 0 ? 'buy' : 'sell', kind: 'market', quantity: '0.001' }
      return ok<Placed>('POST', '/v1/order', { form, token: alice.token })
    })
    for (const { order_id, state, opened_at } of await Promise.all(orders)) {
      expect(state).toBe('filled')
      const fills = await fillsOf(order_id)
      expect(fills.length).toBeGreaterThan(0)
      for (const fill of fills) {
        expect(floorTo(fill.at, SECOND_MS)).toBeGreaterThan(floorTo(opened_at, SECOND_MS))
        // A round is there within moments of its second; a busy machine is granted some.
        expect(fill.at - opened_at).toBeLessThan(3_000)
        await expectFair(fill, floorTo(opened_at, SECOND_MS) + SECOND_MS)
      }
    }
  })

  it('by a stop that a tick has triggered, is filled by that tick or a later one', async () => {
    const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
    const now = Number(quote?.price)
    const edges = [now - 0.1, now + 0.1].map((price) => price.toFixed(1))
    const placed = await Promise.all(
      ['stop', 'take_profit'].map((kind, index) =>
        ok<{ conditional: { conditional_id: number } }>('POST', '/v1/conditional/order', {
          form: { symbol: 'BTC-USDT', side: 'sell', quantity: '0.001', kind, trigger_price: edges[index] ?? '' },
          token: alice.token,
        }),
      ),
    )
    const fired = await waitFor(
      async () => {
        for (const { conditional } of placed) {
          const query = { conditional_id: String(conditional.conditional_id) }
          const row = await ok<{ state: string; order_id: number; triggered_at: number }>('GET', '/v1/conditional/order', { query, token: alice.token }) // prettier-ignore
          if (row.state === 'triggered') return row
        }
        throw new Error('not yet')
      },
      { timeout: 30_000, interval: 200 },
    )
    const fills = await fillsOf(fired.order_id)
    expect(fills.length).toBeGreaterThan(0)
    for (const fill of fills) {
      expect(floorTo(fill.at, SECOND_MS)).toBeGreaterThanOrEqual(fired.triggered_at)
      await expectFair(fill, fired.triggered_at)
    }
  })
})
