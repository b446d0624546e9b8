// What amounts and prices are worth in USDT, from which every fiat is reckoned: pairs quoted in another asset too.

import { expect, test } from 'vitest'
import { parseAmount } from '#domain/money/amount'
import { usdtOfPrice, usdtValueOf } from '../../app/components/fiat'

const QUOTES = new Map([
  ['BTC-USDT', { price: '60000' }],
  ['ETH-BTC', { price: '0.05' }],
])
const BTC = { code: 'BTC', scale: 8 }
const amountOf = (asset: typeof BTC, text: string) => {
  const parsed = parseAmount(asset, text)
  if (!parsed.ok) throw new Error(`${text} is no amount`)
  return parsed.value
}

test('a price in BTC goes through the price of BTC', () => {
  expect(Number(usdtOfPrice('BTC', '0.05', QUOTES))).toBe(3000)
  expect(Number(usdtOfPrice('USDT', '61234.5', QUOTES))).toBe(61_234.5)
})

test('what is half typed, and what nobody quotes, is worth nothing that could be said', () => {
  for (const text of ['', '.', 'abc', '-1']) expect(usdtOfPrice('BTC', text, QUOTES), text).toBeUndefined()
  expect(usdtOfPrice('DOGE', '1', QUOTES)).toBeUndefined()
  expect(usdtValueOf({ code: 'DOGE', scale: 8 }, amountOf(BTC, '1'), QUOTES)).toBeUndefined()
})

test('half a BTC is 30,000 USDT, and USDT is itself', () => {
  expect(Number(usdtValueOf(BTC, amountOf(BTC, '0.5'), QUOTES))).toBe(30_000)
  expect(Number(usdtValueOf({ code: 'USDT', scale: 8 }, amountOf(BTC, '12.5'), QUOTES))).toBe(12.5)
})
