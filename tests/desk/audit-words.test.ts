// The audit log in words, in every language: actions are named, and empty facts are omitted.

import { describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '#domain/desk/audit'
import { LANGUAGES, type Language } from '#domain/language'
import { auditTarget } from '../../app/admin/audit-target'
import { auditFacts } from '../../app/admin/audit-words'
import { numbersIn } from '../../app/text/numbers'
import { pageI18n } from '../../app/text/i18n.server'

const readerOf = (language: Language) => ({
  words: pageI18n(language),
  numbers: numbersIn(language),
  language,
  assets: new Map([[3, { scale: 6, code: 'USDT' }]]),
  staff: new Map([[7, 'Otto']]),
})

const told = (target: string, facts: Readonly<Record<string, string>>, language: Language = 'en') =>
  auditFacts(readerOf(language), { target, facts: JSON.stringify(facts) }).map(
    ({ label, value }) => `${label}: ${value}`,
  )

describe('a line of the log says', () => {
  it.each([
    [
      'review:8',
      { kind: 'withdrawal', subject: '3', user: '10001', reason: '' },
      ['Review: Withdrawal #8', 'Reference: 3', 'User: 10001'],
    ],
    ['review:14', { kind: 'change', subject: 'x-1', user: '0' }, ['Review: Change #14', 'Reference: x-1']],
    ['review:9', { kind: 'deposit', subject: '4', from: '7' }, ['Review: Deposit #9', 'Reference: 4', 'Before: Otto']],
    [
      'review:9',
      { kind: 'deposit', subject: '4', refusal: 'proposal_not_found' },
      ['Review: Deposit #9', 'Reference: 4', 'Not carried out: This request does not exist.'],
    ],
    [
      'pair:TRX-USDT',
      { maker_fee: '0.001 → 0.0007', is_tradable: '0 → 1' },
      ['Maker fee: 0.1% → 0.07%', 'Open for trading: No → Yes'],
    ],
    ['asset:3', { wallets: 'change → change,earn' }, ['Wallets: Spot → Spot · Earn']],
    [
      'user:10001',
      { correction: 'c-1', wallet: 'change', asset: '3', amount: '12500000', reason: 'Lost.' },
      ['Reference: c-1', 'Wallet: Spot', 'Amount: +12.5 USDT', 'Reason: Lost.'],
    ],
    ['user:10001', { correction: 'c-2', asset: '3', amount: '-12500000' }, ['Reference: c-2', 'Amount: −12.5 USDT']],
    [
      'user:10003',
      { trading: 'false', withdrawals: 'true', reason: 'Gone.' },
      ['Trading frozen: No', 'Withdrawals frozen: Yes', 'Reason: Gone.'],
    ],
    [
      'coupon:GIFT',
      { act: 'coupon_add', kind: 'trial_bonus', stock: '500' },
      ['Action: New coupon', 'Coupon type: Trial bonus', 'Stock: 500'],
    ],
    [
      'coupon:4',
      { isEnabled: 'true → false', claimUntil: '1795305600000 → 1795392000000' },
      ['Enabled: Yes → No', 'Claimable until (UTC): 22 Nov 2026 00:00:00 → 23 Nov 2026 00:00:00'],
    ],
    ['staff:3', { from: 'support', to: 'admin' }, ['Before: Support', 'After: Admin']],
    ['list:queue-deposit', { list: 'queue-deposit', filter: 'view=all' }, ['List: Deposits', 'Filter: view=all']],
    ['list:sheet-news-texts', { list: 'sheet-news-texts', filter: '' }, ['List: News content']],
    [
      'user:10001',
      { kind: 'identity', review: '2', picture: 'AAAA' },
      ['Review: Identity check #2', 'Reference: AAAA'],
    ],
    ['chain:ERC20', { position: '120 0xb1 → 7' }, ['Position: 120 0xb1 → 7']],
    // Facts of another version: shown unchanged.
    ['moon:1', { far_side: 'x', toString: 'y' }, ['far side: x', 'toString: y']],
  ])('of %s what %o means', (target, facts, lines) => {
    expect(told(target, facts as Record<string, string>)).toEqual(lines)
  })

  it('the same in the operator’s language', () => {
    const facts = { kind: 'withdrawal', subject: '3', user: '10001' }
    expect(told('review:8', facts, 'jp')).toEqual(['審査: 出金 #8', '参照番号: 3', 'ユーザー: 10001'])
    expect(told('pair:TRX-USDT', { maker_fee: '0.001 → 0.0007' }, 'fra').join()).toContain('0,1\u202f% → 0,07\u202f%')
  })

  it('each action by a word of every language', () => {
    for (const language of LANGUAGES) {
      const words = pageI18n(language)
      expect(AUDIT_ACTIONS.filter((action) => !words.exists(`action_${action}`, { ns: 'desk' }))).toEqual([])
    }
  })
})

it.each([
  ['user:10001', 'User 10001'],
  ['review:8', 'Review #8'],
  ['withdrawal:3', 'Withdrawal #3'],
  ['staff:7', 'Staff · Otto'],
  ['staff:mika@cm.example', 'Staff · mika@cm.example'],
  ['coupon:4', 'Coupon #4'],
  ['coupon:GIFT', 'Coupons · GIFT'],
  ['pair:TRX-USDT', 'Pairs · TRX-USDT'],
  ['asset_network:3/ERC20', 'Networks · USDT · ERC20'],
  ['thing:of another release', 'thing:of another release'],
])('the log’s target %s is read as "%s"', (target, words) => {
  expect(auditTarget(readerOf('en'), target)).toBe(words)
})
