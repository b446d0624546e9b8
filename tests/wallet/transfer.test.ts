// Transfer form model: summary, refusals with their field, and initial values from the URL.

import { describe, expect, test } from 'vitest'
import type { Wallet } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { type TransferAsset, type TransferFields, givers, readTransfer, startFields } from '../../app/forms/transfer'

const BTC: TransferAsset = { id: 1, code: 'BTC', scale: 8, wallets: ['legal', 'change', 'earn'] }
const USDT: TransferAsset = { id: 3, code: 'USDT', scale: 6, wallets: ['legal', 'change', 'stocks'] }

const available: Readonly<Record<string, bigint>> = { 'change:3': 1_000_500_000n, 'stocks:1': 5n, 'legal:3': 1n }
const availableOf = (wallet: Wallet, assetId: number) => amount(available[`${wallet}:${assetId}`] ?? 0n)
const facts = { language: 'en', assets: [BTC, USDT], availableOf } as const
const fields: TransferFields = { assetId: '3', from: 'change', to: 'legal', amount: '1,000.5' }

describe('a transfer', () => {
  test('of all that is available leaves nothing here and adds it there, to the last unit', () => {
    const { summary } = readTransfer(facts, fields)
    expect(summary?.amount).toBe(1_000_500_000n)
    expect(summary?.from).toEqual({ wallet: 'change', before: 1_000_500_000n, after: 0n })
    expect(summary?.to).toEqual({ wallet: 'legal', before: 1n, after: 1_000_500_001n })
  })

  test('reads a comma as the language means it', () => {
    expect(readTransfer({ ...facts, language: 'fra' }, { ...fields, amount: '1 000,5' }).summary?.amount).toBe(
      1_000_500_000n,
    )
  })

  test.each<[what: string, change: Partial<TransferFields>, code: string, field: string]>([
    ['one unit too much', { amount: '1000.500001' }, 'insufficient_available', 'amount'],
    ['nothing', { amount: '0' }, 'amount_not_positive', 'amount'],
    ['no number', { amount: '' }, 'amount_malformed', 'amount'],
    ['a seventh decimal', { amount: '1.0000001' }, 'amount_too_precise', 'amount'],
    ['the wallet that it comes from', { to: 'change' }, 'wallet_same', 'to'],
    ['a wallet that cannot hold it', { to: 'micro' }, 'wallet_not_for_asset', 'to'],
    ['an asset that is not listed', { assetId: '9' }, 'asset_not_found', 'asset'],
  ])('of %s is refused beside its field', (_, change, code, field) => {
    const { problem } = readTransfer(facts, { ...fields, ...change })
    expect([problem?.refusal.code, problem?.field]).toEqual([code, field])
  })

  test('may leave a wallet that the asset cannot enter any more', () => {
    expect(givers(BTC, availableOf)).toEqual(['legal', 'change', 'stocks', 'earn'])
  })
})

describe('the form starts', () => {
  const start = (query: string) => {
    const { assetId, from, to } = startFields(new URLSearchParams(query), [BTC, USDT])
    return [assetId, from, to]
  }

  test.each<[query: string, fields: string[]]>([
    ['', ['3', 'change', 'legal']],
    ['asset=1&from=earn', ['1', 'earn', 'change']],
    ['to=micro', ['3', 'change', 'micro']],
    ['to=change', ['3', 'legal', 'change']],
    ['from=earn&to=earn', ['3', 'earn', 'change']],
    ['asset=77&from=nowhere', ['3', 'change', 'legal']],
  ])('from "%s"', (query, expected) => expect(start(query)).toEqual(expected))
})
