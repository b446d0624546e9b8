// Sales of works where a bound is met exactly, and what a refusal or a receipt says.

import { describe, expect, test } from 'vitest'
import { saleKind } from '#domain/nft/artwork'
import {
  checkBid,
  checkSale,
  auctionEndAfterBid,
  bidMarginFor,
  marginOfBid,
  restToPay,
  shareSale,
} from '#domain/nft/auction'
import { type BoxEntry, boxReceipt, boxRoot, checkBoxReceipt } from '#domain/nft/box'
import { parseArtistName, parseArtistWords, parseRoyalty, parseWorkWords } from '#domain/nft/studio'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { HASHING } from '../kit/hashing'

const USDT = { id: 3, code: 'USDT', scale: 6 }
const MINUTE = 60_000
const DAY = 86_400_000

describe('a bid', () => {
  const lot = (price: bigint, step: bigint, highest: bigint | null = null) => ({
    ...{ asset: USDT, price: amount(price), step: amount(step), highest: highest === null ? null : amount(highest) },
  })
  const bid = (of: ReturnType<typeof lot>, value: bigint) => {
    const checked = checkBid(of, amount(value))
    return checked.ok ? checked.value : checked.refusal
  }

  test('is the present one and whole steps, from one to twice', () => {
    const hundred = lot(100_000_000n, 10_000_000n)
    expect([bid(hundred, 110_000_000n), bid(hundred, 200_000_000n)]).toEqual([110_000_000n, 200_000_000n])
    expect(bid(hundred, 109_999_999n)).toEqual({ code: 'nft_bid_too_low', facts: { min: '110', asset: 'USDT' } })
    expect(bid(hundred, 200_000_001n)).toEqual({ code: 'nft_bid_too_high', facts: { max: '200', asset: 'USDT' } })
    expect(bid(hundred, 115_000_000n)).toEqual({ code: 'nft_bid_off_step', facts: { step: '10', asset: 'USDT' } })
    expect(bid(lot(100_000_000n, 10_000_000n, 150_000_000n), 160_000_000n)).toBe(160_000_000n)
  })

  test('is at most a thousand steps, and at least one above a price below its step', () => {
    const fine = lot(100_000_000n, 1_000n)
    expect([bid(fine, 101_000_000n), bid(fine, 101_001_000n)]).toEqual([
      ...[101_000_000n, { code: 'nft_bid_too_high', facts: { max: '101', asset: 'USDT' } }],
    ])
    expect(bid(lot(5n, 10n), 15n)).toBe(15n)
    expect(bid(lot(5n, 10n), 25n)).toMatchObject({ code: 'nft_bid_too_high' })
  })

  test('in the last two minutes moves the end to two minutes later, to the most', () => {
    const times = { endsAt: 100 * MINUTE, endsAtMost: 160 * MINUTE }
    expect([98 * MINUTE - 1, 98 * MINUTE, 98 * MINUTE + 1].map((at) => auctionEndAfterBid(times, at))).toEqual([
      ...[100 * MINUTE, 100 * MINUTE, 100 * MINUTE + 1],
    ])
    expect(auctionEndAfterBid({ ...times, endsAt: 160 * MINUTE }, 159 * MINUTE)).toBe(160 * MINUTE)
    expect(auctionEndAfterBid({ ...times, endsAtMost: 90 * MINUTE }, 10 * MINUTE)).toBe(100 * MINUTE)
  })

  test('sets a margin aside for each whole multiple of the first price', () => {
    const margin = (price: bigint, value: bigint) =>
      marginOfBid({ margin: amount(7n), price: amount(price) }, amount(value))
    expect([margin(100n, 50n), margin(100n, 199n), margin(100n, 200n), margin(0n, 9n)]).toEqual([7n, 7n, 14n, 7n])
    expect(bidMarginFor(amount(101n), rate(10_000_000n))).toBe(11n)
  })

  test('is paid less its margin, and shared with the artist and the house', () => {
    const rest = (price: bigint) => restToPay({ price: amount(price), margin: amount(10n) })
    expect([rest(15n), rest(10n), rest(5n)]).toEqual([5n, 0n, 0n])
    // 2.5 % and 5 % of 999, rounded down.
    expect(shareSale(amount(999n), { commission: rate(2_500_000n), royalty: rate(5_000_000n) })).toEqual({
      ...{ commission: 24n, royalty: 49n, seller: 926n },
    })
  })
})

