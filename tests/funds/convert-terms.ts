// Terms of a conversion of USDT into BTC, as the Worker computes them from a tick.

import { convertFee, convertedAmount } from '#domain/funds/convert'
import { amount, encodeAmount } from '#domain/money/amount'
import { VALUE_SCALE, parseUsdt } from '#domain/money/valuation'
import { chainTick } from '#domain/quotes/chain'
import { HASHING } from '../kit/hashing'

const USDT = { code: 'USDT', scale: 6 }
const BTC = { code: 'BTC', scale: 8 }

export function convertTerms(given: bigint, at: number, price = '60000.0') {
  const prices = { from: ONE, to: parseUsdt(price) ?? ONE }
  return {
    ...pricedAt(at, price),
    fee: encodeAmount(convertFee(amount(given))),
    received: encodeAmount(convertedAmount(USDT, BTC, amount(given), prices)),
    value: encodeAmount(amount(given * 10n ** BigInt(VALUE_SCALE - USDT.scale))),
  }
}

/** Of BTC into USDT at 60,000. */
export function saleTerms(given: bigint, at: number) {
  const prices = { from: amount(60_000n * ONE), to: ONE }
  return {
    ...pricedAt(at, '60000.0'),
    fee: encodeAmount(convertFee(amount(given))),
    received: encodeAmount(convertedAmount(BTC, USDT, amount(given), prices)),
    value: encodeAmount(amount(given * 60_000n * 10n ** BigInt(VALUE_SCALE - BTC.scale))),
  }
}

const ONE = amount(10n ** BigInt(VALUE_SCALE))

const pricedAt = (at: number, price: string) => ({
  ticks: [chainTick(undefined, { symbol: 'BTC-USDT', at, price, source: 'test' }, HASHING.sha256)],
  acceptedAt: null,
})
