// One sale with its room's clock: random auctions against a slow model, and each refusal by name. A restarted room has the same state.

import { env, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { Lot } from '#domain/nft/artwork'
import { EXTENSION_MAX_MS, LATE_MS, PAY_MS } from '#domain/nft/auction'
import { Sale } from '#party/lot/sale'
import type { SaleRequest, SaleUpdate, SaleTerms } from '#party/protocol/lot'
import { openStore } from '#party/lib/store'

const SELLER = 900
const ARTIST = 901
const ENDS = 10_000_000
const LOT: Lot = {
  ...{ id: 7, workId: 3, sellerId: SELLER, mode: 'auction', isBox: false, isResale: true },
  asset: { id: 3, code: 'USDT', scale: 6 },
  ...{ price: amount(100_000_000n), step: amount(5_000_000n), margin: amount(10_000_000n) },
  ...{ startsAt: 1_000, endsAt: ENDS, endsAtMost: ENDS + EXTENSION_MAX_MS, state: 'open' },
  ...{ highest: null, highestBidderId: null, bidCount: 0, winnerId: null, soldAt: null, payBy: null },
  ...{ termsVersion: 1, commission: rate(2_500_000n), royalty: rate(5_000_000n) },
}
const AUCTION: SaleTerms = { lot: LOT, work: 'Harbour', royaltyTo: ARTIST }
const FIXED: SaleTerms = { ...AUCTION, lot: { ...LOT, mode: 'fixed', step: amount(0n), margin: amount(0n) } }

/** Far above what any bid here takes. */
const marginMost = '1000000000000'
const bid = (account: number, actNo: number, steps = 1): SaleRequest => ({
  ...{ account, actNo, kind: 'bid', price: null, steps, marginMost },
})
const whole = (account: number, actNo: number, price: bigint): SaleRequest => ({
  ...bid(account, actNo),
  price: price.toString(),
})
const buy = (account: number, price = '100000000'): SaleRequest => ({
  account,
  actNo: 1,
  kind: 'buy',
  price,
  steps: 0,
  marginMost: '0',
})
const pay = (account: number): SaleRequest => ({
  account,
  actNo: 99,
  kind: 'pay',
  price: null,
  steps: 0,
  marginMost: '0',
})
const code = (answer: unknown) => (answer as { refusal?: { code: string } } | null)?.refusal?.code ?? 'in'
const newsOf = (sale: Sale) =>
  sale
    .pending(1_000)
    .map(({ account, request }) => [account, (JSON.parse(request) as { news: SaleUpdate }).news] as const)

let rooms = 5_000
const withSale = (tale: (open: () => Sale) => void) =>
  runInDurableObject(env.Lot.get(env.Lot.idFromName(String((rooms += 1)))), (_room, state) => {
    tale(() => new Sale(openStore(state.storage)))
  })

test('random auctions: bids rise strictly, late ones move the end, one wins and every other has the margin back', async () => {
  const step = fc.record({
    account: fc.integer({ min: 1, max: 6 }),
    steps: fc.integer({ min: 1, max: 40 }),
    wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 3_000_000 })),
    isWoken: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) =>
      withSale((open) => {
        let sale = open()
        // Slow model: a list of accepted bids, searched each time.
        const taken: { account: number; price: bigint; at: number }[] = []
        let now = 7_000_000
        for (const [index, { account, steps: times, wait, isWoken }] of steps.entries()) {
          now += wait
          if (isWoken) sale = open()
          const endsAt = taken.reduce(
            (end, { at }) => (at >= end - LATE_MS ? Math.max(end, Math.min(at + LATE_MS, LOT.endsAtMost)) : end),
            ENDS,
          )
          const answer = sale.act(bid(account, index + 1, times), AUCTION, now)
          if (now >= endsAt) {
            expect(code(answer)).toBe('nft_ended')
            continue
          }
          const current = taken.at(-1)?.price ?? 100_000_000n
          const price = current + 5_000_000n * BigInt(times)
          if (price > 2n * current) {
            expect(code(answer)).toBe('nft_bid_too_high')
            continue
          }
          taken.push({ account, price, at: now })
          expect(answer).toMatchObject({ isAccepted: true, price: price.toString() })
          expect(sale.act(bid(account, index + 1, times), AUCTION, now + 1)).toEqual(answer)
          expect(sale.message(AUCTION).endsAt).toBeLessThanOrEqual(LOT.endsAtMost)
        }
        const over = LOT.endsAtMost + 1
        expect(sale.closeDue(AUCTION, over)).toBe(true)
        sale.decided(false, AUCTION)
        const last = taken.at(-1)
        const others = new Set(taken.map(({ account }) => account).filter((account) => account !== last?.account))
        const told = newsOf(open())
        expect(new Set(told.filter(([, { kind }]) => kind === 'margin_back').map(([account]) => account))).toEqual(
          others,
        )
        const won = told.filter(([, { kind }]) => kind === 'won')
        expect(won.map(([account]) => account)).toEqual(last ? [last.account] : [])
        expect(open().status?.state).toBe(last ? 'won' : 'unsold')
        expect(told).toHaveLength(others.size + won.length)
      }),
    ),
    { numRuns: 40 },
  )
})

