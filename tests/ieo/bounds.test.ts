// Token sales where a bound is met exactly, the claims of applications, and the published list.

import { describe, expect, test } from 'vitest'
import { listEntry } from '#domain/ieo/allotment'
import { IEO_CLAIMS, IEO_LIST, checkClaims, checkList, claimsReceipt, listReceipt } from '#domain/ieo/commitment'
import { IEO_PRODUCT, claimOf, claimedBy } from '#domain/ieo/order'
import {
  IEO,
  type IeoReceipt,
  type OldIeoReceipt,
  checkIeoReceipt,
  checkOldIeoReceipt,
  checkShare,
} from '#domain/ieo/receipt'
import {
  IEO_LOCK_WALLET,
  IEO_WALLET,
  checkOpen,
  percentLeft,
  readQuantity,
  tokens,
  unlockAt,
  unlockedAfter,
} from '#domain/ieo/terms'
import { leafText, nodeText } from '#domain/merkle'
import { amount } from '#domain/money/amount'
import { malformedIn } from '#domain/published-forms'
import { HASHING } from '../kit/hashing'

test('tokens are paid for from the spot wallet, and locked in that of earnings', () => {
  expect([IEO_WALLET, IEO_LOCK_WALLET]).toEqual(['change', 'earn'])
})

test('an application is claimed under the reference of its hold', () => {
  expect(IEO_PRODUCT).toBe('ieo')
  expect(claimOf(7, { projectId: 3, orderNo: 12, quantity: 40 })).toEqual({
    ...{ product: 'ieo', item: '3', ref: '7:ieo:12', quantity: 40 },
  })
  expect(claimedBy({ isGranted: true, no: 5 })).toEqual({ isCounted: true, claimNo: 5 })
  expect(claimedBy({ isGranted: false, refusal: 'sold_out', left: 2 })).toEqual({
    ...{ isCounted: false, cause: 'sold_out', left: 2 },
  })
})

describe('a refusal', () => {
  const asset = { code: 'MOONB', scale: 6 }
  const sale = { asset, min: 10, userMax: 1_000, startsAt: Date.UTC(2026, 10, 30, 9, 5), endsAt: Date.UTC(2026, 11, 1) }

  test('says when a sale starts', () => {
    const open = checkOpen({ ...sale, isOpen: true } as Parameters<typeof checkOpen>[0], 0)
    expect(open).toEqual({
      ok: false,
      refusal: { code: 'ieo_not_started', facts: { at: '2026-11-30 09:05 UTC' } },
    })
  })

  test('says the token, the least and what is left', () => {
    const said = (text: string, applied = 0) => {
      const read = readQuantity({ ...sale, asset: { ...asset, id: 9 } }, text, applied)
      return read.ok ? read.value : read.refusal
    }
    expect(said('1.5')).toEqual({ code: 'ieo_not_whole', facts: { asset: 'MOONB' } })
    expect(said('9')).toEqual({ code: 'ieo_below_min', facts: { min: '10', asset: 'MOONB' } })
    expect(said('601', 400)).toEqual({ code: 'ieo_above_cap', facts: { max: '1000', left: '600', asset: 'MOONB' } })
    expect(said('10', 1_001)).toEqual({ code: 'ieo_above_cap', facts: { max: '1000', left: '0', asset: 'MOONB' } })
    expect([said('10'), said('1000'), said('600', 400)]).toEqual([10, 1_000, 600])
    for (const text of ['x10', '10x', '10.', '1000000000000000000'])
      expect(said(text)).toMatchObject({ code: 'ieo_not_whole' })
  })
})

describe('a lock', () => {
  test('has nothing open before its first day, and all on its last', () => {
    expect([-1, 0, 1, 3, 4].map((day) => unlockedAfter(amount(100n), day, 3))).toEqual([0n, 0n, 33n, 100n, 100n])
    expect(unlockAt({ listingAt: 5 }, 2)).toBe(5 + 2 * 86_400_000)
    expect(tokens({ scale: 6 }, 7)).toBe(7_000_000n)
  })

  test('leaves nothing of a supply that is applied for more than once', () => {
    expect([percentLeft(300, 300), percentLeft(300, 400)]).toEqual(['0', '0'])
  })
})

