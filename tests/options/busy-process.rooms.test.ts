// Options while the process is too busy to publish prices on time: only a silent source voids them.

import { beforeAll, expect, test, vi } from 'vitest'
import type { OptionsReceipt } from '#domain/options/receipt'
import { checkOptionsReceipt } from '#domain/options/receipt'
import { type Person, join, ok, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Order {
  readonly order_id: number
  readonly state: string
  readonly outcome: string | null
  readonly receipt_id: string | null
}

let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const form = { from_field: 'change', to_field: 'micro', currency_id: '3', number: '500' }
  await ok('POST', '/wallet/change', { form, token: alice.token })
})

test('one that was due while nothing was published for a minute ends by the price of its own second', async () => {
  const { token } = alice
  const form = { symbol: 'BTC-USDT', direction: 'rise', seconds: '30', stake: '10' }
  const { order_id } = await ok<Order>('POST', '/v1/options/order', { form, token })
  try {
    // The next second that the process sees is a minute later.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    const find = () => ok<Order>('GET', '/v1/options/order', { query: { order_id: String(order_id) }, token })
    const ended = await waitFor(
      async () => {
        const order = await find()
        expect(order.state).not.toBe('open')
        return order
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(ended).toMatchObject({ state: 'settled' })
    expect(['won', 'lost', 'even']).toContain(ended.outcome)
    const receipt = await waitFor(
      () => ok<{ body: string }>('GET', '/v1/receipt', { query: { receipt_id: ended.receipt_id ?? '' } }),
      { timeout: 20_000, interval: 200 },
    )
    const read = JSON.parse(receipt.body) as OptionsReceipt
    expect(checkOptionsReceipt(read)).toEqual([])
    const [entry, exit] = read.ticks
    expect((exit?.at ?? 0) - (entry?.at ?? 0)).toBe(30_000)
  } finally {
    vi.useRealTimers()
  }
})
