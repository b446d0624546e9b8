// The pair of the Market's tests: BTC-USDT with a tick of 0.1 USDT and a lot of 0.00001 BTC, so one tick × lot is one unit of USDT.

import type { Asset, HouseLiquidity, Pair } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'

const asset = (id: number, code: string, scale: number): Asset => ({
  id,
  code,
  scale,
  name: code,
  logo: '',
  networks: [],
  wallets: ['legal', 'change'],
  sort: id,
})

/** Three levels a side, best bid and ask 0.1% apart, 0.05% from level to level, 0.1 BTC at the best. */
export const HOUSE_ON: HouseLiquidity = {
  isOn: true,
  levels: 3,
  spread: rate(100_000n),
  levelStep: rate(50_000n),
  size: lots(10_000),
  inventoryAtFullSkew: lots(1_000_000),
  inventoryMax: lots(100_000_000),
}

export const HOUSE_OFF: HouseLiquidity = { ...HOUSE_ON, isOn: false }

/** Maker 0.1%, taker 0.2%, prices within 10% of the index. */
export const BTC_USDT: Pair = {
  id: 1,
  symbol: 'BTC-USDT',
  base: asset(1, 'BTC', 8),
  quote: asset(3, 'USDT', 6),
  baseScale: 8,
  quoteScale: 6,
  priceDecimals: 1,
  tickSteps: 1,
  quantityDecimals: 5,
  makerFee: rate(100_000n),
  takerFee: rate(200_000n),
  filters: {
    quantityMin: lots(1),
    quantityMax: lots(100_000_000),
    notionalMin: amount(1_000_000n),
    priceBand: rate(10_000_000n),
    openOrdersMax: 100,
    breakerMove: rate(15_000_000n),
  },
  house: HOUSE_OFF,
  isTradable: true,
  sort: 1,
}
