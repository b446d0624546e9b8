// Random receipts of every kind: some right, some just past a limit.

import { CONDITIONAL_RULE, type ConditionalReceipt } from '#domain/conditional/receipt'
import { sentTicks } from '#domain/conditional/triggers'
import { FUTURES_RULE, type FuturesReceipt, type ReceiptPosition } from '#domain/futures/receipt'
import { closePrice } from '#domain/futures/position'
import { GAME_RULE, type GameReceipt } from '#domain/game/receipt'
import { paidOf, rollOf, roundText } from '#domain/game/rules'
import { IEO_RULE, OLD_IEO_RULE, allottedOf, listEntry, shareOf, weightOf } from '#domain/ieo/allotment'
import {
  type IeoClaimsReceipt,
  type IeoListReceipt,
  claimEntry,
  claimsReceipt,
  listReceipt,
} from '#domain/ieo/commitment'
import type { IeoReceipt, OldIeoReceipt } from '#domain/ieo/receipt'
import { fixingOf } from '#domain/invest/fixing'
import { INVEST_RULE, type InvestReceipt } from '#domain/invest/receipt'
import { investPayout, sideOf } from '#domain/invest/settlement'
import { type SalePair, planStep } from '#domain/loan/liquidation'
import { makeReceipt } from '#domain/loan/receipt'
import type { MarginLine } from '#domain/loan/risk'
import { leafText, pathOf, rootOf } from '#domain/merkle'
import { amount, total } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { boxReceipt } from '#domain/nft/box'
import { OPTIONS_RULE, type OptionsReceipt } from '#domain/options/receipt'
import { optionPayout, outcomeOf } from '#domain/options/settlement'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import type { Receipt } from '#domain/receipt'
import { type AnyBetReceipt, betReceipt } from '#domain/quiz/bet-receipt'
import { type AnyBetsReceipt, betsReceipt, oldBetsReceipt } from '#domain/quiz/commitment'
import { type AnyQuizReceipt, OLD_QUIZ_RULE, QUIZ_RULE } from '#domain/quiz/receipt'
import { shareOut } from '#domain/quiz/rules'
import { HASHING } from '../kit/hashing'
import { house, mining } from './house-receipts'
import { NEWER } from './newer-receipts'
import { AT, below, between, oneOf, text, ticksOf } from './random-figures'

function options(): OptionsReceipt {
  const acceptedAt = AT + 500
  const entryAt = acceptedAt + oneOf(1, 500, 3_000, 3_001, 0)
  const due = entryAt + 30_000
  const exitAt = due + oneOf(0, 400, 10_000, 10_001)
  const isVoid = below(5) === 0
  const all = ticksOf('BTC-USDT', [
    [entryAt, formatSteps(between(610_000, 610_002), 1)],
    [exitAt, formatSteps(between(610_000, 610_002), 1)],
  ])
  const ticks = isVoid ? all.slice(0, 1) : all
  const direction = oneOf('rise', 'fall')
  const [entry = 0, exit = 0] = all.map(({ price }) => parseSteps(price, 1) ?? 0)
  const outcome = isVoid ? 'void' : outcomeOf(direction, entry, exit)
  const numbers = {
    direction,
    stake: amount(BigInt(between(1, 999_999_999))),
    fee: amount(3n),
    ratio: rate(85_123_457n),
  }
  return {
    rule: OPTIONS_RULE,
    outcome,
    at: isVoid ? due + oneOf(9_999, 10_000, 12_000) : exitAt,
    ticks,
    order: {
      ...{ no: 1, symbol: 'BTC-USDT', direction, seconds: 30, asset: 'USDT', stake: text(numbers.stake) },
      ...{ fee: '3', ratio: text(numbers.ratio), priceDecimals: 1, acceptedAt },
    },
    paid: text(optionPayout(numbers, outcome)),
  }
}

