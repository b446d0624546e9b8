// What balances are worth together: totals, shares and what counts as small, to the last unit.

import { describe, expect, test } from 'vitest'
import type { Wallet } from '#domain/catalogue'
import { amount, parseAmount } from '#domain/money/amount'
import {
  type HeldAsset,
  appraise,
  isSmall,
  mergeByAsset,
  openWallets,
  slicesOf,
  totalValue,
  usdtPriceText,
  usdtPricesOf,
  valueInAsset,
} from '#domain/portfolio/appraisal'

const BTC: HeldAsset = { id: 1, code: 'BTC', scale: 8, wallets: ['change', 'earn'] }
const ETH: HeldAsset = { id: 2, code: 'ETH', scale: 18, wallets: ['change'] }
const USDT: HeldAsset = { id: 3, code: 'USDT', scale: 6, wallets: ['legal', 'change'] }
const NEW: HeldAsset = { id: 9, code: 'NEW', scale: 0, wallets: ['change'] }
const ASSETS = [BTC, ETH, USDT, NEW]

const PRICES = usdtPricesOf([
  { symbol: 'BTC-USDT', price: '60000.5' },
  { symbol: 'ETH-USDT', price: '2500.00' },
  { symbol: 'ETH-BTC', price: '0.041' },
])

function units(asset: HeldAsset, text: string) {
  const parsed = parseAmount(asset, text)
  if (!parsed.ok) throw new Error(parsed.refusal.code)
  return parsed.value
}

const holds = (wallet: Wallet, asset: HeldAsset, available: string, held = '0') => ({
  wallet,
  assetId: asset.id,
  available: units(asset, available),
  held: units(asset, held),
})

const ALICE = [
  holds('legal', USDT, '0.5'),
  holds('change', BTC, '0.3', '0.2'),
  holds('change', ETH, '0.000000000000000001'),
  holds('change', USDT, '1000', '99.5'),
  holds('earn', BTC, '0.5'),
]

describe("Alice's balances", () => {
  const lines = appraise(ASSETS, PRICES, ALICE)

  test('are a line for every place, in the order of the wallets', () => {
    expect(lines.map(({ wallet, asset }) => `${wallet} ${asset.code}`)).toEqual([
      'legal USDT',
      'change BTC',
      'change ETH',
      'change USDT',
      'change NEW',
      'earn BTC',
    ])
  })

  test('are worth available and held together', () => {
    const btc = lines.find(({ wallet, asset }) => wallet === 'change' && asset === BTC)
    expect([btc?.whole, btc?.value]).toEqual([50_000_000n, 30_000_25000000n])
    // 0.5 + 30,000.25 + 0 + 1,099.5 + 30,000.25
    expect(totalValue(lines)).toBe(61_100_50000000n)
  })

  test('each asset once is worth what its lines are worth', () => {
    const merged = mergeByAsset(lines)
    expect(merged.map(({ asset, whole }) => [asset.code, whole])).toEqual([
      ['USDT', 1_100_000_000n],
      ['BTC', 100_000_000n],
      ['ETH', 1n],
      ['NEW', 0n],
    ])
    expect(totalValue(merged)).toBe(totalValue(lines))
  })

  test('are a line where an asset may be or is, and an empty one that may not be there opens no wallet', () => {
    const placesOf = (holdings: typeof ALICE) => appraise([NEW], PRICES, holdings).map(({ wallet }) => wallet)
    expect([placesOf([]), placesOf([holds('stocks', NEW, '1')])]).toEqual([['change'], ['change', 'stocks']])
    const emptied = appraise([NEW], PRICES, [holds('stocks', NEW, '0')])
    expect([emptied.length, openWallets(emptied)]).toEqual([2, ['change']])
    expect(emptied.map(isSmall)).toEqual([true, true])
  })

  test('have a price as text, or none', () => {
    expect([usdtPriceText(PRICES, 'BTC'), usdtPriceText(PRICES, 'NEW')]).toEqual(['60000.50000000', null])
  })

  test('in BTC, half to even at its last unit', () => {
    expect(valueInAsset(BTC, amount(60_000_50000000n), PRICES.get('BTC') ?? null)).toBe(100_000_000n)
    // 3/2 and 5/2 are ties: both round to 2 (half to even).
    expect(valueInAsset({ scale: 0 }, amount(3n), amount(2n))).toBe(2n)
    expect(valueInAsset({ scale: 0 }, amount(5n), amount(2n))).toBe(2n)
    expect(valueInAsset(BTC, amount(1n), null)).toBeNull()
    expect(valueInAsset(BTC, amount(1n), amount(0n))).toBeNull()
  })

  test('below one USDT are small, but not what has no price', () => {
    const small = (holding: (typeof ALICE)[number]) =>
      appraise(ASSETS, PRICES, [holding])
        .filter((line) => line.whole > 0n)
        .map(isSmall)
    expect(small(holds('legal', USDT, '0.999999'))).toEqual([true])
    expect(small(holds('legal', USDT, '1'))).toEqual([false])
    expect(small(holds('change', NEW, '1'))).toEqual([false])
  })

  test('keep a wallet open that no asset may enter any more', () => {
    expect(openWallets(lines)).toEqual(['legal', 'change', 'earn'])
    expect(openWallets(appraise(ASSETS, PRICES, [holds('stocks', USDT, '1')]))).toEqual([
      'legal',
      'change',
      'stocks',
      'earn',
    ])
  })
})

describe('shares', () => {
  const slices = (holdings: typeof ALICE, most: number) =>
    slicesOf(mergeByAsset(appraise(ASSETS, PRICES, holdings)), most).map(({ asset, perMille }) => [
      asset?.code ?? 'others',
      perMille,
    ])

  test('are largest first and add up to the whole, though none of them is a round figure', () => {
    const thirds = [holds('change', USDT, '2500'), holds('change', ETH, '1'), holds('change', NEW, '5')]
    expect(slices([...thirds, holds('legal', USDT, '2500')], 5)).toEqual([
      ['USDT', 667n],
      ['ETH', 333n],
    ])
  })

  test('beyond the largest are one slice, but never for one asset alone', () => {
    const three = [holds('change', USDT, '1000'), holds('change', ETH, '1'), holds('change', BTC, '1')]
    expect(slices(three, 1)).toEqual([
      ['BTC', 945n],
      ['others', 55n],
    ])
    expect(slices(three, 2).map(([code]) => code)).toEqual(['BTC', 'ETH', 'USDT'])
  })

  test('are in one order, whichever way the assets come, and equal ones as they come', () => {
    const twin: HeldAsset = { ...ETH, id: 8 }
    const worth = [holds('change', twin, '1'), holds('change', ETH, '1'), holds('change', BTC, '1')]
    const ids = (assets: readonly HeldAsset[]) =>
      slicesOf(mergeByAsset(appraise(assets, PRICES, worth)), 5).map(({ asset }) => asset?.id)
    expect(ids([twin, ETH, BTC])).toEqual([BTC.id, twin.id, ETH.id])
    expect(ids([BTC, ETH, twin])).toEqual([BTC.id, ETH.id, twin.id])
    expect(ids([ETH, BTC, twin])).toEqual([BTC.id, ETH.id, twin.id])
  })

  test('of nothing are none', () => expect(slices([holds('change', NEW, '5')], 5)).toEqual([]))
})
