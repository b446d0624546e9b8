// Random commands of users and the house: the book is never crossed, amounts are conserved, and the journal rebuilds the same Market.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, amount, decodeAmount, negate, ZERO } from '#domain/money/amount'
import { lots, lotsToBase, notional, ticks } from '#domain/money/price'
import { houseReceipt } from '#domain/house/receipt'
import { checkReceipt } from '#domain/receipt'
import type { Snapshot, TurnFacts } from '#party/market/facts'
import { FastBook } from '#party/market/fast-book'
import { MarketState } from '#party/market/state'
import type { StreamNumbers } from '#party/market/streams'
import { HASHING } from '../kit/hashing'
import { BTC_USDT, HOUSE_ON } from './btc-usdt'
import { ALICE, BOB, CAROL, MarketStory, type StoryCommand, order } from './story'

const pair = { ...BTC_USDT, house: { ...HOUSE_ON, size: lots(20), inventoryAtFullSkew: lots(200) } }

const account = fc.constantFrom(ALICE, BOB, CAROL)
const side = fc.constantFrom('buy' as const, 'sell' as const)
const price = fc.integer({ min: 980, max: 1_020 })
const quantity = fc.integer({ min: 1, max: 60 })
const selfTrade = fc.constantFrom('cancel_newest' as const, 'cancel_oldest' as const, 'cancel_both' as const)
const orderNo = fc.integer({ min: 1, max: 80 })

type Step =
  | { readonly account: number; readonly command: (no: number) => StoryCommand }
  | { readonly index: number | null; readonly inventory: number }

const limit = fc
  .record({
    side,
    ticks: price,
    lots: quantity,
    selfTrade,
    timeInForce: fc.constantFrom('gtc' as const, 'gtc' as const, 'ioc' as const, 'fok' as const),
  })
  .map((terms) => (no: number) => order(no, terms))
const postOnly = fc
  .record({ side, ticks: price, lots: quantity })
  .map((terms) => (no: number) => order(no, { ...terms, isPostOnly: true }))
const market = fc
  .record({ side, lots: quantity, selfTrade, budget: fc.option(fc.integer({ min: 1, max: 50_000 })) })
  .map(
    ({ budget, ...terms }) =>
      (no: number) =>
        order(no, {
          ...terms,
          kind: 'market',
          timeInForce: 'ioc',
          ticks: terms.side === 'buy' ? 1_100 : 0,
          ...(budget !== null && terms.side === 'buy' ? { lots: 0, budget: String(budget) } : {}),
        }),
  )
const cancel = orderNo.map((no) => (): StoryCommand => ({ type: 'cancel', orderNo: no }))
const amend = fc.record({ no: orderNo, ticks: price, lots: quantity }).map(({ no, ...terms }) => (): StoryCommand => ({
  type: 'amend',
  orderNo: no,
  ...terms,
}))
const cancelAll = fc.constant((): StoryCommand => ({ type: 'cancel_spot_orders' }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ account, command: limit }) },
  { weight: 2, arbitrary: fc.record({ account, command: postOnly }) },
  { weight: 2, arbitrary: fc.record({ account, command: market }) },
  { weight: 3, arbitrary: fc.record({ account, command: cancel }) },
  { weight: 3, arbitrary: fc.record({ account, command: amend }) },
  { weight: 1, arbitrary: fc.record({ account, command: cancelAll }) },
  {
    weight: 3,
    arbitrary: fc.record({
      index: fc.option(fc.integer({ min: 990, max: 1_010 }), { freq: 6 }),
      inventory: fc.integer({ min: -300, max: 300 }),
    }),
  },
)

/** Runs the steps; calls `after` with the facts of each turn. */
function play(steps: readonly Step[], after: (story: MarketStory, facts: TurnFacts | null) => void): MarketStory {
  const story = new MarketStory({ pair })
  const numbers = new Map<number, number>()
  for (const one of steps) {
    if ('index' in one) {
      story.indexTicks = one.index
      // Two of three rounds reach the Market at once; after the third, orders that meet the house wait.
      story.now += 1_000
      if (one.inventory % 3 !== 0) story.roundAt = story.now
      story.houseQuotes(BigInt(one.inventory))
    } else {
      const no = (numbers.get(one.account) ?? 0) + 1
      const command = one.command(no)
      if (command.type === 'submit') numbers.set(one.account, no)
      story.does(one.account, command)
    }
    after(story, story.state.takeFacts())
  }
  return story
}

/** Accounts sorted by number, since the order of first contact is irrelevant. */
function everything(state: MarketState): string {
  const { owed, ...rest } = state.snapshot()
  return JSON.stringify([rest, [...owed].sort(([left], [right]) => left - right), state.book.stateHash()])
}
const reread = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

