// Random receipts of openings, charges, conversions, payments, margin calls, interest and corporate actions: some right, some just past a limit.

import { OPENING_RULE, type OpeningReceipt } from '#domain/futures/opening-receipt'
import { OVERNIGHT_RULE, type OvernightReceipt } from '#domain/futures/overnight-receipt'
import { feeOf, marginOf, openPrice, overnightCharge } from '#domain/futures/position'
import { notionalOf } from '#domain/futures/terms'
import { convertFee, convertedAmount } from '#domain/funds/convert'
import { convertReceipt } from '#domain/funds/convert-receipt'
import { paymentReceipt } from '#domain/ieo/payment-receipt'
import { ONE_USDT, costIn, paidFor } from '#domain/ieo/terms'
import { callReceipt } from '#domain/loan/call-receipt'
import { type Debt, HOURS_A_DAY, PER_UNIT, chargeHour } from '#domain/loan/interest'
import { type ChargedHour, interestReceipt } from '#domain/loan/interest-receipt'
import type { MarginLine } from '#domain/loan/risk'
import { ZERO, amount } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { rate } from '#domain/money/rate'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import { dividendOf, restInCash, sharesInCash, splitShares } from '#domain/stocks/actions'
import { stockReceipt } from '#domain/stocks/receipt'
import { AT, below, between, oneOf, text, ticksOf } from './random-figures'

function opening(): OpeningReceipt {
  const ticks = ticksOf('SOL-USDT', [[AT, formatSteps(between(99_900, 100_100), 2)]])
  const terms = { spread: rate(BigInt(between(0, 3) * 12_345)), stepValue: 1_000n }
  const direction = oneOf('long', 'short')
  const kind = oneOf('market', 'limit', 'stop')
  const [lots, leverage, fee] = [between(1, 50), between(1, 100), rate(BigInt(between(0, 60_001)))]
  const price = openPrice(terms, direction, parseSteps(ticks[0]?.price ?? '', 2) ?? 0)
  const notional = notionalOf(terms, price, lots)
  return {
    ...{ rule: OPENING_RULE, at: AT, ticks, price },
    ...{ margin: text(marginOf(notional, leverage)), fee: text(feeOf(notional, fee)) },
    order: {
      ...{ no: 1, symbol: 'SOL-USDT', direction, kind, lots, leverage },
      entrySteps: kind === 'market' ? null : between(99_900, 100_100),
      worstSteps: oneOf(null, null, between(99_900, 100_100)),
      ...{ priceDecimals: 2, stepValue: '1000', spread: text(terms.spread), feeRate: text(fee) },
      acceptedAt: AT - oneOf(0, 999, -1),
    },
  }
}

function overnight(): OvernightReceipt {
  const midnight = AT - (AT % 86_400_000)
  const at = midnight + oneOf(0, 1_000, -1_000)
  const ticks = ticksOf('SOL-USDT', [[at, formatSteps(between(99_900, 100_100), 2)]])
  const [lots, overnightRate] = [between(1, 50), rate(BigInt(between(1, 30_001)))]
  const terms = { stepValue: 1_000n, overnight: overnightRate }
  const due = overnightCharge({ terms, lots }, parseSteps(ticks[0]?.price ?? '', 2) ?? 0)
  return {
    ...{ rule: OVERNIGHT_RULE, at: at + oneOf(0, 0, 1_000), ticks, midnight, by: oneOf('midnight', 'liquidation') },
    ...{ due: text(due), paid: text(due - oneOf(0n, 1n, -1n)) },
    position: { no: 1, symbol: 'SOL-USDT', lots, priceDecimals: 2, stepValue: '1000', overnight: text(overnightRate) },
  }
}

function conversion() {
  const assets = [
    { code: 'BTC', scale: 8 },
    { code: 'ETH', scale: 8 },
    { code: 'USDT', scale: 6 },
  ] as const
  const [from, to] = oneOf([assets[0], assets[1]], [assets[0], assets[2]], [assets[2], assets[1]])
  const pricedAt = AT - oneOf(0, 400, 60_000, 60_001, -1)
  const ticks = [from, to].flatMap(({ code }) =>
    code === 'USDT'
      ? []
      : ticksOf(`${code}-USDT`, [[pricedAt, formatSteps(between(190_000, 610_000), oneOf(0, 1, 8))]]),
  )
  const priceOf = ({ code }: { readonly code: string }) =>
    parseUsdt(ticks.find(({ symbol }) => symbol === `${code}-USDT`)?.price ?? '1') ?? ZERO
  const given = amount(BigInt(between(1, 999_999_999)))
  return convertReceipt({
    ...{ at: AT, from, to, ticks, given, fee: convertFee(given), acceptedAt: oneOf(null, pricedAt - 1, pricedAt + 1) },
    received: convertedAmount(from, to, given, { from: priceOf(from), to: priceOf(to) }),
  })
}

