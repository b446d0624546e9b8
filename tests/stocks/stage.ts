// Shares for the stage of one account: ACME of NASDAQ, a millionth of a share to the cent. Alice has moved 900 USDT to her stocks wallet.

import type { Catalogue, Pair } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { ACME, BTC_USDT, CATALOGUE, type Stage, USDT } from '../account/stage'

export const SHARE: Pair = {
  ...BTC_USDT,
  id: 9,
  symbol: 'ACME-USDT',
  base: ACME,
  priceDecimals: 2,
  quantityDecimals: 6,
  baseScale: 6,
  takerFee: rate(100_000n),
  filters: {
    ...BTC_USDT.filters,
    quantityMin: lots(1),
    quantityMax: lots(4_000_000_000),
    notionalMin: amount(1_000_000n),
  },
  stock: { exchange: 'NASDAQ', sector: 'technology', isHalted: false, splits: [], actionAt: null },
}
export const WITH_SHARE: Catalogue = { ...CATALOGUE, pairs: [BTC_USDT, SHARE] }

/** Monday 23 November 2026: before the session, and in the middle of it. */
export const CLOSED = Date.UTC(2026, 10, 23, 6)
export const OPEN = Date.UTC(2026, 10, 23, 16)

export async function begin(stage: Stage, now = OPEN, catalogue = WITH_SHARE): Promise<void> {
  stage.now = now
  stage.catalogue = catalogue
  const moved = { assetId: USDT.id, amount: '900000000', from: 'change', to: 'stocks', prices: [] } as const
  await stage.ask<'transfer'>({ type: 'transfer', commandId: stage.commandId(), ...moved })
}
