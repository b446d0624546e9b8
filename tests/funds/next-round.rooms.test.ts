// Conversions and token purchases at the index price use the round at or after the command: an already public price moves no money.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { decodeAmount } from '#domain/money/amount'
import { callAccount } from '#services/account-room'
import { convertAsset } from '#services/funds/conversions'
import { priceOfPay, nextPriceOfPay } from '#services/ieo/projects'
import { quotesOfNextRound, tickOfNextRound } from '#services/quotes'
import { seed } from '../api/client'
import { USDT, enter, value } from './customers'
import { withQuotes } from './outage'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const BTC = 1
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a conversion is made at the round that comes, whatever the one that was there says', async () => {
  const nina = await enter('Nina')
  for (const [index, delay] of [0, 700].entries()) {
    await pause(delay)
    const from = Date.now()
    // The public price is 100 USDT for one BTC; the next round has a new price.
    const known = withQuotes(({ at }) => (at < from ? { price: '100.0', bid: '100.0', ask: '100.0' } : {}))
    const form = { fromAssetId: USDT, toAssetId: BTC, amount: '60', token: null }
    await convertAsset(known, nina, { commandId: `known-${index}`, form }, from)
    const row = value(await callAccount(env, nina, { type: 'conversion', ofCommand: `known-${index}` }))
    // 60 USDT are 0.6 BTC at the known price and about 0.001 at the next.
    expect(decodeAmount(row?.received ?? '')).toBeLessThan(1_000_000n)
    expect(row?.at).toBeGreaterThanOrEqual(Math.ceil(from / 1_000) * 1_000)
  }
})

test('ticks and quotes of the next round are of now or later', async () => {
  await priceOfPay(env, 'BTC')
  for (const delay of [0, 600]) {
    await pause(delay)
    const from = Date.now()
    const [tick, quotes, pay] = await Promise.all([
      tickOfNextRound(env, 'BTC-USDT'),
      quotesOfNextRound(env, ['BTC-USDT', 'ETH-USDT']),
      nextPriceOfPay(env, 'ETH'),
    ])
    for (const at of [tick?.at, pay?.tick?.at, ...quotes.map((quote) => quote.at)])
      expect(at).toBeGreaterThanOrEqual(from)
    expect(quotes).toHaveLength(2)
  }
})

test('one that is paid with USDT waits for nothing, and a symbol that has no price is waited for a while only', async () => {
  const from = Date.now()
  expect(await nextPriceOfPay(env, 'USDT')).toMatchObject({ tick: null })
  expect(Date.now() - from).toBeLessThan(500)
  expect(await tickOfNextRound(env, 'NONE-USDT')).toBeNull()
})
