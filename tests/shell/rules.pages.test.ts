// Rules in words as pages: listed, linked from fairness, whole in English and Japanese, and marked as English elsewhere.

import { expect, test } from 'vitest'
import { Visitor } from '../kit/visitor'

const guest = new Visitor()

test('each rule is a page, reached from the page of fairness by its version', async () => {
  const list = (await guest.open('/fairness')).links.find(({ name }) => name === 'Rules in words')
  const rules = (await guest.open(list?.to ?? '')).links.filter(({ to }) => to.startsWith('/fairness/rules/'))
  expect(rules.length).toBeGreaterThanOrEqual(12)
  for (const { to } of rules) {
    const page = await guest.open(to)
    expect([to, page.status]).toEqual([to, 200])
    expect(page.main).toContain('Rule')
  }
})

test('a rule shows formula, rounding and the text of a tick; an unknown one is not found', async () => {
  const { main } = await guest.open('/fairness/rules/options-1')
  expect(main).toContain('paid = stake + floor(stake × ratio / 100000000)')
  expect(main).toContain('symbol|seq|at|price|source|previousHash')
  expect((await guest.open('/fairness/rules/options-99')).status).toBe(404)
})

test('Japanese is whole; another language says that the text is English', async () => {
  expect((await new Visitor({ language: 'jp' }).open('/fairness/rules/loan-1')).main).toContain(
    'リスク率が110 %を下回る',
  )
  const french = (await new Visitor({ language: 'fra' }).open('/fairness/rules/loan')).main
  expect(french).toContain('Le texte ci-dessous est en anglais.')
  expect(french).toContain('Below a risk rate of 110 %')
})
