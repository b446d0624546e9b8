// The ledger of one user without a room: what an entry does to balances, holds and bills, what is refused, and what a turn saves.

import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Amount, amount } from '#domain/money/amount'
import { Ledger, type Line, move } from '#party/account/ledger'
import type { Store } from '#party/lib/store'
import type { TurnLog } from '#party/lib/turn-log'

const [BTC, USDT] = [1, 3]
const units = (value: number): Amount => amount(BigInt(value))

/** Stored rows by table, in the order of their columns. */
const storeOf = (tables: Readonly<Record<string, readonly (string | number | null)[][]>>): Store => {
  const rowsOf = (statement: string) => tables[/FROM (\w+)/.exec(statement)?.[1] ?? ''] ?? []
  return {
    has: (table: string) => table in tables,
    values: (statement: string) => rowsOf(statement).map((row) => [...row]),
    firstValues: (statement: string, ref: string) => {
      const reason = /WHERE reason = '(\w+)' AND ref = \?/.exec(statement)?.[1]
      const found = rowsOf(statement).find((row) => row[1] === reason && row[2] === ref)
      return found && [found[0] ?? null]
    },
    first: (statement: string) => ({ last: Math.max(0, ...rowsOf(statement).map(([id]) => Number(id))) || null }),
  } as unknown as Store
}

type Saved = readonly [how: 'add' | 'put' | 'remove', table: string, row: object]

let ledger: Ledger

/** What a turn saves. */
function saved(of = ledger): Saved[] {
  const calls: Saved[] = []
  const note = (how: Saved[0]) => (schema: SQLiteTable, row: object) =>
    calls.push([how, getTableName(schema), { ...row }])
  of.save({ add: note('add'), put: note('put'), remove: note('remove') } as unknown as TurnLog)
  return calls
}
const grant = (value: number, assetId = USDT) => {
  const lines = move(assetId, units(value), '@demo', 'change:available')
  return ledger.post({ reason: 'demo_grant', ref: `grant-${value}`, lines }, 1)
}
const balance = (wallet: string, assetId = USDT) => {
  const found = ledger.balances().find((row) => row.wallet === wallet && row.assetId === assetId)
  return found && [found.available, found.held]
}

beforeEach(() => {
  ledger = new Ledger(storeOf({}))
})

describe('an entry', () => {
  test('moves between accounts, and has the next number', () => {
    expect([grant(100), grant(50)]).toEqual([1, 2])
    expect(ledger.available('change', USDT)).toBe(150n)
    expect([ledger.available('change', BTC), ledger.available('lever', USDT)]).toEqual([0n, 0n])
  })

  const lines = (...each: readonly [account: Line['account'], assetId: number, value: number][]): Line[] =>
    each.map(([account, assetId, value]) => ({ account, assetId, amount: units(value) }))
  test.each<[string, Line[], string]>([
    ['nothing', [], 'an entry moves something'],
    ['zeros', lines(['@demo', USDT, 0], ['change:available', USDT, 0]), 'an entry moves something'],
    ['one side', lines(['change:available', USDT, 5]), 'an entry sums to zero per asset'],
    ['too little', lines(['@demo', USDT, -4], ['change:available', USDT, 5]), 'an entry sums to zero per asset'],
    ['two assets', lines(['@demo', BTC, -5], ['change:available', USDT, 5]), 'an entry sums to zero per asset'],
    [
      'more than is there',
      lines(['change:available', USDT, -1], ['@fees', USDT, 1]),
      'no balance of a user goes below zero',
    ],
    ['more than is held', lines(['change:held', USDT, -1], ['@fees', USDT, 1]), 'no balance of a user goes below zero'],
    [
      'no account',
      lines(['savings:held' as '@x', USDT, 5], ['@demo', USDT, -5]),
      'savings:held is an account of the ledger',
    ],
  ])('of %s is refused', (_, wrong, words) =>
    expect(() => ledger.post({ reason: 'transfer', ref: 'x', lines: wrong }, 1)).toThrow(words),
  )

  test('may empty a balance', () => {
    grant(100)
    ledger.post({ reason: 'transfer', ref: 'x', lines: move(USDT, units(100), 'change:available', '@fees') }, 1)
    expect(ledger.available('change', USDT)).toBe(0n)
  })
})

