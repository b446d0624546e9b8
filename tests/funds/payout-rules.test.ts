// How the payment of a withdrawal is judged by what its chain shows, and when one that had ended is undone.

import { describe, expect, test } from 'vitest'
import { REORGANISED } from '#domain/funds/deposit'
import { NETWORKS } from '#domain/funds/network'
import {
  ENDED_LOOK_MS,
  ENDED_WATCHED_MS,
  GONE_WATCHED_MS,
  PAYOUT_PROBLEMS,
  type PayoutSight,
  SEND_STATES,
  isMissing,
  isUndone,
  judgePayout,
} from '#domain/funds/payout'
import { bankCurrency } from '#domain/funds/withdrawal'

const PLACED = {
  is: 'placed',
  confirmations: 12,
  hasFailed: false,
  minedAt: null,
  paid: 100n,
  networkFee: null,
} as const
const NOW = 10_000_000

describe('a payment of 100 that needs 12 confirmations', () => {
  const judge = (sight: PayoutSight, missedFor: number | null = null) => {
    const missedSince = missedFor === null ? null : NOW - missedFor
    return judgePayout(sight, { due: 100n, confirmationsMin: 12, missedSince, now: NOW })
  }

  test('is judged once it has them', () => {
    expect([judge(PLACED), judge({ ...PLACED, confirmations: 13 })]).toEqual(['paid', 'paid'])
    expect([judge({ ...PLACED, confirmations: 11 }), judge({ is: 'pending' }, 9_000_000)]).toEqual([null, null])
    expect(judge({ ...PLACED, confirmations: 11, hasFailed: true, paid: 0n })).toBeNull()
  })

  test('has failed, or paid nobody or another amount', () => {
    expect(judge({ ...PLACED, hasFailed: true })).toBe('failed')
    const paid = [0n, 1n, 99n, 101n].map((units) => judge({ ...PLACED, paid: units }))
    expect(paid).toEqual(['wrong_target', 'wrong_amount', 'wrong_amount', 'wrong_amount'])
  })

  test('is replaced after ten minutes, and dropped after an hour, in which no node shows it', () => {
    const after = (is: 'replaced' | 'missing', ...missed: (number | null)[]) =>
      missed.map((each) => judge({ is }, each))
    expect(after('replaced', null, 599_999, 600_000)).toEqual([null, null, 'replaced'])
    expect(after('missing', null, 3_599_999, 3_600_000)).toEqual([null, null, 'dropped'])
  })
})

describe('a payment that had ended with 100', () => {
  const undone = (sight: PayoutSight, missedFor: number | null = null, paid = 100n) => {
    const missedSince = missedFor === null ? null : NOW - missedFor
    return isUndone(sight, { paid, confirmationsMin: 12, missedSince, now: NOW })
  }

  test('is undone where the chain shows another amount, with all confirmations', () => {
    expect([undone(PLACED), undone(PLACED, 9_000_000)]).toEqual([false, false])
    expect([undone({ ...PLACED, paid: 99n }), undone({ ...PLACED, paid: 0n })]).toEqual([true, true])
    expect(undone({ ...PLACED, paid: 99n, confirmations: 11 })).toBe(false)
  })

  test.each(['missing', 'replaced'] as const)('is undone after an hour in which it is %s', (is) => {
    expect([null, 3_599_999, 3_600_000].map((missed) => undone({ is }, missed))).toEqual([false, false, true])
    // One that paid nothing has nothing to undo.
    expect(undone({ is }, 3_600_000, 0n)).toBe(false)
  })

  test('is not undone while it waits for a block', () => expect(undone({ is: 'pending' }, 9_000_000)).toBe(false))
})

test('a payment is missing that no node knows, or that another one took the place of', () => {
  const sights = [{ is: 'missing' }, { is: 'replaced' }, { is: 'pending' }, PLACED] as const
  expect(sights.map(isMissing)).toEqual([true, true, false, false])
})

test('payments are watched for a day after their end, every ten minutes, and given up ones for two weeks', () => {
  expect([ENDED_WATCHED_MS, ENDED_LOOK_MS, GONE_WATCHED_MS]).toEqual([86_400_000, 600_000, 1_209_600_000])
})

test('a bank pays dollars, for coins that are worth one', () => {
  expect(['USDT', 'USDC', 'BTC', ''].map(bankCurrency)).toEqual(['USD', 'USD', null, null])
})

test('what stands in the tables is spelled so', () => {
  expect(PAYOUT_PROBLEMS.join()).toBe('failed,replaced,dropped,wrong_amount,wrong_target,paid_twice')
  expect(SEND_STATES.join()).toBe('sent,paid,stray,failed,gone')
  expect(REORGANISED).toBe('reorganised')
})

test('each network has its coin, and a public page of its transactions', () => {
  expect(Object.fromEntries(NETWORKS.map(({ name, coin, explorer }) => [name, [coin, explorer]]))).toEqual({
    BTC: ['BTC', 'https://mempool.space/tx/'],
    LTC: ['LTC', 'https://litecoinspace.org/tx/'],
    DOGE: ['DOGE', 'https://dogechain.info/tx/'],
    ERC20: ['ETH', 'https://etherscan.io/tx/'],
    BEP20: ['BNB', 'https://bscscan.com/tx/'],
    AVAX: ['AVAX', 'https://snowtrace.io/tx/'],
    TRC20: ['TRX', 'https://tronscan.org/#/transaction/'],
    SOL: ['SOL', 'https://solscan.io/tx/'],
    XRP: ['XRP', 'https://livenet.xrpl.org/transactions/'],
    ADA: ['ADA', 'https://cardanoscan.io/transaction/'],
    DOT: ['DOT', 'https://polkadot.subscan.io/extrinsic/'],
  })
})
