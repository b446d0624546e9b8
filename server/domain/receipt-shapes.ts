// Shape of each kind of receipt, by its rule.

import * as v from 'valibot'
import { COMMITTED_TERMS } from './quiz/commitment'
import { OLD_QUIZ_RULE, QUIZ_RULE } from './quiz/receipt'
import { CONDITIONAL_KINDS } from './conditional/triggers'
import { OLD_IEO_RULE } from './ieo/allotment'
import { INVEST_KINDS } from './invest/series'
import {
  count,
  hash,
  listOf,
  name,
  orNull,
  price,
  receiptSalt as salt,
  signedUnits,
  text,
  tick,
  units,
  whole,
  yesOrNo,
} from './published-forms'

const merkle = { index: count, size: count, path: listOf(hash, 64) }

const position = v.strictObject({
  ...{ no: count, symbol: name, lots: count, openSteps: count, priceDecimals: count },
  direction: v.picklist(['long', 'short']),
  mode: v.picklist(['cross', 'isolated']),
  ...{ takeProfit: orNull(count), stopLoss: orNull(count) },
  ...{ margin: units, maintenanceRate: units, stepValue: units, spread: units },
  lotParts: v.exactOptional(count),
})

const quizPayout = {
  ...{ evidence: text, decidedAt: count, committedAt: count, commitment: hash, ticks: listOf(tick, 1) },
  bets: listOf(v.strictObject({ ...{ key: name, option: count, stake: units, paid: units, at: count } })),
}

export const RECEIPT_SHAPES = {
  'futures-1': v.strictObject({
    rule: v.literal('futures-1'),
    cause: v.picklist([
      ...(['user', 'take_profit', 'stop_loss', 'liquidation', 'cover'] as const),
      ...(['cancelled', 'price_moved', 'margin_short', 'exposure_full', 'own_pause'] as const),
    ]),
    ...{ at: count, ticks: listOf(tick), position, acceptedAt: orNull(count), lots: count },
    available: orNull(signedUnits),
    ...{ others: listOf(position), price: count, result: signedUnits, salt },
  }),
  'options-1': v.strictObject({
    rule: v.literal('options-1'),
    outcome: v.picklist(['won', 'lost', 'even', 'void']),
    ...{ at: count, ticks: listOf(tick, 2), paid: units, salt },
    order: v.strictObject({
      direction: v.picklist(['rise', 'fall']),
      ...{ no: count, symbol: name, seconds: count, asset: name, stake: units, fee: units, ratio: units },
      ...{ priceDecimals: count, acceptedAt: count },
    }),
  }),
  'fixing-1': v.strictObject({
    rule: v.literal('fixing-1'),
    ...{ symbol: name, from: count, at: count, priceDecimals: count, count, sum: units, price },
    runs: listOf(
      v.strictObject({
        ...{ seq: count, previousHash: hash, source: name, hash },
        prices: listOf(v.strictTuple([count, price])),
      }),
    ),
    ticks: listOf(tick, 2),
    salt,
  }),
  'invest-1': v.strictObject({
    rule: v.literal('invest-1'),
    outcome: v.picklist(['coin', 'quote', 'void']),
    ...{ at: count, ticks: listOf(tick, 0), paid: units, salt },
    order: v.strictObject({
      ...{ no: count, series: name, symbol: name, kind: v.picklist(INVEST_KINDS), base: name, quote: name },
      ...{ amount: units, strike: count, apr: units, days: count },
      ...{ baseScale: count, quoteScale: count, priceDecimals: count },
    }),
    fixing: orNull(v.strictObject({ steps: count, receiptId: name })),
  }),
  'game-1': v.strictObject({
    rule: v.literal('game-1'),
    ...{ at: count, asset: name, seed: hash, commitment: hash, committedAt: count, salt },
    rounds: listOf(
      v.strictObject({
        ...{ nonce: count, clientSeed: text, under: count, roll: count, stake: units, paid: units, at: count },
      }),
    ),
  }),
  'conditional-1': v.strictObject({
    rule: v.literal('conditional-1'),
    cause: v.picklist(['stop', 'take_profit', 'trailing']),
    ...{ at: count, ticks: listOf(tick, 2), sentTicks: count, salt },
    order: v.strictObject({
      ...{ no: count, symbol: name, side: v.picklist(['buy', 'sell']), kind: v.picklist(CONDITIONAL_KINDS) },
      ...{ stopSteps: orNull(count), profitSteps: orNull(count), trailSteps: orNull(count), trailRate: orNull(units) },
      ...{ limitTicks: orNull(count), worstTicks: orNull(count) },
      ...{ priceDecimals: count, tickSteps: count, priceBand: units, since: count },
    }),
  }),
  [OLD_IEO_RULE]: v.strictObject({
    rule: v.literal(OLD_IEO_RULE),
    ...{ project: count, token: name, at: count, supply: count, total: count, cap: count, allotted: count, root: hash },
    ...{ claim: count, applied: count, first: count, before: count, inAll: count, ...merkle, salt },
    last: orNull(v.strictObject({ remainder: whole, first: count })),
  }),
  [QUIZ_RULE]: v.strictObject({
    rule: v.literal(QUIZ_RULE),
    ...{ at: count, event: count, ...COMMITTED_TERMS, closesAt: count, answer: count },
    ...{ ...quizPayout, fee: units },
  }),
  [OLD_QUIZ_RULE]: v.strictObject({
    rule: v.literal(OLD_QUIZ_RULE),
    ...{ at: count, event: count, asset: name, optionCount: count, closesAt: count, feeRate: units, answer: count },
    ...{ ...quizPayout, fee: units, salt },
  }),
  'nft-box-1': v.strictObject({
    rule: v.literal('nft-box-1'),
    ...{
      series: count,
      root: hash,
      committedAt: count,
      saleNo: count,
      soldAt: count,
      at: count,
      salt: hash,
      ...merkle,
    },
    prize: v.strictObject({ name, rarity: name, media: name }),
    rarities: v.record(name, count),
  }),
  'loan-1': v.strictObject({
    rule: v.literal('loan-1'),
    ...{ cause: v.picklist(['risk', 'overdue']), isFirst: yesOrNo, at: count, ticks: listOf(tick), salt },
    lines: listOf(
      v.strictObject({
        ...{ assetId: count, code: name, scale: count, symbol: orNull(name), priceDecimals: count },
        ...{ has: units, free: units, owes: units, overdue: units },
      }),
    ),
    pairs: listOf(
      v.strictObject({
        ...{ symbol: name, baseId: count, takerFee: units, quantityMin: count, quantityMax: count, notionalMin: units },
        ...{ priceBand: units, priceDecimals: count, tickSteps: count, quantityDecimals: count },
        ...{ baseScale: count, quoteScale: count },
      }),
    ),
    riskRate: orNull(units),
    step: v.strictObject({
      state: v.picklist(['selling', 'over', 'short']),
      repayments: listOf(v.strictObject({ assetId: count, amount: units, fee: units })),
      sale: orNull(
        v.strictObject({
          ...{ symbol: name, side: v.picklist(['buy', 'sell']), lots: count, budget: orNull(units), ticks: count },
        }),
      ),
    }),
  }),
}