test('bids below, equal, off the step, far above, before the start, after the end and on own works are refused by name', () =>
  withSale((open) => {
    const sale = open()
    expect(code(sale.act(bid(1, 1), null, 5_000))).toBe('nft_lot_not_found')
    expect(code(sale.act(bid(1, 1), AUCTION, 999))).toBe('nft_not_started')
    expect(code(sale.act(bid(SELLER, 1), AUCTION, 5_000))).toBe('nft_own_work')
    expect(code(sale.act(bid(1, 1), FIXED, 5_000))).toBe('nft_not_auction')
    expect(code(sale.act(buy(1), AUCTION, 5_000))).toBe('nft_not_fixed')
    const refusal = (price: bigint) => sale.act(whole(1, 1, price), AUCTION, 5_000)
    expect(refusal(100_000_000n)).toMatchObject({ refusal: { code: 'nft_bid_too_low', facts: { min: '105' } } })
    expect(refusal(50_000_000n)).toMatchObject({ refusal: { code: 'nft_bid_too_low' } })
    expect(refusal(107_000_000n)).toMatchObject({ refusal: { code: 'nft_bid_off_step', facts: { step: '5' } } })
    expect(refusal(205_000_000n)).toMatchObject({ refusal: { code: 'nft_bid_too_high', facts: { max: '200' } } })
    expect(refusal(200_000_000n)).toMatchObject({ isAccepted: true })
    expect(sale.act(whole(1, 2, 405_000_000n), AUCTION, 5_000)).toMatchObject({
      refusal: { code: 'nft_bid_too_high', facts: { max: '400' } },
    })
    expect(code(sale.act(bid(2, 1), AUCTION, ENDS))).toBe('nft_ended')
    expect(code(sale.act(pay(1), AUCTION, 5_000))).toBe('nft_nothing_to_pay')
  }))

test('the margin grows with the bid, one that is set aside for less is not taken, and all of it is forfeited', () =>
  withSale((open) => {
    const act = (actNo: number, price: bigint, most: string) =>
      open().act({ ...whole(1, actNo, price), marginMost: most }, AUCTION, 5_000 + actNo)
    expect(act(1, 195_000_000n, '10000000')).toMatchObject({ isAccepted: true, margin: '10000000' })
    expect(code(act(2, 200_000_000n, '19999999'))).toBe('nft_price_changed')
    expect(act(3, 200_000_000n, '20000000')).toMatchObject({ isAccepted: true, margin: '20000000' })
    expect(act(4, 400_000_000n, '40000000')).toMatchObject({ isAccepted: true, margin: '40000000' })
    open().closeDue(AUCTION, ENDS)
    open().decided(false, AUCTION)
    expect(newsOf(open())).toMatchObject([[1, { kind: 'won', price: '400000000', actNo: 4, margin: '40000000' }]])
    open().closeDue(AUCTION, ENDS + PAY_MS)
    open().decided(false, AUCTION)
    expect(newsOf(open()).map(([, { kind }]) => kind)).toEqual(['won', 'forfeit', 'credit'])
    expect(newsOf(open()).at(-1)).toMatchObject([SELLER, { amount: '40000000' }])
  }))

