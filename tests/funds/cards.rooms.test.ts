// Withdrawals to domestic and international bank cards over the old wire: saved, waited for, held, reviewed at the desk, paid out by two
// people, refunded; and closed directions of money.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CARD_FIELDS, type CardFields } from '#domain/funds/card'
import { findAsset } from '#domain/catalogue'
import { withdrawalTerms } from '#domain/funds/withdrawal'
import { formatTrimmed } from '#domain/money/amount'
import { loadCatalogue } from '#services/catalogue'
import { requestDeposit } from '#services/funds/deposits'
import { withdrawalFacts } from '#services/funds/facts'
import { getRecord, listRecords } from '#services/funds/records'
import { ok, PASSWORD, refused, seed } from '../api/client'
import { type Hired, commandId, decide, hireTeam } from '../desk/office'
import {
  type Caller,
  USDT,
  balance,
  codeOf,
  enter,
  expectSound,
  freshly,
  value,
  voucherOf,
  withdraw,
} from './customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let fiona: Hired, frank: Hired
beforeAll(async () => {
  await seed()
  ;({ fiona, frank } = await hireTeam())
})
beforeEach(() => env.DB.prepare('delete from attempt_counter').run())

const HOME = {
  bank_account: '6222021234564242',
  real_name: 'Alice Liddell',
  bank_name: 'First Bank',
  bank_branch: 'Main street',
  bank_dizhi: 'Osaka',
  bank_code: 'FIRSJPJT',
  phone: '+81312345678',
} satisfies CardFields
const ABROAD = {
  bank_account: 'DE89370400440532013000',
  real_name: 'Alice Liddell',
  bank_name: 'Second Bank',
  bank_branch: 'Mitte',
  swift: 'COBADEFFXXX',
  aba: '021000021',
  city: 'Berlin',
  phone: '+4930123456',
  holder_address: 'Some street 1',
} satisfies CardFields

const saveHome = ({ token }: Caller) => ok('POST', '/user/cash_save', { form: HOME, token })
const saveAbroad = ({ token }: Caller) => {
  const form = Object.fromEntries(CARD_FIELDS.international.map((field, index) => [`data[${index}]`, ABROAD[field]]))
  return ok('POST', '/user/cash_save_international', { form, token })
}
/** Moves the card's waiting time into the past. */
const wait = ({ userId }: Caller) =>
  env.DB.prepare('UPDATE bank_card SET changed_at = 1 WHERE user_id = ?').bind(userId).run()
const outTo = (type: '1' | '2', { token }: Caller) =>
  ({ form: { currency: String(USDT), number: '100', type, pay_password: PASSWORD, lang: 'en' }, token }) as const

/** Texts of inbox and mail about a withdrawal. */
async function tellings({ token }: Caller): Promise<string[]> {
  const { list } = await ok<{ list: { abstract: string }[] }>('GET', '/mailMessage/getList', {
    query: { lang: 'en' },
    token,
  })
  const { email } = await ok<{ email: string }>('GET', '/user/info', { token })
  const mails = await env.DB.prepare("SELECT body FROM outbox_message WHERE target = ? AND body LIKE '%USDT%'")
    .bind(email)
    .all<{ body: string }>()
  return [...list.map(({ abstract }) => abstract), ...mails.results.map(({ body }) => body)].filter((text) =>
    text.includes('USDT'),
  )
}

async function newest(user: Caller) {
  const [record] = value(await listRecords(env, user, { type: 'withdrawal', page: 1, limit: 1 })).rows
  if (!record) throw new Error('there is a withdrawal')
  return record
}
const reviewOf = async ({ id }: { readonly id: number }): Promise<number> =>
  (await env.DB.prepare("SELECT id FROM review WHERE kind = 'withdrawal' AND subject_id = ?")
    .bind(String(id))
    .first<number>('id')) ?? 0