function futures(): FuturesReceipt {
  const position = (symbol: string): ReceiptPosition => ({
    ...{ no: 1, symbol, direction: oneOf('long', 'short'), mode: oneOf('cross', 'isolated') },
    ...{ lots: between(1, 50), openSteps: between(99_000, 101_000) },
    ...{ margin: text(between(1, 90_000_000)), maintenanceRate: text(between(1, 3) * 500_000) },
    ...{ takeProfit: oneOf(null, between(99_900, 100_100)), stopLoss: oneOf(null, between(99_900, 100_100)) },
    ...{ priceDecimals: 2, stepValue: '1000', spread: text(between(0, 3) * 12_345) },
  })
  const own = position('SOL-USDT')
  const cause = oneOf('take_profit', 'stop_loss', 'liquidation', 'user')
  const others = own.mode === 'cross' ? [position('ETH-USDT')].map((each) => ({ ...each, mode: 'cross' as const })) : []
  const tick = (symbol: string) => ticksOf(symbol, [[AT, formatSteps(between(99_900, 100_100), 2)]])
  const ticks = [...tick('SOL-USDT'), ...tick('ETH-USDT')]
  const index = parseSteps(ticks[0]?.price ?? '', 2) ?? 0
  const terms = { spread: rate(BigInt(own.spread)) }
  const price = closePrice(terms, own.direction, index)
  const closed = between(1, own.lots)
  const moved = BigInt(price - own.openSteps) * BigInt(own.direction === 'long' ? 1 : -1)
  return {
    ...{ rule: FUTURES_RULE, cause, at: AT, ticks, position: own, lots: closed },
    acceptedAt: oneOf(cause === 'user' ? AT - oneOf(0, 400) : null, below(9) === 0 ? AT + 1 : null),
    ...{ available: text(between(0, 9_000_000)), others, price },
    result: text(moved * BigInt(closed) * 1_000n),
  }
}

function conditional(): ConditionalReceipt {
  const kind = oneOf('stop', 'take_profit', 'oco', 'trailing')
  const isTrailing = kind === 'trailing'
  const hasRate = isTrailing && below(2) === 0
  const [best, last] = ticksOf('ETH-USDT', [
    [AT, formatSteps(between(9_990, 10_010), 2)],
    [AT + 1_000, formatSteps(between(9_980, 10_020), 2)],
  ])
  if (!best || !last) throw new Error('there are two ticks')
  const order = {
    ...{ no: 1, symbol: 'ETH-USDT', side: oneOf('buy', 'sell'), kind },
    stopSteps: kind === 'stop' || kind === 'oco' ? between(9_980, 10_020) : null,
    profitSteps: kind === 'take_profit' || kind === 'oco' ? between(9_980, 10_020) : null,
    trailSteps: isTrailing && !hasRate ? between(1, 12) : null,
    trailRate: hasRate ? text(between(1, 12) * 10_007) : null,
    ...{ limitTicks: oneOf(null, null, 77), worstTicks: oneOf(null, 2_050), priceDecimals: 2, tickSteps: 5 },
    ...{ priceBand: oneOf('3000001', '100000000'), since: AT - oneOf(1, 0) },
  } as const
  const steps = parseSteps(last.price, 2) ?? 0
  return {
    rule: CONDITIONAL_RULE,
    cause: kind === 'oco' ? oneOf('stop', 'take_profit') : kind,
    at: last.at,
    ticks: isTrailing ? [last, best] : [last],
    order,
    sentTicks: sentTicks({ ...order, priceBand: rate(BigInt(order.priceBand)) }, steps),
  }
}

function game(): GameReceipt {
  const seed = HASHING.sha256(text(below(1_000_000)))
  const rounds = Array.from({ length: between(1, 5) }, (_, index) => {
    const [clientSeed, nonce, under] = [text(below(999)), index + 1, between(100, 9_500)]
    const [roll, stake] = [
      rollOf(HASHING.hmac(seed, roundText(clientSeed, nonce))),
      amount(BigInt(between(1, 99_999_999))),
    ]
    return {
      nonce,
      clientSeed,
      under,
      roll,
      stake: text(stake),
      paid: text(paidOf({ stake, under, roll })),
      at: AT + index,
    }
  })
  return { rule: GAME_RULE, at: AT + 9, asset: 'USDT', seed, commitment: HASHING.sha256(seed), committedAt: AT, rounds }
}

