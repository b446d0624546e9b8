// NFT sale amounts and box receipts.

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { salePhase } from '#domain/nft/artwork'
import {
  LATE_MS,
  checkBid,
  checkSale,
  auctionEndAfterBid,
  bidMarginFor,
  marginOfBid,
  restToPay,
  shareSale,
} from '#domain/nft/auction'
import { type BoxEntry, boxReceipt } from '#domain/nft/box'
import { checkReceipt } from '#domain/receipt'
import { DAY_MS } from '#domain/time'
import { HASHING } from '../kit/hashing'

test('what is paid is shared to the last unit, and the seller gets what the others leave', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 15n),
      fc.bigInt(0n, 20_000_000n),
      fc.bigInt(0n, 30_000_000n),
      (price, commission, royalty) => {
        const shares = shareSale(amount(price), { commission: rate(commission), royalty: rate(royalty) })
        expect(shares.commission + shares.royalty + shares.seller).toBe(price)
        expect(shares.seller).toBeGreaterThanOrEqual(0n)
      },
    ),
  )
  expect(shareSale(amount(1n), { commission: rate(2_500_000n), royalty: rate(5_000_000n) }).seller).toBe(1n)
})

test('a late bid moves the end to two minutes after it, by an hour at most and never back', () => {
  const sale = { endsAt: 1_000_000, endsAtMost: 1_000_000 + 3_600_000 }
  expect(auctionEndAfterBid(sale, 1_000_000 - LATE_MS - 1)).toBe(1_000_000)
  expect(auctionEndAfterBid(sale, 1_000_000 - LATE_MS)).toBe(1_000_000)
  expect(auctionEndAfterBid(sale, 999_999)).toBe(999_999 + LATE_MS)
  expect(auctionEndAfterBid({ ...sale, endsAtMost: 1_000_001 }, 999_999)).toBe(1_000_001)
})

test('a margin is never nothing, and a margin above the price leaves nothing to pay', () => {
  expect(bidMarginFor(amount(1n), rate(10_000_000n))).toBe(1n)
  expect(restToPay({ price: amount(5n), margin: amount(9n) })).toBe(0n)
  expect(restToPay({ price: amount(9n), margin: amount(4n) })).toBe(5n)
})

test('the margin of a bid is that of the sale for each whole time that it is the first price', () => {
  const lot = { price: amount(100n), margin: amount(12n) }
  const margins = [100n, 199n, 200n, 399n, 1_000n].map((bid) => marginOfBid(lot, amount(bid)))
  expect(margins).toEqual([12n, 12n, 24n, 36n, 120n])
  expect(marginOfBid({ price: amount(0n), margin: amount(0n) }, amount(5n))).toBe(0n)
})

test('a bid is at most twice the current one, a thousand steps at most, and one step always', () => {
  const asset = { id: 3, code: 'USDT', scale: 0 } as never
  const check = (price: bigint, step: bigint, highest: bigint | null, bid: bigint) => {
    const lot = { price: amount(price), step: amount(step), highest: highest === null ? null : amount(highest), asset }
    const checked = checkBid(lot, amount(bid))
    return checked.ok ? 'ok' : [checked.refusal.code, checked.refusal.facts['max'] ?? checked.refusal.facts['min']]
  }
  // The minimum bid counts from the current bid, not from the start price.
  expect(check(54n, 15n, 69n, 83n)).toEqual(['nft_bid_too_low', '84'])
  expect(check(54n, 15n, 69n, 84n)).toBe('ok')
  expect(check(54n, 15n, 69n, 129n)).toBe('ok')
  expect(check(54n, 15n, 69n, 144n)).toEqual(['nft_bid_too_high', '129'])
  expect(check(100n, 100n, null, 200n)).toBe('ok')
  expect(check(1_000_000n, 1n, null, 1_001_000n)).toBe('ok')
  expect(check(1_000_000n, 1n, null, 1_001_001n)).toEqual(['nft_bid_too_high', '1001000'])
})

describe('a sale', () => {
  const sale = { price: amount(100n), step: amount(5n), startsAt: 1_000, endsAt: 1_000 + DAY_MS }
  it.each([
    [{}, null],
    [{ price: amount(0n) }, 'nft_price_invalid'],
    [{ price: amount(10n ** 20n) }, 'nft_price_invalid'],
    [{ step: amount(101n) }, 'nft_step_invalid'],
    [{ endsAt: 1_000 }, 'nft_times_invalid'],
    [{ startsAt: 5_000, endsAt: 4_000 }, 'nft_times_invalid'],
    [{ endsAt: 1_000 + 599_999 }, 'nft_times_invalid'],
    [{ endsAt: 1_000 + 91 * DAY_MS }, 'nft_times_invalid'],
    [{ startsAt: 91 * DAY_MS, endsAt: 92 * DAY_MS }, 'nft_times_invalid'],
  ])('with %o is judged as %s', (differs, code) => {
    const checked = checkSale({ ...sale, ...differs }, 1_000)
    expect(checked.ok ? null : checked.refusal.code).toBe(code)
  })

  it('has not started, is on or has ended, by the moment and its state', () => {
    const lot = { state: 'open', startsAt: 10, endsAt: 20 } as const
    expect([9, 10, 19, 20].map((now) => salePhase(lot, now))).toEqual(['not_started', 'on_sale', 'on_sale', 'ended'])
    expect(salePhase({ ...lot, state: 'sold' }, 15)).toBe('ended')
    expect(salePhase(null, 15)).toBe('ended')
  })
})

describe('a receipt of a box', () => {
  const entries: BoxEntry[] = Array.from({ length: 5 }, (_, index) => ({
    ...{ series: 3, position: index + 1, name: `Prize ${index + 1}` },
    ...{ rarity: index === 0 ? 'SR' : 'N', media: `/media/${index}`, salt: `${index}`.repeat(64) },
  }))
  const receipt = boxReceipt(HASHING.sha256, { entries, saleNo: 2, committedAt: 10, soldAt: 20, at: 30 })
  const problemsOf = (differs: object) => checkReceipt({ ...receipt, ...differs }, HASHING)

  it('of each number holds, and names what the order has there', () => {
    for (let saleNo = 1; saleNo <= 5; saleNo += 1) {
      const each = boxReceipt(HASHING.sha256, { entries, saleNo, committedAt: 10, soldAt: 20, at: 30 })
      expect(checkReceipt(each, HASHING)).toEqual([])
      expect(each.prize.name).toBe(`Prize ${saleNo}`)
    }
  })

  it.each([
    [{ prize: { ...receipt.prize, rarity: 'SR' } }, 'does not have this prize'],
    [{ saleNo: 1 }, 'number'],
    [{ salt: 'f'.repeat(64) }, 'does not have this prize'],
    [{ committedAt: 21 }, 'committed to after the sale'],
    [{ soldAt: 31 }, 'opened before it was sold'],
    [{ rarities: { N: 5 } }, ''],
    [{ rarities: { N: 9, SR: 1 } }, 'published rarities'],
  ])('with %o does not', (differs, words) => {
    const problems = problemsOf(differs).join()
    if (words === '') return expect(problems).toBe('')
    expect(problems).toContain(words)
  })

  it('is not made for a number that the series does not have', () => {
    expect(() => boxReceipt(HASHING.sha256, { entries, saleNo: 6, committedAt: 1, soldAt: 2, at: 3 })).toThrow()
  })
})