test.each([
  {
    type: '1',
    kind: 'card',
    save: saveHome,
    fields: CARD_FIELDS.domestic.map((field) => [field, HOME[field]]),
    masked: '**** 4242',
  },
  {
    type: '2',
    kind: 'international',
    save: saveAbroad,
    fields: CARD_FIELDS.international.map((field) => [field, ABROAD[field]]),
    masked: '**** 3000',
  },
] as const)(
  '100 USDT go to a card of kind $kind: held, read whole at the desk, paid out by two, and given back when refused',
  async ({ type, kind, save, fields, masked }) => {
    const alice = await enter('Alice')
    const [before] = await balance(alice)
    const left = (units: bigint) => String(BigInt(before) - units)
    await save(alice)
    expect(await refused('POST', '/wallet/out', outTo(type, alice))).toMatch(/^This destination is new/)
    expect(await balance(alice)).toEqual([before, '0'])

    await wait(alice)
    expect(await ok('POST', '/wallet/out', outTo(type, alice))).toMatch(/under review/)
    expect(await balance(alice)).toEqual([left(100_000_000n), '100000000'])
    const first = await newest(alice)
    expect(first).toMatchObject({ kind, network: '', target: masked, state: 'review' })
    const facts = await withdrawalFacts(env, String(first.id), 'en')
    expect(facts?.lines.filter(({ label }) => label.startsWith('card_'))).toEqual(
      fields.map(([field, text]) => ({ label: `card_${field}`, value: text })),
    )

    await decide(fiona, await reviewOf(first), 'approve', Date.now())
    expect(await balance(alice)).toEqual([left(100_000_000n), '100000000'])
    await decide(frank, await reviewOf(first), 'approve', Date.now())
    expect(await balance(alice)).toEqual([left(100_000_000n), '0'])
    expect(value(await getRecord(env, alice, first.key))).toMatchObject({ state: 'passed', target: masked })

    const told = await tellings(alice)
    expect(told).toHaveLength(4)
    for (const text of told) expect(text).toContain(` to ${masked.replaceAll('*', '•')}`)

    await ok('POST', '/wallet/out', outTo(type, alice))
    const second = await newest(alice)
    expect(await balance(alice)).toEqual([left(200_000_000n), '100000000'])
    await decide(fiona, await reviewOf(second), 'reject', Date.now())
    expect(await balance(alice)).toEqual([left(100_000_000n), '0'])
    expect(value(await getRecord(env, alice, second.key))).toMatchObject({ state: 'failed', reason: 'No.' })
    await expectSound(alice)
  },
)

test('A withdrawal of no whole cents, sent again with the fee of its terms as it was shown, is the same one', async () => {
  const dora = await enter('Dora')
  await saveHome(dora)
  await wait(dora)
  const asset = findAsset(await loadCatalogue(env), USDT)
  if (!asset) throw new Error('USDT is listed')
  const { fee } = withdrawalTerms(asset, null)
  const take = (feeShown: string) => withdraw(dora, 'cents', { kind: 'card', amount: '100.004', feeShown })
  const first = value(await take(formatTrimmed(asset, fee)))
  expect(value(await take(formatTrimmed(asset, fee)))).toEqual(first)
  expect(codeOf(await take('0'))).toBe('command_id_reused')
  const stored = await env.DB.prepare('SELECT fee FROM withdrawal WHERE user_id = ?').bind(dora.userId).first('fee')
  expect(BigInt(String(stored)) - fee).toBe(4_000n)
  await expectSound(dora)
})

test('A closed network lets nothing out to its addresses and nothing in; a card is closed with the last network of the asset', async () => {
  const bella = await enter('Bella')
  await saveHome(bella)
  await saveAbroad(bella)
  await wait(bella)
  const before = await balance(bella)
  const set = (change: string) => env.DB.prepare(`UPDATE asset_network SET ${change}`).run()
  const tell = async (network: string) => {
    const form = { kind: 'coin', assetId: USDT, network, amount: '75', voucher: await voucherOf(bella) } as const
    return codeOf(await requestDeposit(freshly(), bella, { commandId: commandId(), form }, Date.now()))
  }
  const take = async (kind: 'address' | 'card' | 'international') =>
    codeOf(await withdraw(bella, commandId(), { kind }, PASSWORD, freshly()))

  await set(`is_withdrawal_open = 0, is_deposit_open = 0 WHERE name = 'TRC20'`)
  expect([await take('address'), await tell('TRC20'), await tell('ERC20')]).toEqual([
    'withdrawal_closed',
    'deposit_closed',
    'ok',
  ])
  await set(`is_withdrawal_open = 0 WHERE asset_id = ${USDT}`)
  expect([await take('card'), await take('international')]).toEqual(['withdrawal_closed', 'withdrawal_closed'])
  expect(await balance(bella)).toEqual(before)
  await set(`is_withdrawal_open = 1 WHERE asset_id = ${USDT} AND name = 'ERC20'`)
  expect([await take('address'), await take('card'), await take('international')]).toEqual([
    'withdrawal_closed',
    'ok',
    'ok',
  ])
})

test('An address whose network is listed no more is closed', async () => {
  const cleo = await enter('Cleo')
  const addressId = await env.DB.prepare('SELECT id FROM saved_address WHERE user_id = ?')
    .bind(cleo.userId)
    .first<number>('id')
  await env.DB.prepare(`DELETE FROM asset_network WHERE asset_id = ${USDT} AND name = 'TRC20'`).run()
  const refusal = await withdraw(cleo, commandId(), { addressId, address: '' }, PASSWORD, freshly())
  expect(refusal).toMatchObject({ refusal: { code: 'withdrawal_closed', facts: { network: 'TRC20' } } })
})
