// Account data at the desk in words of every language; untranslated codes stay readable.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#domain/language'
import {
  ledgerSubject,
  holdText,
  ledgerText,
  orderStateText,
  orderText,
  reasonText,
  subjectText,
} from '../../app/admin/ledger-words'
import { pageI18n } from '../../app/text/i18n.server'

const jp = pageI18n('jp')
const ACCOUNT = 'party/account'
const sources = readdirSync(ACCOUNT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(ACCOUNT, name), 'utf8'))

describe('an entry of a ledger', () => {
  it.each([
    ['spot_fill', '現物取引の約定'],
    ['withdrawal_fee', '出金手数料'],
    ['something_new', 'something new'],
  ])('for %s says %s', (reason, text) => {
    expect(reasonText(jp, reason)).toBe(text)
  })

  it.each([
    ['change:held', '現物 · 拘束中'],
    ['@market:BTC-USDT', 'マーケット BTC-USDT'],
    ['@fees', '手数料'],
    ['@rebate:10001', '10001への紹介報酬（未送付）'],
    ['@house:mining', '自社勘定：ロックマイニング'],
    ['@quiz:3', 'クイズ #3 のプール'],
    ['@transit:10001', '送金中：10001'],
    ['@transit:-10001', '送金中：トレーダー 10001'],
    ['@something_new', '@something new'],
    ['@market', '@market'],
    ['toString:held', 'toString:held'],
  ])('in the name of %s says %s', (account, text) => {
    expect(ledgerText(jp, account)).toBe(text)
  })
})

describe('a hold', () => {
  it.each([
    ['spot:4', null, '現物注文 #4'],
    ['withdrawal:3', 8, '出金 #8'],
    ['deposit:5:legal', 9, '入金 #9'],
    ['withdrawal:3', null, reasonText(jp, 'withdrawal_hold')],
    ['mining:1', null, '預入 #1'],
    ['nft:4', null, 'NFTの代金 #4'],
    ['nft:lot:3', null, 'オークション保証金（出品 #3）'],
    ['ieo-lock:2', null, 'IEOの申込 #2 のロック中トークン'],
    ['something_new:1', null, 'something new:1'],
  ])('of %s, whose review is %s, is for %s', (ref, reviewId, text) => {
    expect(holdText(jp, { ref, reviewId })).toBe(text)
  })

  it('of a deposit is the deposit’s in whichever wallet', () => {
    expect(['deposit:5', 'deposit:5:legal', 'spot:4'].map(ledgerSubject)).toEqual(['deposit:5', 'deposit:5', 'spot:4'])
  })
})

describe('what features write into the ledger', () => {
  const named = (pattern: RegExp): string[] => [
    ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))),
  ]

  it('in the name of the system has words in every language', () => {
    const accounts = named(/['`](@[a-z_]+(?::[a-z_]+)?)['`]/g)
    expect(accounts).toEqual(expect.arrayContaining(['@house:mining', '@house:loan_due', '@insurance', '@nft_margin']))
    for (const words of LANGUAGES.map(pageI18n))
      expect(accounts.filter((account) => ledgerText(words, account).includes('@'))).toEqual([])
  })

  it('under references of its own has words in every language', () => {
    const refs = named(/Ref = \([^)]*\)(?:: string)? => `([a-z:-]+)\$/g)
    expect(refs).toEqual(expect.arrayContaining(['mining:', 'nft:lot:', 'ieo-lock:', 'futures:']))
    for (const words of LANGUAGES.map(pageI18n))
      expect(refs.filter((ref) => subjectText(words, { ref: `${ref}7`, reviewId: null }) === null)).toEqual([])
  })
})

describe('an order', () => {
  const order = { side: 'buy', kind: 'limit', state: 'open', closeReason: null, lotsFilled: 0 } as const

  it('is said by its side and kind, and how it stands', () => {
    expect(orderText(jp, order)).toBe('買い · 指値')
    expect(orderStateText(jp, order)).toBe('未約定')
    expect(orderStateText(jp, { ...order, lotsFilled: 1 })).toBe('一部約定')
    expect(orderStateText(jp, { ...order, state: 'cancelled', closeReason: 'cancelled' })).toBe('取消済み')
    expect(orderStateText(jp, { ...order, state: 'cancelled', closeReason: 'self_trade' })).toBe(
      '自己約定防止により終了',
    )
    expect(orderStateText(jp, { ...order, state: 'half_done' })).toBe('half done')
  })

  it('shows no name of the code in any language', () => {
    for (const language of LANGUAGES) {
      const words = pageI18n(language)
      for (const closeReason of ['not_filled', 'self_trade', 'refused'] as const)
        expect(orderStateText(words, { ...order, state: 'rejected', closeReason })).not.toMatch(/_/)
      expect(ledgerText(words, 'change:available')).not.toMatch(/available(?!$)|change/)
      for (const name of ['@market', '@rebate', '@transit', '@quiz']) {
        const text = ledgerText(words, `${name}:10001`)
        expect(text).toContain('10001')
        expect(text).not.toContain('@')
      }
    }
  })
})
