// What the desk reads of an account is in words, in every language; what has none yet is still readable.

import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#domain/language'
import {
  ledgerSubject,
  holdText,
  ledgerText,
  orderStateText,
  orderText,
  reasonText,
} from '../../app/admin/ledger-words'
import { pageI18n } from '../../app/text/i18n.server'

const jp = pageI18n('jp')

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
    ['@something_new', '@something new'],
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
    ['something_new:1', null, 'something new:1'],
  ])('of %s, whose review is %s, is for %s', (ref, reviewId, text) => {
    expect(holdText(jp, { ref, reviewId })).toBe(text)
  })

  it('of a deposit is the deposit’s in whichever wallet', () => {
    expect(['deposit:5', 'deposit:5:legal', 'spot:4'].map(ledgerSubject)).toEqual(['deposit:5', 'deposit:5', 'spot:4'])
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
      for (const account of ['@external', '@demo', '@corrections', '@fees', '@house'])
        expect(ledgerText(words, account)).not.toContain('@')
      for (const name of ['@market', '@rebate', '@transit']) {
        const text = ledgerText(words, `${name}:10001`)
        expect(text).toContain('10001')
        expect(text).not.toContain('@')
      }
    }
  })
})