test('the winner pays once within a day: the seller and the artist are owed their parts, whatever falls between', () =>
  withSale((open) => {
    open().act(bid(1, 1), AUCTION, 5_000)
    open().act(bid(2, 1), AUCTION, 6_000)
    expect(open().closeDue(AUCTION, ENDS)).toBe(true)
    open().decided(false, AUCTION)
    open().decided(false, AUCTION)
    expect(code(open().act(pay(1), AUCTION, ENDS + 1))).toBe('nft_nothing_to_pay')
    expect(open().act(pay(2), AUCTION, ENDS + PAY_MS - 1)).toBeNull()
    // After a restart before the directory's decision the same payment still waits for the decision.
    expect(open().act(pay(2), AUCTION, ENDS + PAY_MS + 5)).toBeNull()
    open().decided(false, AUCTION)
    expect(open().act(pay(2), AUCTION, ENDS + PAY_MS + 9)).toEqual({
      ...{ isAccepted: true, price: '110000000', at: ENDS + PAY_MS - 1 },
      split: { fee: '2750000', house: '0' },
      workId: 3,
    })
    const told = newsOf(open()).map(([account, news]) => [account, news.kind, 'amount' in news ? news.amount : null])
    expect(told).toEqual([
      [2, 'won', null],
      [1, 'margin_back', null],
      [SELLER, 'credit', '101750000'],
      [ARTIST, 'credit', '5500000'],
    ])
    for (const { no } of open().pending(9)) open().delivered(no)
    expect(open().pending(9)).toEqual([])
  }))

test('a winner who is late is refused (nft_pay_late), and the seller has the margin', () =>
  withSale((open) => {
    open().act(bid(1, 1), AUCTION, 5_000)
    open().closeDue(AUCTION, ENDS)
    open().decided(false, AUCTION)
    expect(open().closeDue(AUCTION, ENDS + PAY_MS - 1)).toBe(false)
    expect(open().closeDue(AUCTION, ENDS + PAY_MS)).toBe(true)
    expect(code(open().act(pay(1), AUCTION, ENDS + PAY_MS))).toBe('nft_pay_late')
    open().decided(false, AUCTION)
    expect(code(open().act(pay(1), AUCTION, ENDS + PAY_MS))).toBe('nft_pay_late')
    expect(newsOf(open()).map(([account, news]) => [account, news.kind])).toEqual([
      [1, 'won'],
      [1, 'forfeit'],
      [SELLER, 'credit'],
    ])
  }))

test('the first purchase is the one; a work that was taken down is paid by nobody (nft_taken_down, nft_price_changed)', () =>
  withSale((open) => {
    expect(code(open().act(buy(1, '90000000'), FIXED, 5_000))).toBe('nft_price_changed')
    expect(open().act(buy(1), FIXED, 5_000)).toBeNull()
    expect(code(open().act(buy(2), FIXED, 5_000))).toBe('nft_ended')
    open().decided(true, FIXED)
    expect(code(open().act(buy(1), FIXED, 5_001))).toBe('nft_taken_down')
    expect(open().pending(9)).toEqual([])
  }))

test('an auction that is called off gives every margin back, also the winner’s before payment', () =>
  withSale((open) => {
    open().act(bid(1, 1), AUCTION, 5_000)
    open().act(bid(2, 1), AUCTION, 6_000)
    open().notifyOutbid(AUCTION)
    open().notifyOutbid(AUCTION)
    expect(newsOf(open()).map(([account, { kind }]) => [account, kind])).toEqual([[1, 'outbid']])
    expect(open().cancel(AUCTION, 7_000)).toBe(true)
    open().decided(true, AUCTION)
    expect(code(open().act(bid(1, 2), AUCTION, 7_001))).toBe('nft_ended')
    expect(
      newsOf(open())
        .slice(1)
        .map(([account, { kind }]) => [account, kind]),
    ).toEqual([
      [1, 'margin_back'],
      [2, 'margin_back'],
    ])
  }))
