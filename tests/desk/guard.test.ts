// A text that names where to go or to pay to takes two people: what is in the books is guarded, and so is what people are told.

import { expect, it } from 'vitest'
import { isChangeGuarded, leadsElsewhere } from '#domain/desk/guard'

const FAQ =
  '<p>Fees are 0.1 % since 2026-11-22 12:00. See <a href="/faq">here</a> or <a href="https://cm.example/fees">there</a>.</p>'

it.each([
  'Pay to DE02 1203 0000 0000 2020 51.',
  'Call +81 90-1234-5678 now.',
  '<a href="https://evil.example/pay">Pay here</a>',
  'Write to pay@evil.example',
  'Send USDT to T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
])('takes two people to add: %s', (words) => {
  expect(leadsElsewhere('texts', { content: FAQ }, { content: `${FAQ}<p>${words}</p>` })).toBe(true)
  expect(leadsElsewhere('news-texts', {}, { title: words, content: '' })).toBe(true)
})

it.each([
  FAQ.replace('0.1 %', '0.2 %'),
  FAQ.replace('2026-11-22 12:00', '2026-12-01 09:30'),
  '<p>No fees at all: 2,000,000 USDT saved.</p>',
])('takes one to write: %s', (content) => {
  expect(leadsElsewhere('texts', { content: FAQ }, { content })).toBe(false)
})

it('is so for texts alone, and a row that is guarded stays so', () => {
  const change = { before: { value: 'a' }, after: { value: 'https://elsewhere.example' }, changed: ['value'] }
  expect(isChangeGuarded('settings', { key: ['site_name'], ...change })).toBe(false)
  expect(isChangeGuarded('settings', { key: ['privacy_url'], ...change })).toBe(true)
})