/** An application of a sale, its share, and the last remainder that was rounded up. */
function application() {
  const applied = between(1, 60)
  const before = oneOf(0, between(1, 30))
  const first = before === 0 ? 5 : between(1, 4)
  const cap = between(20, 90)
  const of = { claim: 5, applied, first, before, inAll: before + applied + oneOf(0, between(1, 30)) }
  const weight = weightOf({ ...of, cap })
  const supply = between(100, 300)
  const sale = { supply, total: between(weight, 600) }
  const share = shareOf(weight, sale)
  const last =
    sale.total <= supply ? null : oneOf(null, { remainder: share.remainder + between(-1, 1), first: between(1, 6) })
  return { of, cap, sale, last, allotted: allottedOf({ ...of, ...share }, last) }
}

/** A list with an entry: its root, and the entry's place. */
function listWith(entry: string, index: number, size: number) {
  const hashes = Array.from({ length: size }, (_, at) => HASHING.sha256(leafText(at === index ? entry : text(at))))
  return { root: rootOf(HASHING.sha256, hashes) ?? '', path: pathOf(HASHING.sha256, hashes, index) }
}

function oldIeo(): OldIeoReceipt {
  const { of, cap, sale, last, allotted } = application()
  const [index, size] = [between(0, 6), 7]
  const entry = listEntry({ ...of, project: 3, allotted }, OLD_IEO_RULE)
  return {
    ...{ rule: OLD_IEO_RULE, project: 3, token: 'NEW', at: AT, ...sale, ...of, cap, last, allotted, index, size },
    ...listWith(entry, index, size),
  }
}

function ieo(): IeoReceipt {
  const { of, cap, sale: numbers, last, allotted } = application()
  const [index, size] = [between(0, 6), 7]
  const claims = listWith(claimEntry(3, of), index, size)
  const listed = listWith(listEntry({ ...of, project: 3, allotted }), index, size)
  const sale = claimsReceipt({
    ...{ at: AT + oneOf(0, 0, 60_000, -1), project: 3, token: oneOf('NEW', 'N夜"é'), endsAt: AT, cap, ...numbers },
    ...{ claims: size, root: claims.root },
  })
  return {
    ...{ rule: IEO_RULE, sale, list: listReceipt(HASHING.sha256, sale, { ...sharing(), last, root: listed.root }) },
    ...{ ...of, allotted, index, claimPath: claims.path, path: listed.path },
  }
}

const sharing = () => ({
  at: AT + oneOf(90_000, 90_000, 89_999, -2),
  ticks: oneOf([], ticksOf('BTC-USDT', [[AT + 89_999, '60000.0']])),
})

function ieoClaims(): IeoClaimsReceipt {
  const claims = between(0, 3)
  const root = oneOf(claims === 0, false) ? null : HASHING.sha256(text(claims))
  const total = oneOf(claims, 0)
  const terms = { project: 3, token: 'NEW', endsAt: AT, supply: between(1, 99), cap: between(1, 9) }
  return claimsReceipt({ at: AT + oneOf(0, 60_000, -1), ...terms, total, claims, root })
}

function ieoList(): IeoListReceipt {
  const sale = ieoClaims()
  const last = oneOf(null, { remainder: between(-1, 9), first: between(1, 6) })
  return listReceipt(HASHING.sha256, sale, { ...sharing(), last, root: oneOf(sale.root, null) })
}

const quizTerms = () => ({
  ...{ asset: 'USDT', feeRate: '7000001', question: 'Café or テ, "which"?' },
  options: ['Café', 'テ', 'neither \\'].slice(0, oneOf(3, 3, 3, 2)),
})

const quiz = (): AnyQuizReceipt => quizPayout(false)
const oldQuiz = (): AnyQuizReceipt => quizPayout(true)