describe('money that is set aside', () => {
  const hold = (value: number, ref = 'spot:1', assetId = USDT, wallet: 'change' | 'lever' = 'change') =>
    ledger.hold({ ref, wallet, assetId, amount: units(value) }, 'spot_hold', 2)

  test('is held, held on, captured in part, and given back', () => {
    grant(100)
    hold(60)
    hold(10)
    expect([balance('change'), ledger.holdLeft('spot:1')]).toEqual([['30', '70'], 70n])
    const out = [{ account: '@market:BTC-USDT', assetId: USDT, amount: units(25) }] as const
    ledger.capture({ ref: 'spot:1', captured: units(25), released: units(5), reason: 'spot_fill', lines: out }, 3)
    expect([balance('change'), ledger.holdLeft('spot:1')]).toEqual([['35', '40'], 40n])
    ledger.release('spot:1', units(15), 'spot_release', 4)
    expect([balance('change'), ledger.holdLeft('spot:1')]).toEqual([['50', '25'], 25n])
    ledger.release('spot:1', units(25), 'spot_release', 5)
    expect([balance('change'), ledger.holdLeft('spot:1')]).toEqual([['75', '0'], 0n])
  })

  test('is something, of one asset of one wallet, and is there', () => {
    grant(100)
    grant(100, BTC)
    for (const none of [0, -1]) expect(() => hold(none)).toThrow('a hold holds something')
    hold(10)
    expect(() => hold(10, 'spot:1', BTC)).toThrow('one reference holds one asset of one wallet')
    expect(() => hold(10, 'spot:1', USDT, 'lever')).toThrow('one reference holds one asset of one wallet')
    hold(10, 'spot:3', BTC)
    expect([balance('change'), balance('change', BTC)]).toEqual([
      ['90', '10'],
      ['90', '10'],
    ])
    // The room starts again without what was refused.
    expect(() => hold(91, 'spot:2')).toThrow('below zero')
  })

  test('is captured and released within its hold only', () => {
    grant(100)
    hold(60)
    hold(40, 'spot:2')
    const capture = (captured: number, released: number, ref = 'spot:1') => {
      const lines = [{ account: '@fees', assetId: USDT, amount: units(captured) }] as const
      ledger.capture({ ref, captured: units(captured), released: units(released), reason: 'spot_fill', lines }, 3)
    }
    for (const [captured, released] of [
      [61, 0],
      [0, 61],
      [31, 30],
      [-1, 5],
      [5, -1],
    ] as const)
      expect(() => capture(captured, released)).toThrow('a capture stays within its hold')
    expect(() => capture(1, 0, 'spot:9')).toThrow('only what is held is captured')
    for (const value of [61, -1])
      expect(() => ledger.release('spot:1', units(value), 'spot_release', 4)).toThrow('a release stays within its hold')
    expect(() => ledger.release('spot:9', units(1), 'spot_release', 4)).toThrow('a release stays within its hold')
    // A fill below one unit, and the whole.
    capture(0, 10)
    capture(30, 0)
    capture(10, 10)
    expect([balance('change'), ledger.holdLeft('spot:1')]).toEqual([['20', '40'], 0n])
    expect(() => ledger.release('spot:9', units(0), 'spot_release', 4)).not.toThrow()
  })
})

describe('bills', () => {
  const billsOf = (calls: readonly Saved[]) => calls.filter(([, table]) => table === 'bill').map(([, , row]) => row)

  test('are one per wallet, asset and reason, each from before to after', () => {
    grant(1_000)
    ledger.hold({ ref: 'spot:1', wallet: 'change', assetId: USDT, amount: units(600) }, 'spot_hold', 2)
    ledger.capture(
      {
        ...{ ref: 'spot:1', receiptId: 'ab', reason: 'spot_fill', captured: units(500), released: units(100) },
        lines: [
          { account: '@market:BTC-USDT', assetId: USDT, amount: units(500) },
          { account: '@market:BTC-USDT', assetId: BTC, amount: units(-70) },
          { account: 'change:available', assetId: BTC, amount: units(70) },
          { account: 'change:available', assetId: BTC, amount: units(-2), reason: 'spot_fee' },
          { account: '@fees', assetId: BTC, amount: units(2), reason: 'spot_fee' },
        ],
      },
      3,
    )
    // A hold changes nothing of the whole, and has no bill.
    const common = { wallet: 'change', ref: 'spot:1', receiptId: 'ab', at: 3, entryId: 3 }
    expect(billsOf(saved())).toEqual([
      {
        ...{ id: 1, entryId: 1, at: 1, ref: 'grant-1000', receiptId: null, wallet: 'change', assetId: USDT },
        ...{ reason: 'demo_grant', value: 1_000n, before: 0n, after: 1_000n },
      },
      { ...common, id: 2, assetId: USDT, reason: 'spot_fill', value: -500n, before: 1_000n, after: 500n },
      { ...common, id: 3, assetId: BTC, reason: 'spot_fill', value: 70n, before: 0n, after: 70n },
      { ...common, id: 4, assetId: BTC, reason: 'spot_fee', value: -2n, before: 70n, after: 68n },
    ])
  })

  test('of a move between wallets are one on each side', () => {
    grant(100)
    const lines = move(USDT, units(40), 'change:available', 'lever:available')
    ledger.post({ reason: 'transfer', ref: 'move', lines }, 2)
    expect(billsOf(saved()).slice(1)).toMatchObject([
      { id: 2, wallet: 'change', value: -40n, before: 100n, after: 60n },
      { id: 3, wallet: 'lever', value: 40n, before: 0n, after: 40n },
    ])
  })
})