function payment() {
  const pay = oneOf({ code: 'BTC', scale: 8 }, { code: 'USDT', scale: 6 })
  const decimals = oneOf(0, 1, 2)
  const priceSteps = between(590_000, 610_000)
  const [tick] =
    pay.code === 'USDT' ? [] : ticksOf('BTC-USDT', [[AT - oneOf(0, 900, -1), formatSteps(priceSteps, decimals)]])
  const [quantity, cost] = [between(1, 900), BigInt(between(1, 9_999_999))]
  const price = tick ? { priceSteps, decimals } : ONE_USDT
  const held = costIn(pay, { quantity, cost: amount(cost), price })
  const allotted = between(1, quantity)
  return paymentReceipt({
    ...{ at: AT + 5, tick: tick ?? null, project: 1, token: 'NEW', quantity, cost: text(cost), pay, acceptedAt: AT },
    ...{ held, allotted, paid: paidFor(held, { applied: quantity, allotted }) },
  })
}

function call() {
  const ticks = ticksOf('BTC-USDT', [[AT, formatSteps(between(590_000, 610_000), 1)]])
  const steps = parseSteps(ticks[0]?.price ?? '', 1) ?? 0
  const free = amount(BigInt(between(0, 1_000)))
  const lines: MarginLine[] = [
    {
      ...{ assetId: 10, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1, priceSteps: steps },
      ...{ has: amount(BigInt(between(19_000_000, 22_500_000))), free, owes: ZERO, overdue: ZERO },
    },
    {
      ...{ assetId: 30, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0, priceSteps: 1 },
      ...{ has: ZERO, free: ZERO, owes: amount(BigInt(between(9_990, 10_010)) * 1_000_000n), overdue: ZERO },
    },
  ]
  return callReceipt({ at: AT, ticks, lines, bound: oneOf(13_000, 12_000) })
}

function interest() {
  const day = between(0, 9)
  const terms = { days: 7, dailyRate: text(between(1, 90_000)), lateRate: text(between(90_000, 200_000)) }
  const carry = day === 0 ? 0n : BigInt(below(2_000_000_000))
  let debt: Debt = { principal: amount(BigInt(between(1, 9_999_999))), interest: ZERO, late: ZERO, carry }
  const hours: ChargedHour[] = []
  for (let index = 0; index < oneOf(24, between(1, 24)); index += 1) {
    const { base, charged, debt: after } = chargeHour({ ...debt, interest: ZERO }, terms, day * HOURS_A_DAY + index)
    hours.push({ base, charged })
    debt = { ...after, principal: amount(below(4) === 0 ? after.principal / 2n : after.principal) }
  }
  const loan = { no: 1, asset: 'USDT', scale: 6, openedAt: AT, ...terms }
  return interestReceipt({ loan, day, hours, carry: oneOf(carry, carry, carry + PER_UNIT) })
}

function action() {
  const kind = oneOf('split', 'dividend', 'delisting')
  const grid = { priceDecimals: oneOf(2, 4), tickSteps: oneOf(1, 5), quantityDecimals: 3, baseScale: 6, quoteScale: 6 }
  const held = amount(BigInt(between(1, 9_999_999)))
  const terms = { newShares: between(1, 9), oldShares: between(1, 9), lastTicks: between(1, 99_999) }
  const paidPerShare = text(between(1, 999_999))
  const { shares, rest } = splitShares(held, terms)
  const outcome = {
    split: { shares, cash: restInCash(grid, rest, terms) },
    dividend: { shares: held, cash: dividendOf(grid, held, amount(BigInt(paidPerShare))) },
    delisting: { shares: ZERO, cash: sharesInCash(grid, held, terms.lastTicks) },
  }[kind]
  return stockReceipt({
    ...{ action: { id: 1, symbol: 'ACME-USDT', kind, at: AT, paidPerShare, ...terms }, grid, held },
    ...outcome,
  })
}

export const NEWER = { opening, overnight, conversion, payment, call, interest, action }