function quizPayout(isOld: boolean): AnyQuizReceipt {
  const answer = between(0, 3)
  const bets = Array.from({ length: between(1, 6) }, (_, index) => ({
    ...{ key: text(index), option: between(1, 3), stake: amount(BigInt(between(1, 40))), at: AT - 1 - index },
  }))
  const paid = shareOut(bets, { answer, fee: rate(7_000_001n) })
  const said = bets.map((bet) => ({ ...bet, stake: text(bet.stake) }))
  const committedAt = AT + oneOf(0, 5_000, -1)
  const terms = quizTerms()
  const of = { at: committedAt, event: 1, closesAt: AT, bets: said }
  const committed = isOld ? oldBetsReceipt(HASHING.sha256, of) : betsReceipt(HASHING.sha256, { ...of, ...terms })
  const { asset, feeRate } = terms
  return {
    ...(isOld ? { rule: OLD_QUIZ_RULE, asset, feeRate, optionCount: 3 } : { rule: QUIZ_RULE, ...terms }),
    ...{ at: AT + 86_490_000, event: 1, closesAt: AT },
    ...{ answer, evidence: 'e', decidedAt: AT + 90_000, committedAt },
    commitment: HASHING.sha256(JSON.stringify(committed)),
    ticks: oneOf([], ticksOf('BTC-USDT', [[AT + oneOf(89_000, 90_000), '60000.0']])),
    bets: bets.map((bet, index) => ({ ...bet, stake: text(bet.stake), paid: text(paid[index]?.paid ?? 0n) })),
    fee: text(total(paid.map(({ fee }) => fee))),
  }
}

const anyBets = (of: Parameters<typeof oldBetsReceipt>[1], isOld: boolean): AnyBetsReceipt =>
  isOld ? oldBetsReceipt(HASHING.sha256, of) : betsReceipt(HASHING.sha256, { ...of, ...quizTerms() })

function quizBets(isOld = false): AnyBetsReceipt {
  const bets = Array.from({ length: between(0, 4) }, (_, index) => ({
    ...{ key: text(index), option: between(1, 3), stake: text(between(1, 40)), at: AT - 1 - index },
  }))
  return anyBets({ at: AT + oneOf(0, 60_000, -1), event: between(1, 9), closesAt: AT, bets }, isOld)
}

function quizBet(isOld = false): AnyBetReceipt {
  const bets = Array.from({ length: between(1, 6) }, (_, index) => ({
    ...{ key: text(index), option: between(1, 3), stake: text(between(1, 40)), at: AT - oneOf(index, 1) },
  }))
  const receipt = anyBets({ at: AT + oneOf(0, 60_000, -1), event: 2, closesAt: AT, bets }, isOld)
  const made = betReceipt(HASHING.sha256, { receipt, bets, key: text(below(bets.length)) })
  if (!made) throw new Error('there is such a bet')
  return made
}

function box() {
  const entries = Array.from({ length: between(1, 9) }, (_, index) => ({
    ...{
      series: 4,
      position: index + 1,
      name: `Prize "${index}" é夜`,
      rarity: oneOf('common', 'rare'),
      media: 'm.png',
    },
    salt: HASHING.sha256(text(index)),
  }))
  return boxReceipt(HASHING.sha256, {
    entries,
    saleNo: between(1, entries.length),
    committedAt: AT,
    soldAt: AT + 1,
    at: AT + 2,
  })
}

function fixing(): Receipt {
  const at = AT - (AT % 1_800_000)
  const ticks = ticksOf(
    'BTC-USDT',
    Array.from({ length: between(1, 20) }, (_, index) => [
      at - 1_800_000 + index * 60_000,
      formatSteps(between(600, 640), 1),
    ]),
  )
  // A missing second divides the chain into runs.
  const found = fixingOf({ symbol: 'BTC-USDT', at, priceDecimals: 1 }, ticks.length > 4 ? ticks.toSpliced(2, 1) : ticks)
  if (!found) throw new Error('there are ticks')
  return found.receipt
}

