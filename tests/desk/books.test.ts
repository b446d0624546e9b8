// Sums of counted accounts, and their comparison with a market.

import { describe, expect, it, test } from 'vitest'
import { BookSums, type ReceivedLine, type SumLine, booksOf, compareMarket, worstOf } from '#domain/desk/books'

const NOTHING = { sums: [], heard: [] }
const USDT = 3

describe('an account’s books', () => {
  it.each([
    ['change:available', 'users'],
    ['lever:held', 'users'],
    ['@external', 'external'],
    ['@external:TRC20', 'external'],
    ['@nft_margin', 'auctions'],
    ['@house:loan', 'lent'],
    ['@house:loan_due', 'interest_due'],
    ['@insurance', 'insurance'],
    ['@fees:futures', 'fees'],
    ['@demo', 'demo'],
    ['@corrections', 'corrections'],
    ['@fees', 'fees'],
    ['@rebate:10001', 'rebates'],
    ['@transit:10002', 'rebates'],
    ['@house', 'rest'],
    ['@market:BTC-USDT', '@market:BTC-USDT'],
  ])('have %s among %s', (account, part) => {
    expect(booksOf([{ account, assetId: USDT, amount: '-5' }], [])).toEqual({ sums: [[part, USDT, '-5']], heard: [] })
  })

  it('add up by part and asset, and what is zero is left out', () => {
    const lines = [
      ['change:available', 7],
      ['change:held', -2],
      ['@demo', 4],
      ['@demo', -4],
    ] as const
    const accounts = lines.map(([account, units]) => ({ account, assetId: USDT, amount: String(units) }))
    expect(booksOf(accounts, [{ symbol: 'BTC-USDT', messages: 2 }])).toEqual({
      sums: [['users', USDT, '5']],
      heard: [['BTC-USDT', 2]],
    })
  })
})

test('the assets of a part are those of its own lines', () => {
  const sums: SumLine[] = [['users', USDT, '5'], ['demo', 1, '2'], ['users', 7, '-1']] // prettier-ignore
  expect(new BookSums({ sums, heard: [] }).assetsOf('users')).toEqual([USDT, 7])
})

test('an account that is counted again counts once: what it came to before is taken out', () => {
  const before = { sums: [['users', USDT, '5'] as SumLine], heard: [['BTC-USDT', 2] as ReceivedLine] }
  const sums = new BookSums(before)
  sums.take(before)
  expect(sums.books()).toEqual(NOTHING)
  sums.put({ sums: [['users', USDT, '8']], heard: [['BTC-USDT', 3]] })
  expect(sums.get('users', USDT)).toBe(8n)
  expect(sums.heard('BTC-USDT')).toBe(3)
})

test('a difference is over every line of the asset, those in the names of markets included', () => {
  const sums: SumLine[] = [['users', USDT, '5'], ['@market:BTC-USDT', USDT, '-3'], ['users', 1, '9']] // prettier-ignore
  expect(new BookSums({ sums, heard: [] }).difference(USDT)).toBe(2n)
})

describe('a market', () => {
  const name = '@market:BTC-USDT'
  const verdicts = (messagesMade: number, inHouse: string, isEverybodyCounted = true) =>
    compareMarket(new BookSums({ sums: [[name, USDT, '40']], heard: [['BTC-USDT', 6]] }), {
      symbol: 'BTC-USDT',
      house: [
        { account: name, assetId: USDT, amount: inHouse },
        { account: '@house', assetId: USDT, amount: '1000' },
      ],
      messagesMade,
      assetIds: [1, USDT],
      isEverybodyCounted,
    }).map(({ assetId, verdict }) => [assetId, verdict])

  it('that the accounts have heard all of is zero with them, or something was made or lost', () => {
    expect(verdicts(6, '-40')).toEqual([[1, 'zero'], [USDT, 'zero']]) // prettier-ignore
    expect(verdicts(6, '-39')).toEqual([[1, 'zero'], [USDT, 'off']]) // prettier-ignore
  })

  it('that has said more than they know of cannot be compared yet', () => {
    expect(verdicts(7, '-39')).toEqual([[1, 'newer'], [USDT, 'newer']]) // prettier-ignore
    // The missing messages may belong to an uncounted account.
    expect(verdicts(7, '-39', false)).toEqual([[1, 'uncounted'], [USDT, 'uncounted']]) // prettier-ignore
    expect(verdicts(6, '-39', false)).toEqual([[1, 'zero'], [USDT, 'off']]) // prettier-ignore
  })

  it('says the worst of its assets', () => {
    expect([worstOf([]), worstOf(['zero', 'newer']), worstOf(['newer', 'off', 'zero'])]).toEqual([
      'zero',
      'newer',
      'off',
    ])
    expect(worstOf(['newer', 'uncounted', 'zero'])).toBe('uncounted')
  })
})