describe('the published list', () => {
  const { sha256 } = HASHING
  /** 10 tokens for 30 that were applied for: a third of 10 each, and the one that is left to the first. */
  const RECEIPT: OldIeoReceipt = {
    ...{ rule: 'ieo-2', project: 3, token: 'MOONB', at: 0, supply: 10, total: 30, last: { remainder: 10, first: 1 } },
    ...{ claim: 1, applied: 10, first: 1, before: 0, inAll: 10, cap: 10, allotted: 4, index: 0, size: 2 },
    ...{ path: [], root: '' },
  }
  const other = sha256(leafText('another entry'))
  const root = sha256(nodeText(sha256(leafText('ieo-2|3|1|1|10|4')), other))

  test('has an entry of project, claim, first claim, applied and allotted', () => {
    const of = { project: 3, claim: 4, first: 1, applied: 10, allotted: 2 }
    expect([listEntry(of), listEntry(of, 'ieo-2')]).toEqual(['ieo-3|3|4|1|10|2', 'ieo-2|3|4|1|10|2'])
    expect(checkOldIeoReceipt({ ...RECEIPT, path: [other], root }, { sha256 })).toEqual([])
    expect(checkOldIeoReceipt({ ...RECEIPT, path: [root], root }, { sha256 })).toEqual([
      'the published list, by its root, does not have this allotment',
    ])
    expect(checkOldIeoReceipt({ ...RECEIPT, allotted: 3, path: [other], root }, { sha256 })).toEqual([
      'the share comes to 4 tokens, and 3 were allotted',
      'the published list, by its root, does not have this allotment',
    ])
  })

  test('gives everything where there is enough, without a remainder', () => {
    const whole = { ...RECEIPT, supply: 30, last: null, allotted: 10 }
    expect(checkShare(whole)).toEqual([])
    expect(checkShare({ ...whole, last: { remainder: 0, first: 0 } })).toEqual([
      'tokens were left over where there was enough for all',
    ])
  })

  describe('of committed applications', () => {
    const MADE = {
      ...{ at: 9, project: 3, token: 'MOONB', endsAt: 9, supply: 10, cap: 10, total: 30, claims: 2 },
      root: sha256(nodeText(sha256(leafText('ieo-claims-1|3|1|1|10|0|10')), other)),
    }
    const LISTED = {
      ...{ at: 12, ticks: [], last: { remainder: 10, first: 1 } },
      root: sha256(nodeText(sha256(leafText('ieo-3|3|1|1|10|4')), other)),
    }
    const made = (sale = MADE, listed: Parameters<typeof listReceipt>[2] = LISTED): IeoReceipt => ({
      ...{ rule: 'ieo-3', sale: claimsReceipt(sale), list: listReceipt(sha256, claimsReceipt(sale), listed) },
      ...{ claim: 1, applied: 10, first: 1, before: 0, inAll: 10, allotted: 4, index: 0 },
      ...{ claimPath: [other], path: [other] },
    })
    const problems = (receipt: IeoReceipt) => checkIeoReceipt(receipt, { sha256 })
    const RIGHT = made()
    const NOT_COMMITTED = 'the application is not one of the committed ones'
    const UNLISTED = 'the published list, by its root, does not have this allotment'
    const NOT_THOSE = 'the applications are not those that were committed to'

    test('has receipts of the forms that are published', () => {
      const { sale, list } = RIGHT
      expect([sale.rule, list.rule]).toEqual(['ieo-claims-1', 'ieo-list-1'])
      const forms = [
        malformedIn(IEO.shape, RIGHT),
        malformedIn(IEO_CLAIMS.shape, sale),
        malformedIn(IEO_LIST.shape, list),
      ]
      expect(forms).toEqual([[], [], []])
      expect([IEO.check(RIGHT, HASHING), IEO_CLAIMS.check(sale, HASHING), IEO_LIST.check(list, HASHING)]).toEqual([
        ...[[], [], []],
      ])
    })

    test('is shown by both roots', () => {
      expect(problems(RIGHT)).toEqual([])
      expect(problems({ ...RIGHT, claimPath: [] })).toEqual([NOT_COMMITTED])
      expect(problems({ ...RIGHT, inAll: 11 })).toEqual([NOT_COMMITTED])
      expect(problems(made({ ...MADE, root: other }))).toEqual([NOT_COMMITTED])
      expect(problems({ ...RIGHT, sale: { ...RIGHT.sale, at: 10 } })).toEqual([NOT_THOSE])
      expect(problems({ ...RIGHT, sale: { ...RIGHT.sale, token: 'OTHER' } })).toEqual([NOT_THOSE])
      expect(problems({ ...RIGHT, list: { ...RIGHT.list, committedAt: 8 } })).toEqual([NOT_THOSE])
      expect(problems({ ...RIGHT, list: { ...RIGHT.list, project: 4 } })).toEqual(['the list is of another sale'])
      expect(problems({ ...RIGHT, list: { ...RIGHT.list, claims: 3 } })).toEqual(['the list is of another sale'])
      expect(problems({ ...RIGHT, path: [] })).toEqual([UNLISTED])
    })

    test('is committed to after the end, and before the sharing', () => {
      expect(problems(made({ ...MADE, endsAt: 10 }))).toEqual(['the sale was not over'])
      expect(problems(made(MADE, { ...LISTED, at: 9 }))).toEqual([])
      expect(problems(made(MADE, { ...LISTED, at: 8 }))).toEqual([
        'the applications were shared out before they were committed to',
      ])
      const tick = { symbol: 'BTC-USDT', seq: 1, at: 12, price: '1.0', source: 's', previousHash: other, hash: other }
      expect(problems(made(MADE, { ...LISTED, ticks: [tick] }))).toEqual(['its tick is not from before the sharing'])
      expect(problems(made(MADE, { ...LISTED, ticks: [{ ...tick, at: 11 }] }))).toEqual([])
    })

    test('has a root of at least one application', () => {
      const none = claimsReceipt({ ...MADE, total: 0, claims: 0, root: null })
      const list = listReceipt(sha256, none, { ...LISTED, last: null, root: null })
      expect([checkClaims(none), checkList(list)]).toEqual([[], []])
      expect(checkClaims({ ...none, root: other })).toEqual(['a root is of at least one application'])
      expect(checkClaims({ ...none, total: 1 })).toEqual(['a total is of at least one application'])
      expect(checkList({ ...list, root: other })).toEqual(['a root is of at least one application'])
      expect(checkList({ ...list, last: LISTED.last })).toEqual(['tokens were left over without an application'])
      const empty = { ...RIGHT, sale: none, list, claimPath: [], path: [] }
      expect(problems(empty)).toEqual(expect.arrayContaining([NOT_COMMITTED, UNLISTED]))
    })
  })

  test('has an application after the first of its applicant', () => {
    const wrong = ['the application is not one of those that it is said to be among']
    const second = { ...RECEIPT, claim: 7, first: 4, before: 5, applied: 5, allotted: 0 }
    expect(checkShare(second)).toEqual([])
    expect(checkShare({ ...second, first: 8 })).toEqual(wrong)
  })
})