describe('a Market under commands at random', () => {
  it('never has a crossed book', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        play(steps, ({ state: { book } }) => {
          const [bid, ask] = [book.best('buy'), book.best('sell')]
          expect(bid === 0 || ask === 0 || bid < ask).toBe(true)
        })
      }),
    )
  })

  it('moves as much from one side of each trade as to the other, house and fees included', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const story = play(steps, () => undefined)
        const market = { base: ZERO, quote: ZERO }
        for (const person of [ALICE, BOB, CAROL]) {
          for (const message of story.state.streams.get(person).messages) {
            if (message.type !== 'filled') continue
            const base = lotsToBase(pair, lots(message.lots))
            const quote = notional(pair, ticks(message.ticks), lots(message.lots))
            const isBuy = message.side === 'buy'
            market.base = add(market.base, isBuy ? negate(base) : base)
            market.quote = add(market.quote, isBuy ? quote : negate(quote))
            const fee = decodeAmount(message.fee)
            const received = isBuy ? base : quote
            expect(fee > 0n && fee <= received).toBe(true)
          }
        }
        // The users' side of "@market:PAIR" mirrors the house's gains.
        const house = story.state.houseFills.take() ?? { base: ZERO, quote: ZERO }
        expect([market.base, market.quote]).toEqual([amount(house.base), amount(house.quote)])
      }),
    )
  })

  it('has a right receipt for every trade of the house, and for no other', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { state } = play(steps, () => undefined)
        const rounds = state.houseRounds.all()
        for (const { basis, at, trades } of rounds)
          expect(checkReceipt(reread(houseReceipt(basis, at, trades)), HASHING)).toEqual([])
        const told = [ALICE, BOB, CAROL]
          .flatMap((person) => state.streams.get(person).messages)
          .flatMap((message) => (message.type === 'filled' && message.isOfHouse ? [message.tradeNo] : []))
        expect(rounds.flatMap(({ trades }) => trades.map(({ no }) => no))).toEqual(
          told.sort((one, other) => one - other),
        )
      }),
    )
  })

  it('closes each order once, and fills never more than was asked for', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const story = play(steps, () => undefined)
        for (const person of [ALICE, BOB, CAROL]) {
          const closed = new Map<number, number>()
          for (const message of story.state.streams.get(person).messages) {
            if (message.type === 'filled' || message.type === 'amended') expect(closed.has(message.orderNo)).toBe(false)
            if (message.type === 'closed') closed.set(message.orderNo, (closed.get(message.orderNo) ?? 0) + 1)
          }
          for (const [no, times] of closed) {
            expect(times).toBe(1)
            expect(story.state.findOrder(person, no)).toBeUndefined()
          }
          for (const open of story.state.ordersOf(person))
            expect(open.lotsLeft > 0 && open.lotsLeft <= open.lots).toBe(true)
        }
      }),
    )
  })

  it.each([
    ['new random commands', {}],
    ['those in which a snapshot met an account that was owed nothing yet', { seed: 1_062_920_113 }],
  ])('is the same again from its journal, from a snapshot in the middle as well: %s', (_what, commands) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.nat(80), (steps, snapshotAfter) => {
        const turns: TurnFacts[] = []
        const middle: {
          snapshot: Snapshot
          numbers: Map<number, StreamNumbers>
          turns: TurnFacts[]
        } = {
          snapshot: { lastOrderId: 0, lastTradeNo: 0, book: [], tape: [], owed: [] },
          numbers: new Map(),
          turns: [],
        }
        let count = 0
        const story = play(steps, ({ state }, facts) => {
          if (facts) {
            turns.push(reread(facts))
            middle.turns.push(reread(facts))
          }
          count += 1
          if (count !== snapshotAfter) return
          middle.snapshot = reread(state.snapshot())
          middle.numbers = new Map(
            Array.from(state.streams.all(), ({ account, commandSeq, messageSeq, epoch }) => [
              account,
              { commandSeq, messageSeq, epoch },
            ]),
          )
          middle.turns = []
        })

        const fromTurns = new MarketState(new FastBook(), () => undefined)
        for (const turn of turns) fromTurns.apply(turn)
        expect(everything(fromTurns)).toBe(everything(story.state))

        const fromSnapshot = new MarketState(new FastBook(), (one) => middle.numbers.get(one))
        fromSnapshot.restore(middle.snapshot)
        for (const turn of middle.turns) fromSnapshot.apply(turn)
        expect(everything(fromSnapshot)).toBe(everything(story.state))
        for (const person of [ALICE, BOB, CAROL]) {
          expect(fromSnapshot.streams.get(person)).toEqual(story.state.streams.get(person))
        }
      }),
      commands,
    )
  })
})