function invest(): InvestReceipt {
  const order = {
    ...{ no: 1, series: 's', symbol: 'BTC-USDT', kind: oneOf('call', 'put'), base: 'BTC', quote: 'USDT' },
    ...{
      amount: text(between(1, 999_999_999)),
      strike: between(610_000, 610_003),
      apr: '12345678',
      days: between(1, 30),
    },
    ...{ baseScale: 8, quoteScale: 6, priceDecimals: 1 },
  } as const
  const isVoid = below(5) === 0
  const steps = between(610_000, 610_003)
  const numbers = { ...order, amount: amount(BigInt(order.amount)), apr: rate(BigInt(order.apr)) }
  const outcome = isVoid ? 'void' : sideOf(order.strike, steps)
  return {
    ...{ rule: INVEST_RULE, outcome, at: AT, ticks: [], order, fixing: isVoid ? null : { steps, receiptId: 'r' } },
    paid: outcome === 'void' ? order.amount : text(investPayout(numbers, outcome)),
  }
}

function loan(): Receipt {
  const ticks = [
    ...ticksOf('BTC-USDT', [[AT, formatSteps(between(590_000, 610_000), 1)]]),
    ...ticksOf('ETH-USDT', [[AT, formatSteps(between(190_000, 210_000), 2)]]),
  ]
  const priceOf = (symbol: string, decimals: number) =>
    parseSteps(ticks.find((tick) => tick.symbol === symbol)?.price ?? '', decimals) ?? 0
  const line = (
    of: Pick<MarginLine, 'assetId' | 'code' | 'scale' | 'symbol' | 'priceDecimals' | 'priceSteps'>,
    has: number,
    owes: number,
  ) => {
    const free = amount(BigInt(between(Math.floor(has / 2), has)))
    const overdue = below(6) === 0 ? BigInt(Math.floor(owes / 2)) : 0n
    return {
      ...of,
      has: amount(BigInt(has)),
      free,
      owes: amount(BigInt(owes)),
      overdue: amount(overdue),
    } satisfies MarginLine
  }
  const lines: MarginLine[] = [
    line(
      { assetId: 10, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1, priceSteps: priceOf('BTC-USDT', 1) },
      between(0, 30_000_000),
      oneOf(0, between(0, 20_000_000)),
    ),
    line(
      { assetId: 20, code: 'ETH', scale: 8, symbol: 'ETH-USDT', priceDecimals: 2, priceSteps: priceOf('ETH-USDT', 2) },
      between(0, 900_000_000),
      oneOf(0, between(0, 500_000_000)),
    ),
    line(
      { assetId: 30, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0, priceSteps: 1 },
      below(2_000_000_000) * oneOf(0, 5),
      below(2_000_000_000) * oneOf(0, 8),
    ),
  ]
  const pair = (symbol: string, baseId: number, priceDecimals: number): SalePair => ({
    ...{
      symbol,
      baseId,
      takerFee: rate(200_001n),
      quantityMin: lots(10),
      quantityMax: lots(oneOf(100_000, 10_000_000)),
    },
    ...{
      notionalMin: amount(10_000_000n),
      priceBand: rate(5_000_003n),
      priceDecimals,
      tickSteps: 5,
      quantityDecimals: 5,
    },
    ...{ baseScale: 8, quoteScale: 6 },
  })
  const pairs = [pair('BTC-USDT', 10, 1), pair('ETH-USDT', 20, 2)]
  const step = planStep(lines, pairs)
  return makeReceipt({ cause: 'risk', isFirst: below(2) === 0, at: AT, ticks, lines, pairs, step })
}

export const MADE = {
  ...NEWER,
  house,
  mining,
  options,
  futures,
  conditional,
  game,
  ieo,
  oldIeo,
  ieoClaims,
  ieoList,
  quiz,
  oldQuiz,
  quizBets: () => quizBets(),
  oldQuizBets: () => quizBets(true),
  quizBet: () => quizBet(),
  oldQuizBet: () => quizBet(true),
  box,
  fixing,
  invest,
  loan,
}
