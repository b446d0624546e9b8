// The travel rule at both doors: nothing changes below the operators' threshold, above it a withdrawal needs its recipient, who is kept
// sealed and leaves as IVMS101.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import refusals from '../../locales/en/screening.refusals.json'
import { openTravelFields, travelMessage } from '#services/screening/travel-rule'
import { findWithdrawal } from '#db/platform/withdrawal'
import { PASSWORD, ok, refused, seed } from '../api/client'
import { readFacts } from '../desk/office'
import { type Caller, TRON, USDT, balance, codeOf, enter, value, withdraw } from '../funds/customers'
import { entryOf, load } from './lists'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())
beforeEach(async () => {
  await env.DB.prepare('delete from attempt_counter').run()
  await setThreshold('150')
})

const setThreshold = (text: string) =>
  env.DB.prepare("update setting set value = ? where key = 'travel_rule_from'").bind(text).run()

const RECIPIENT = {
  beneficiary_name: 'Anna Rossi',
  beneficiary_wallet: 'hosted',
  beneficiary_vasp: 'Exchange of Tests',
  beneficiary_country: 'it',
}
const wire = ({ token }: Caller, number: string, more: object = {}) => ({
  token,
  form: { currency: String(USDT), number, address: TRON, type: '0', pay_password: PASSWORD, lang: 'en', ...more },
})

test('a client that knows no such field works as before below the threshold, and is told above it', async () => {
  const old = await enter('Old')
  await ok('POST', '/wallet/out', wire(old, '149'))
  const before = await balance(old)
  expect(await refused('POST', '/wallet/out', wire(old, '150'))).toBe(
    refusals.travel_rule_needed.replace('{{from}}', '150').replace('{{field}}', 'Recipient’s name'),
  )
  expect(await balance(old)).toEqual(before)
  await setThreshold('')
  await ok('POST', '/wallet/out', wire(old, '150'))
})

test('each field that is missing or not taken is named, and moves nothing', async () => {
  const nora = await enter('Nora')
  const before = await balance(nora)
  for (const field of Object.keys(RECIPIENT)) {
    const some = Object.fromEntries(Object.entries(RECIPIENT).filter(([name]) => name !== field))
    expect(codeOf(await withdraw(nora, `w-${field}`, { amount: '200', travel: some }))).toBe('field_missing')
  }
  const own = { ...RECIPIENT, beneficiary_wallet: 'own' }
  expect(codeOf(await withdraw(nora, 'w-own', { amount: '200', travel: own }))).toBe('field_not_taken')
  expect(
    await refused('POST', '/wallet/out', wire(nora, '200', { ...RECIPIENT, beneficiary_country: 'Italy' })),
  ).toMatch(/Recipient’s country/)
  expect(await refused('POST', '/wallet/out', wire(nora, '200', { ...RECIPIENT, beneficiary_wallet: 'mine' }))).toMatch(
    /Whose wallet/,
  )
  expect(await balance(nora)).toEqual(before)
})

test('the recipient is kept sealed, shown to the desk, and leaves as IVMS101 with the verified sender', async () => {
  const olga = await enter('Olga')
  await ok('POST', '/wallet/out', wire(olga, '200', RECIPIENT))
  const id =
    (await env.DB.prepare('select id from withdrawal where user_id = ?').bind(olga.userId).first<number>('id')) ?? 0
  const row = await findWithdrawal(env.DB, id)
  if (!row) throw new Error('the withdrawal is stored')
  expect(row.travelSealed).not.toMatch(/Anna|Rossi/)
  expect(await openTravelFields(env, row)).toEqual({
    ...{ name: 'Anna Rossi', wallet: 'hosted', vasp: 'Exchange of Tests', country: 'IT' },
  })
  const facts = await readFacts(env, { kind: 'withdrawal', subjectId: String(id), language: 'en' })
  expect(facts?.lines).toContainEqual({ label: 'beneficiary', value: 'Anna Rossi · IT' })
  expect(await travelMessage(env, id)).toMatchObject({
    beneficiary: { accountNumber: [TRON] },
    beneficiaryVASP: { beneficiaryVASP: {} },
  })
})

test('a retry is the same withdrawal, and another recipient under its id is refused', async () => {
  const pia = await enter('Pia')
  const first = value(await withdraw(pia, 'w-1', { amount: '200', travel: RECIPIENT }))
  expect(value(await withdraw(pia, 'w-1', { amount: '200', travel: RECIPIENT }))).toEqual(first)
  const other = { ...RECIPIENT, beneficiary_name: 'Otto Bianchi' }
  expect(codeOf(await withdraw(pia, 'w-1', { amount: '200', travel: other }))).toBe('command_id_reused')
  expect(codeOf(await withdraw(pia, 'w-1', { amount: '200' }))).toBe('command_id_reused')
})

test('the recipient is compared with the lists', async () => {
  await load([entryOf('5', 'Anna Rossi')])
  const rosa = await enter('Rosa')
  value(await withdraw(rosa, 'w-1', { amount: '200', travel: RECIPIENT }))
  const state = await env.DB.prepare('select state from screening where user_id = ?').bind(rosa.userId).first('state')
  expect(state).toBe('open')
})

test('a recipient with many namesakes on a list hides no address that is on it', async () => {
  const namesakes = Array.from({ length: 45 }, (_, at) => ({ ...entryOf(`n${at}`, 'Anna Rossi'), countries: ['IT'] }))
  await load([...namesakes, entryOf('77', 'Ivan Barkovsky', [TRON])], { source: 'un' })
  const tess = await enter('Tess')
  value(await withdraw(tess, 'w-1', { amount: '200', travel: RECIPIENT }))
  const subjectId = await env.DB.prepare('select id from screening where user_id = ?').bind(tess.userId).first('id')
  const facts = await readFacts(env, { kind: 'screening', subjectId: String(subjectId), language: 'en' })
  expect(facts?.lines.filter(({ value: text }) => text.includes('UN 77'))).toHaveLength(1)
})

test('a name with invisible signs is refused by its field', async () => {
  const ulla = await enter('Ulla')
  for (const [field, words] of [
    ['beneficiary_name', /Recipient’s name/],
    ['beneficiary_vasp', /./],
  ] as const)
    for (const sign of ['\u200b', '\u202e', '\u2066'])
      expect(
        await refused('POST', '/wallet/out', wire(ulla, '200', { ...RECIPIENT, [field]: `An${sign}na Rossi` })),
      ).toMatch(words)
})

test('where nobody asks, the fields are not taken', async () => {
  await setThreshold('')
  const sven = await enter('Sven')
  expect(codeOf(await withdraw(sven, 'w-1', { travel: RECIPIENT }))).toBe('field_not_taken')
})