describe('a turn', () => {
  test('saves its entries, holds and changed balances once', () => {
    grant(100)
    ledger.hold({ ref: 'spot:1', wallet: 'change', assetId: USDT, amount: units(60) }, 'spot_hold', 2)
    expect(ledger.changedBalances()).toEqual([{ wallet: 'change', assetId: USDT, available: '40', held: '60' }])
    const lines = (from: string, to: string, value: number) => [
      [from, USDT, String(-value)],
      [to, USDT, String(value)],
    ]
    const granted = { id: 1, at: 1, reason: 'demo_grant', ref: 'grant-100' }
    const held = { id: 2, at: 2, reason: 'spot_hold', ref: 'spot:1' }
    expect(saved().filter(([, table]) => table !== 'bill')).toEqual([
      ['add', 'entry', { ...granted, lines: lines('@demo', 'change:available', 100) }],
      ['add', 'entry', { ...held, lines: lines('change:available', 'change:held', 60) }],
      ['add', 'hold', { ref: 'spot:1', wallet: 'change', assetId: USDT, amount: 60n }],
      ['put', 'balance', { wallet: 'change', assetId: USDT, available: 40n, held: 60n }],
    ])
    expect([saved(), ledger.changedBalances()]).toEqual([[], []])
  })

  test('shows its entries until they are saved, and the last bill once they are', () => {
    expect([ledger.unsaved, ledger.billHistory]).toEqual([[], { last: 0, changing: [] }])
    grant(100)
    ledger.post(
      { reason: 'transfer', ref: 'move', lines: move(USDT, units(40), 'change:available', 'lever:available') },
      2,
    )
    expect(ledger.unsaved).toMatchObject([
      { reason: 'demo_grant', ref: 'grant-100', at: 1, lines: [{ amount: -100n }, { amount: 100n }] },
      { reason: 'transfer', ref: 'move', at: 2, lines: [{ amount: -40n }, { amount: 40n }] },
    ])
    expect(ledger.billHistory).toEqual({ last: 0, changing: [] })
    saved()
    // One bill of the grant, and one on each side of the move.
    expect([ledger.unsaved, ledger.billHistory]).toEqual([[], { last: 3, changing: [] }])
  })

  test('saves a hold as new, as changed or as gone; one that came and went within it not at all', () => {
    const holds = () =>
      saved()
        .filter(([, table]) => table === 'hold')
        .map(([how, , row]) => [how, row])
    const hold = (value: number, ref: string) =>
      ledger.hold({ ref, wallet: 'change', assetId: USDT, amount: units(value) }, 'spot_hold', 2)
    grant(100)
    hold(10, 'a')
    hold(5, 'a')
    hold(20, 'b')
    ledger.release('b', units(20), 'spot_release', 2)
    const a = { ref: 'a', wallet: 'change', assetId: USDT }
    expect(holds()).toEqual([['add', { ...a, amount: 15n }]])
    ledger.release('a', units(5), 'spot_release', 3)
    expect(holds()).toEqual([['put', { ...a, amount: 10n }]])
    ledger.release('a', units(10), 'spot_release', 4)
    expect(holds()).toEqual([['remove', { ref: 'a' }]])
  })
})

test('a ledger that wakes knows its balances, its holds and its last numbers, and lists balances by wallet and asset', () => {
  ledger = new Ledger(
    storeOf({
      balance: [
        ['lever', 1, '7', '0'],
        ['change', 3, '50', '10'],
        ['change', 1, '5', '0'],
        ['legal', 3, '1', '0'],
      ],
      hold: [['spot:1', 'change', 3, '10']],
      entry: [
        [41, 'correction', 'c'],
        [40, 'demo_grant', 'g'],
      ],
      bill: [[99], [77]],
    }),
  )
  expect(ledger.balances().map(({ wallet, assetId }) => [wallet, assetId])).toEqual([
    ['legal', 3],
    ['change', 1],
    ['change', 3],
    ['lever', 1],
  ])
  expect([ledger.available('change', 3), ledger.holdLeft('spot:1')]).toEqual([50n, 10n])
  ledger.release('spot:1', units(4), 'spot_release', 5)
  expect(grant(1)).toBe(43)
  expect(saved()).toContainEqual([
    'add',
    'bill',
    expect.objectContaining({ id: 100, entryId: 43, before: 60n, after: 61n }),
  ])
  const stored = storeOf({
    entry: [
      [41, 'correction', 'c'],
      [40, 'demo_grant', 'g'],
    ],
  })
  expect(ledger.findEntry(stored, 'correction', 'c')).toBe(41)
  expect(ledger.findEntry(stored, 'demo_grant', 'g')).toBe(40)
  expect(ledger.findEntry(stored, 'demo_grant', 'c')).toBeNull()
})