describe('a sale', () => {
  const NOW = 1_000 * DAY
  const check = (differs: Partial<Parameters<typeof checkSale>[0]>) => {
    const sale = { price: amount(100n), step: amount(10n), startsAt: NOW, endsAt: NOW + DAY }
    const checked = checkSale({ ...sale, ...differs }, NOW)
    return checked.ok ? 'ok' : checked.refusal.code
  }

  test('has a price up to ten million, and a step from nothing to the price', () => {
    expect([check({ price: amount(10n ** 13n) }), check({ price: amount(1n), step: amount(0n) })]).toEqual(['ok', 'ok'])
    expect([check({ price: amount(10n ** 13n + 1n) }), check({ price: amount(0n) })]).toEqual([
      ...['nft_price_invalid', 'nft_price_invalid'],
    ])
    expect([check({ step: amount(0n) }), check({ step: amount(100n) })]).toEqual(['ok', 'ok'])
    expect([check({ step: amount(-1n) }), check({ step: amount(101n) })]).toEqual([
      'nft_step_invalid',
      'nft_step_invalid',
    ])
  })

  test('lasts from ten minutes to 90 days, from now or from its start', () => {
    const wrong = 'nft_times_invalid'
    expect([check({ endsAt: NOW + 10 * MINUTE }), check({ endsAt: NOW + 10 * MINUTE - 1 })]).toEqual(['ok', wrong])
    expect([check({ endsAt: NOW + 90 * DAY }), check({ endsAt: NOW + 90 * DAY + 1 })]).toEqual(['ok', wrong])
    // A start that is over is now.
    expect([check({ startsAt: 5, endsAt: NOW + 10 * MINUTE }), check({ startsAt: 5, endsAt: NOW + 90 * DAY })]).toEqual(
      [...['ok', 'ok']],
    )
    expect(check({ startsAt: 5, endsAt: NOW + 10 * MINUTE - 1 })).toBe(wrong)
    expect(check({ startsAt: NOW + DAY, endsAt: NOW + DAY + 10 * MINUTE - 1 })).toBe(wrong)
  })

  test('begins within 90 days', () => {
    const from = (startsAt: number, length: number) => check({ startsAt, endsAt: startsAt + length })
    expect([from(NOW + 90 * DAY, 90 * DAY), from(NOW + 90 * DAY + 1, DAY)]).toEqual(['ok', 'nft_times_invalid'])
    expect(from(NOW + 90 * DAY, 90 * DAY + 1)).toBe('nft_times_invalid')
  })

  test('is of a box, or of its mode', () => {
    expect([saleKind({ mode: 'auction', isBox: true }), saleKind({ mode: 'auction', isBox: false })]).toEqual([
      ...['box', 'auction'],
    ])
  })
})

describe('a series of boxes', () => {
  const { sha256 } = HASHING
  const entries: BoxEntry[] = ['common', 'rare', 'common'].map((rarity, index) => ({
    ...{ series: 4, position: index + 1, name: `Prize ${index}`, rarity, media: 'm.png', salt: 'ab'.repeat(32) },
  }))
  const receipt = boxReceipt(sha256, { entries, saleNo: 2, committedAt: 5, soldAt: 5, at: 5 })

  test('has a prize at each place, and no other box', () => {
    expect(() => boxRoot(sha256, [])).toThrow('a series has a prize')
    const open = (saleNo: number) => () => boxReceipt(sha256, { entries, saleNo, committedAt: 1, soldAt: 2, at: 3 })
    expect(open(4)).toThrow('the series has no box 4')
    expect(open(0)).toThrow('the series has no box 0')
    const moved = entries.toReversed()
    expect(() => boxReceipt(sha256, { entries: moved, saleNo: 1, committedAt: 1, soldAt: 2, at: 3 })).toThrow(
      'no box 1',
    )
  })

  test('may be committed to, sold and opened at one instant, in this order', () => {
    expect(checkBoxReceipt(receipt, HASHING)).toEqual([])
    expect(receipt.rarities).toEqual({ common: 2, rare: 1 })
    expect(checkBoxReceipt({ ...receipt, committedAt: 6 }, HASHING)).toEqual([
      'the order was committed to after the sale',
    ])
    expect(checkBoxReceipt({ ...receipt, at: 4 }, HASHING)).toEqual(['the box was opened before it was sold'])
  })
})

describe('words of an artist', () => {
  const of = <Value>(parsed: { ok: true; value: Value } | { ok: false; refusal: { code: string; facts: object } }) =>
    parsed.ok ? parsed.value : [parsed.refusal.code, parsed.refusal.facts]

  test('have a name of 2 to 30 letters', () => {
    expect([of(parseArtistName('Al')), of(parseArtistName('a'.repeat(30)))]).toEqual(['Al', 'a'.repeat(30)])
    const malformed = ['nft_artist_name_malformed', { min: '2', max: '30' }]
    expect([of(parseArtistName('A')), of(parseArtistName('a'.repeat(31)))]).toEqual([malformed, malformed])
  })

  test('about oneself have 20 to 300 characters', () => {
    expect([of(parseArtistWords('a'.repeat(20))), of(parseArtistWords('a'.repeat(300)))]).toEqual([
      ...['a'.repeat(20), 'a'.repeat(300)],
    ])
    const length = ['nft_words_length', { min: '20', max: '300' }]
    expect([of(parseArtistWords('a'.repeat(19))), of(parseArtistWords('a'.repeat(301)))]).toEqual([length, length])
  })

  test('of a work have a name of 60 and a description of 600 characters at the most, without space around them', () => {
    const work = (name: string, description: string) => of(parseWorkWords({ name, description }))
    expect(work(` ${'n'.repeat(60)} `, ` ${'d'.repeat(600)} `)).toEqual({
      ...{ name: 'n'.repeat(60), description: 'd'.repeat(600) },
    })
    expect([work('n'.repeat(61), ''), work(' ', '')]).toEqual([
      ['nft_name_length', { bound: '60' }],
      ['nft_name_length', { bound: '60' }],
    ])
    expect(work('n', 'd'.repeat(601))).toEqual(['nft_description_length', { bound: '600' }])
  })

  test('about a royalty lie within the bounds', () => {
    const bounds = { royaltyMin: rate(1_000_000n), royaltyMax: rate(10_000_000n) }
    const royalty = (text: string) => of(parseRoyalty(text, bounds))
    expect([royalty('1'), royalty(' 10 '), royalty('2.55')]).toEqual([1_000_000n, 10_000_000n, 2_550_000n])
    const outside = ['nft_royalty_bounds', { min: '1', max: '10' }]
    for (const text of ['0.99', '10.01', '2.555', 'x', '']) expect(royalty(text)).toEqual(outside)
  })
})
