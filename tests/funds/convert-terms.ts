// Terms of a conversion of USDT into BTC, as the Worker computes them from a tick.

import { convertFee, convertedAmount } from '#domain/funds/convert'
import { amount, encodeAmount } from '#domain/money/amount'
import { VALUE_SCALE, parseUsdt } from '#domain/money/valuation'
import { chainTick } from '#domain/quotes/chain'
import { HASHING } from '../kit/hashing'

const USDT = { code: 'USDT', scale: 6 }
const BTC = { code: 'BTC', scale: 8 }

export function convertTerms(given: bigint, at: number, price = '60000.0') {
  const one = amount(10n ** BigInt(VALUE_SCALE))
  const prices = { from: one, to: parseUsdt(price) ?? one }
  const tick = chainTick(undefined, { symbol: 'BTC-USDT', at, price, source: 'test' }, HASHING.sha256)
  return {
    fee: encodeAmount(convertFee(amount(given))),
    received: encodeAmount(convertedAmount(USDT, BTC, amount(given), prices)),
    value: encodeAmount(amount(given * 10n ** BigInt(VALUE_SCALE - USDT.scale))),
    ticks: [tick],
    acceptedAt: null,
  }
}
