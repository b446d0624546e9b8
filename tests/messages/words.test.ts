// Message texts in every language, with every fact, and delivery rules per channel.

import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import {
  ALL_KINDS,
  MESSAGE_GROUPS,
  MESSAGE_KINDS,
  SECURITY_CHANGES,
  groupOf,
  isSentBy,
  isSwitchable,
  kindsOf,
} from '#domain/message'
import { wordMessage, wordNotice } from '#services/messages/words'
import english from '../../locales/en/messages.json'
import { messageLink } from '../../app/lists/message-link'
import { findPage } from '../../app/site/pages'

/** A marker value per fact that occurs in no text. */
const marked = (kind: (typeof ALL_KINDS)[number]) =>
  Object.fromEntries(MESSAGE_KINDS[kind].facts.map((name) => [name, `«${name}»`]))

describe.each(LANGUAGES)('%s', (language) => {
  test.each(ALL_KINDS)('%s says all its facts and leaves no braces', (kind) => {
    const { title, text } = wordMessage(language, kind, marked(kind))
    expect(title).not.toBe('')
    for (const name of MESSAGE_KINDS[kind].facts) expect(text, name).toContain(`«${name}»`)
    expect(`${title}${text}`).not.toMatch(/[{}]/)
  })

  test('an order says what was bought and what was sold', () => {
    const facts = { pair: 'BTC/USDT', amount: '1234.5', asset: 'BTC', total: '600', quote: 'USDT' }
    const [bought, sold] = (['buy', 'sell'] as const).map((side) =>
      wordMessage(language, 'order_filled', { ...facts, side }),
    )
    expect(bought?.text).not.toBe(sold?.text)
    expect(bought?.title).toContain('BTC/USDT')
    // As the language writes numbers.
    expect(bought?.text).toMatch(language === 'fra' ? /1\u202f234,5/ : language === 'spa' ? /1234,5/ : /1,234\.5/)
  })

  test('the title of an option says whether it was won or lost', () => {
    const titles = ['17', '-20', '0'].map(
      (amount) =>
        wordMessage(language, 'option_settled', { pair: 'BTC/USDT', order: '3', amount, asset: 'USDT' }).title,
    )
    expect(new Set(titles).size).toBe(3)
    expect(titles[0]).not.toMatch(/[{}]/)
  })

  test('a result has its sign, a gain too', () => {
    const facts = { pair: 'BTC/USDT', order: '3', event: '4', reason: 'Bank.', asset: 'USDT' }
    const signed = ['futures_take_profit', 'futures_stop_loss', 'futures_liquidated', 'option_settled'] as const
    for (const kind of [...signed, 'quiz_settled', 'balance_corrected'] as const) {
      const [gain, loss, none] = ['8', '-8', '0'].map(
        (amount) => wordMessage(language, kind, { ...facts, amount }).text,
      )
      expect(gain, kind).toMatch(/\+8(?!\d)/)
      expect(loss, kind).toMatch(/\u22128(?!\d)/)
      expect(none, kind).toMatch(/(?<![+\u2212])\b0(?!\d)/)
    }
    const deposit = wordMessage(language, 'deposit_passed', { amount: '8', asset: 'USDT' })
    expect(deposit.text).not.toContain('+8')
  })

  test('accounts, orders and reasons are text, also when they are digits', () => {
    const money = { amount: '1234.5', asset: 'USDT' }
    const sent = wordMessage(language, 'withdrawal_passed', { ...money, target: '1234567890' })
    expect(sent.text).toContain('1234567890')
    const closed = wordMessage(language, 'futures_stop_loss', { ...money, pair: 'BTC/USDT', order: '12345678' })
    expect(closed.text).toContain('12345678')
    expect(wordMessage(language, 'deposit_failed', { ...money, reason: '20261125' }).text).toContain('20261125')
    for (const { text } of [sent, closed]) expect(text).toMatch(language === 'fra' ? /1\u202f234,5/ : /1,?234[.,]5/)
  })

  test.each(SECURITY_CHANGES)('a change of %s is said in words', (change) => {
    expect(wordMessage(language, 'security_changed', { change }).text).not.toMatch(new RegExp(`^${change}`))
  })

  test('a mail and a text message carry title, text and the site’s name', () => {
    const notice = wordNotice(language, 'CM', { title: 'a title', text: 'a text' })
    expect(notice.subject).toContain('a title')
    for (const text of [notice.mail, notice.sms]) expect(text).toMatch(/a text/)
    expect(notice.sms).toContain('CM')
  })
})

test.each(['asks_title', 'loss_reached_text', '$t(kind_agent_asks)', '<b>x</b>', '{{total}}', '{{{total}}}'])(
  'an agent called %s is called so, and hides nothing',
  (called) => {
    const agent = called.replace(/\{(?=\{)/g, '{ ')
    const facts = { agent: called, side: 'sell', pair: 'BTC/USDT', total: '600', quote: 'USDT', minutes: '15' }
    const words = wordMessage('en', 'agent_asks', facts)
    expect(words.title).toBe(`${agent} asks to place an order`)
    expect(words.text).toContain(`${agent} asks for BTC/USDT, sale, 600 USDT.`)
    expect(wordNotice('en', 'CM', words).mail).toContain(words.text)
  },
)

test('what a fact says as words exists for every value that the kinds name', () => {
  for (const value of ['level_1', 'level_2', 'scope_trading', 'scope_withdrawals'])
    expect(Object.keys(english)).toContain(value)
  for (const coupon of ['fee_discount', 'trial_bonus', 'rate_boost'])
    expect(Object.keys(english)).toContain(`coupon_${coupon}`)
})

test('every kind is under one tab and leads to a page that there is', () => {
  const kinds = ALL_KINDS
  expect(MESSAGE_GROUPS.flatMap(kindsOf).sort()).toEqual([...kinds].sort())
  for (const kind of kinds) {
    expect(MESSAGE_GROUPS).toContain(groupOf(kind))
    const facts = Object.fromEntries(MESSAGE_KINDS[kind].facts.map((name) => [name, '7']))
    const [path = ''] = messageLink({ kind, facts }).split('?')
    expect(findPage(path), `${kind} ${path}`).toBeDefined()
  }
})

test.each([
  ['nft_won', { work: 'Dawn' }, '/nft/mine'],
  ['loan_called', { rate: '118' }, '/loans?tab=live'],
  ['loan_overdue', { order: '3' }, '/loans/3'],
  ['option_void', { order: '12' }, '/orders/seconds/12'],
  ['quiz_settled', { event: '5' }, '/quiz/5'],
  ['buy_refunded', { order: 'CM2345' }, '/buy/orders'],
] as const)('%s leads to where its subject is, and not to orders of spot or requests of money', (kind, facts, path) => {
  expect(messageLink({ kind, facts })).toBe(path)
})

test('an intruder cannot switch off the mail about a changed password or a withdrawal', () => {
  expect(isSwitchable('security_changed', 'mail')).toBe(false)
  expect(isSentBy('security_changed', 'mail', false)).toBe(true)
  expect(isSentBy('withdrawal_requested', 'mail', false)).toBe(true)
  expect(isSentBy('deposit_passed', 'mail', false)).toBe(false)
  expect(isSentBy('deposit_passed', 'sms', true)).toBe(true)
  expect(isSentBy('deposit_passed', 'sms', null)).toBe(false)
})
