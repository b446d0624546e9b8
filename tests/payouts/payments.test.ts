// A withdrawal as a payment: what is due, in which units, by which way, and which payments make a batch.

import { describe, expect, it } from 'vitest'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { type Payer, assetUnits, chainUnits } from '#services/chains/payer'
import {
  assetOf,
  coinOf,
  confirmationsOf,
  dueOf,
  methodOf,
  newSend,
  paymentOf,
  pickForBatch,
} from '#services/payouts/payments'

const USDT = {
  ...{ id: 3, code: 'USDT', scale: 6 },
  networks: [
    { name: 'TRC20', confirmationsMin: 19 },
    { name: 'ERC20', confirmationsMin: 12 },
  ],
}
const ETH = { id: 2, code: 'ETH', scale: 8, networks: [] }
const TRX = { id: 9, code: 'TRX', scale: 6, networks: [] }
const catalogue = { assets: [USDT, ETH], unlistedAssets: [TRX] } as unknown as Catalogue

const row = (change: Partial<WithdrawalRow> = {}): WithdrawalRow =>
  ({
    ...{ id: 12, assetId: 3, network: 'ERC20', target: '0xaa', memo: 'm', nonce: 4, txId: '' },
    ...{ amount: amount(12_500_000n), fee: amount(1_000_000n) },
    ...change,
  }) as WithdrawalRow

describe('a payment', () => {
  it('is of what is left after the fee, to the address of its withdrawal', () => {
    expect(dueOf(row())).toBe(11_500_000n)
    expect(paymentOf(catalogue, row())).toEqual({
      ...{ withdrawalId: 12, assetCode: 'USDT', scale: 6, due: 11_500_000n, target: '0xaa', memo: 'm', nonce: 4 },
    })
  })

  it('is of a known asset, listed or not', () => {
    expect(assetOf(catalogue, { assetId: 9 })).toBe(TRX)
    expect(() => assetOf(catalogue, { assetId: 8 })).toThrow('asset 8 is unknown')
  })

  it('is final after as many confirmations as a deposit needs on its network, otherwise one', () => {
    const confirmations = ['ERC20', 'TRC20', 'BEP20'].map((network) => confirmationsOf(catalogue, row({ network })))
    expect(confirmations).toEqual([12, 19, 1])
    expect(confirmationsOf(catalogue, row({ assetId: 2 }))).toBe(1)
  })

  it('pays the network in its own coin', () => {
    expect(coinOf(catalogue, 'ERC20')).toBe(ETH)
    expect(coinOf(catalogue, 'TRC20')).toBe(TRX)
    expect([coinOf(catalogue, 'BTC'), coinOf(catalogue, 'MOON'), coinOf(catalogue, '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is signed where its network has a file for signers, otherwise sent by another wallet, or by a bank', () => {
    const signing = { signing: {} } as Payer
    const ways = ['ERC20', 'AVAX', 'BTC', 'LTC', 'MOON'].map((network) => methodOf(network, signing))
    expect(ways).toEqual(['evm', 'evm', 'psbt', 'psbt', 'psbt'])
    expect([methodOf('ERC20', null), methodOf('DOGE', { signing: null } as Payer)]).toEqual(['plain', 'plain'])
    expect([methodOf('', signing), methodOf('', null)]).toEqual(['bank', 'bank'])
  })

  it('is sent in the units of its chain, rounded down, and seen in those of its asset', () => {
    // 1.5 with six decimals.
    const payment = { due: 1_500_000n, scale: 6 }
    expect([chainUnits(payment, 18), chainUnits(payment, 6)]).toEqual([1_500_000_000_000_000_000n, 1_500_000n])
    expect(chainUnits({ due: 1_599_999n, scale: 6 }, 1)).toBe(15n)
    expect(assetUnits({ scale: 6 }, 1_500_000_999_999_999_999n, 18)).toBe(1_500_000n)
    expect(assetUnits({ scale: 8 }, 15n, 1)).toBe(150_000_000n)
  })

  it('has a transaction as it becomes known', () => {
    expect(newSend(row(), '0xab', 77)).toEqual({
      ...{ withdrawalId: 12, txId: '0xab', network: 'ERC20', assetId: 3, raw: '', nonce: 4, sentAt: 77 },
    })
  })
})

describe('a batch', () => {
  const picked = (rows: readonly WithdrawalRow[], max = 9) => pickForBatch(rows, max).map(({ id }) => id)

  it('has one payment per address, memo and asset, the first of each', () => {
    const rows = [
      row({ id: 1 }),
      row({ id: 2 }),
      row({ id: 3, target: '0xbb' }),
      row({ id: 4, memo: '' }),
      row({ id: 5, assetId: 2 }),
      row({ id: 6, target: '0xbb' }),
    ]
    expect(picked(rows)).toEqual([1, 3, 4, 5])
  })

  it('has so many payments at the most', () => {
    const rows = ['0xa', '0xb', '0xc'].map((target, index) => row({ id: index, target }))
    expect([picked(rows, 3), picked(rows, 2), picked(rows, 0)]).toEqual([[0, 1, 2], [0, 1], []])
  })
})
