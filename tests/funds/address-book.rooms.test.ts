// The address book against itself: what two windows, or two requests, do to it at once.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { insertSavedAddress, listSavedAddresses, updateSavedAddress } from '#db/platform/payee'
import { saveAddress } from '#services/funds/address-book'
import { keepBankCard } from '#services/funds/cards'
import { listMessages } from '#services/messages'
import { PASSWORD, ok, seed } from '../api/client'
import { TRON, USDT, XRP, codeOf, enter, value, voucherOf, withdraw } from './customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const NEW = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb'
const place = { assetId: USDT, network: 'TRC20', memo: '', qrcode: '' }

test('Of two rows that are changed to one place the second is refused, and stays as it was', async () => {
  const { userId } = await enter('Olga')
  const times = { changedAt: 1, updatedAt: 1 }
  const first = await insertSavedAddress(env.DB, { ...place, ...times, userId, name: 'first', address: NEW })
  const [home] = (await listSavedAddresses(env.DB, userId)).filter(({ name }) => name === 'home')
  const change = { ...place, changedAt: 2, updatedAt: 2, name: 'moved', address: NEW }
  expect(await updateSavedAddress(env.DB, { userId, id: home?.id ?? 0 }, change)).toBe(false)
  expect(await updateSavedAddress(env.DB, { userId, id: first ?? 0 }, change)).toBe(true)
  expect((await listSavedAddresses(env.DB, userId)).map(({ name, address }) => [name, address]).sort()).toEqual([
    ['home', TRON],
    ['moved', NEW],
  ])
})

test('Pavel changes both of his addresses to one place at once: one is saved already, and he hears of the other alone', async () => {
  const pavel = await enter('Pavel')
  const now = Date.now()
  const form = { ...place, name: 'second', address: NEW }
  const proof = { payPassword: PASSWORD }
  await saveAddress(env, pavel, { ...form, id: null }, { proof: null, now })
  const asked = { group: null, page: 1, limit: 50, language: 'en' } as const
  const told = async () =>
    value(await listMessages(env, pavel, asked)).rows.filter(({ kind }) => kind === 'security_changed').length
  const before = await told()
  const rows = await listSavedAddresses(env.DB, pavel.userId)
  const moved = { ...form, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  const outcomes = await Promise.all(
    // A millisecond apart: two messages of the same instant would merge.
    rows.map(({ id }, index) =>
      saveAddress(env, pavel, { ...moved, id, name: `moved ${id}` }, { proof, now: now + 1 + index }),
    ),
  )
  expect(outcomes.map(codeOf).sort()).toEqual(['address_exists', 'ok'])
  expect(await told()).toBe(before + 1)
})

test('Whoever is logged in no more is told that, whatever is in the form', async () => {
  const { userId } = await enter('Quentin')
  const gone = { userId, sessionId: 'a-session-that-has-ended' }
  const form = { ...place, id: null, name: '\u202e', address: 'no address', assetId: 999_999 }
  for (const proof of [null, { payPassword: PASSWORD }]) {
    const terms = { proof, now: Date.now() }
    expect(codeOf(await saveAddress(env, gone, form, terms))).toBe('session_ended')
    expect(codeOf(await keepBankCard(env, gone, { kind: 'domestic', typed: {} }, terms))).toBe('session_ended')
  }
})

test('The same address for another asset is another place: it needs Rosa herself, and waits anew', async () => {
  const rosa = await enter('Rosa')
  const [home] = await listSavedAddresses(env.DB, rosa.userId)
  const now = Date.now()
  const form = { ...place, id: home?.id ?? 0, name: 'home', address: TRON }
  const trx = await env.DB.prepare("select id from asset where code = 'TRX'").first<number>('id')
  const other = { ...form, assetId: trx ?? 0 }
  expect(codeOf(await saveAddress(env, rosa, other, { proof: null, now }))).toBe('step_up_missing')
  value(await saveAddress(env, rosa, other, { proof: { payPassword: PASSWORD }, now }))
  expect(await listSavedAddresses(env.DB, rosa.userId)).toMatchObject([{ assetId: trx, changedAt: now }])
  // A new name for the same address needs no new waiting time.
  value(await saveAddress(env, rosa, { ...other, name: 'cold' }, { proof: { payPassword: PASSWORD }, now: now + 1 }))
  expect(await listSavedAddresses(env.DB, rosa.userId)).toMatchObject([{ name: 'cold', changedAt: now }])
})

test('A name or a remark with signs that nobody sees is refused by name, and one in several scripts is kept on one line', async () => {
  const sara = await enter('Sara')
  const save = (name: string, address = NEW) =>
    saveAddress(env, sara, { ...place, id: null, name, address }, { proof: null, now: Date.now() })
  for (const hidden of ['\u202egnidart', 'ho\u200bme', 'ho\u200dme', '\u3164', 'a\u0000b', '\u2066x'])
    expect(codeOf(await save(hidden))).toBe('address_name_malformed')
  expect(codeOf(await withdraw(sara, crypto.randomUUID(), { remark: 'for\u202eyadnoM' }))).toBe('remark_malformed')
  value(await save(' 葛\u{e0100}城の 財布\n❤️ กระเป๋า '))
  expect((await listSavedAddresses(env.DB, sara.userId)).map(({ name }) => name)).toContain(
    '葛\u{e0100}城の 財布 ❤️ กระเป๋า',
  )
})

test('No two addresses of Tara have one name, however it is spelt; without a name there may be several', async () => {
  const tara = await enter('Tara')
  const proof = { payPassword: PASSWORD }
  const save = (name: string, address: string, id: number | null = null) =>
    saveAddress(env, tara, { ...place, id, name, address }, { proof, now: Date.now() })
  const SECOND = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  for (const name of ['home', 'HOME', '  Home ', 'ｈｏｍｅ'])
    expect([name, codeOf(await save(name, NEW))]).toEqual([name, 'address_name_taken'])
  const { id } = value(await save('Straße 　1', NEW))
  expect(codeOf(await save('STRASSE 1', SECOND))).toBe('address_name_taken')
  expect(codeOf(await save('home', NEW, id))).toBe('address_name_taken')
  // Keeping its own name isn't a conflict.
  value(await save('STRASSE 1', NEW, id))
  value(await save('', SECOND))
  value(await save('', 'TVJ6njG5EpUwJt4N9xjTrqU5za78cgadS2'))
  expect((await listSavedAddresses(env.DB, tara.userId)).map(({ name }) => name)).toEqual(['', '', 'STRASSE 1', 'home'])
})

test('A memo that its network cannot carry is refused: letters for a tag, a tag that is too large, and any where none exists', async () => {
  const uma = await enter('Uma')
  const save = (at: { readonly assetId: number; readonly network: string; readonly address: string }, memo: string) =>
    saveAddress(env, uma, { ...at, id: null, name: '', memo, qrcode: '' }, { proof: null, now: Date.now() })
  const tron = { ...place, address: NEW }
  const ripple = { assetId: XRP, network: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }
  expect(codeOf(await save(tron, '1'))).toBe('memo_malformed')
  for (const memo of ['tag', '01', '-1', '4294967296'])
    expect([memo, codeOf(await save(ripple, memo))]).toEqual([memo, 'memo_malformed'])
  value(await save(ripple, '4294967295'))
})

test('Vito keeps a hundred addresses and no more, and still changes the one that he has', async () => {
  const vito = await enter('Vito')
  const [home] = await listSavedAddresses(env.DB, vito.userId)
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO saved_address (user_id, asset_id, network, name, address, memo, qrcode, changed_at, updated_at)
      SELECT ?, ?, 'TRC20', 'kept ' || i, 'kept ' || i, '', '', 1, 1 FROM n`,
  )
    .bind(vito.userId, USDT)
    .run()
  const terms = { proof: { payPassword: PASSWORD }, now: Date.now() }
  const outcome = await saveAddress(env, vito, { ...place, id: null, name: 'one more', address: NEW }, terms)
  expect(outcome).toEqual({ ok: false, refusal: { code: 'addresses_above_max', facts: { most: '100' } } })
  value(await saveAddress(env, vito, { ...place, id: home?.id ?? 0, name: 'moved', address: NEW }, terms))
})

test('The picture of an address is its owner’s own or none: Wera keeps hers, and another’s or none that exists is refused', async () => {
  const [wera, xeno] = [await enter('Wera'), await enter('Xeno')]
  const [own, others] = [await voucherOf(wera), await voucherOf(xeno)]
  const save = (qrcode: string) =>
    saveAddress(env, wera, { ...place, id: null, name: '', address: NEW, qrcode }, { proof: null, now: Date.now() })
  for (const picture of [others, '/uploads/aaaaaaaaaaaaaaaaaaaaaa', 'https://cm.test.evil/code.png'])
    expect([picture, codeOf(await save(picture))]).toEqual([picture, 'upload_not_found'])
  value(await save(own))
  const rows = await listSavedAddresses(env.DB, wera.userId)
  expect(rows.map(({ address, qrcode }) => [address, qrcode])).toEqual(
    expect.arrayContaining([
      [NEW, own],
      [TRON, ''],
    ]),
  )
})

test('An address of Uma’s book with another memo needs Uma herself; and where two are meant, a withdrawal asks which', async () => {
  const uma = await enter('Uma')
  const now = Date.now() - 48 * 60 * 60_000
  const xrp = { assetId: XRP, network: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', qrcode: '' }
  const save = (memo: string, proof: { payPassword: string } | null) =>
    saveAddress(env, uma, { ...xrp, id: null, name: '', memo }, { proof, now })
  value(await save('1111', null))
  // Her balance is too low: that refusal shows that the destination was resolved.
  const out = (memo: string) =>
    withdraw(uma, crypto.randomUUID(), { assetId: XRP, network: null, address: xrp.address, memo, amount: '50' })
  expect(codeOf(await save('666', null))).toBe('step_up_missing')
  // Sent by a client without a memo field: the saved memo is used.
  expect(codeOf(await out(''))).toBe('insufficient_available')
  value(await save('2222', { payPassword: PASSWORD }))
  expect(codeOf(await out(''))).toBe('address_ambiguous')
  expect(codeOf(await out('2222'))).toBe('insufficient_available')
})

test('Sam changes one thing of an address, and everything that he does not name stays', async () => {
  const sam = await enter('Sam')
  const proof = { payPassword: PASSWORD }
  const now = Date.now()
  const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const first = { id: null, assetId: XRP, network: 'XRP', name: 'exchange', address, memo: '777' }
  const { id } = value(await saveAddress(env, sam, first, { proof, now }))
  const other = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'
  const form = { currency: String(XRP), pay_password: PASSWORD, id: String(id) }
  const save = (changes: Record<string, string>) =>
    ok('POST', '/user/wallet/save', { form: { ...form, address, ...changes }, token: sam.token })
  const saved = async () => (await listSavedAddresses(env.DB, sam.userId)).find((row) => row.id === id)
  const kept = { network: 'XRP', name: 'exchange', memo: '777', qrcode: '' }
  await save({})
  expect(await saved()).toMatchObject({ ...kept, address })
  await save({ name: 'cold' })
  expect(await saved()).toMatchObject({ ...kept, name: 'cold', address })
  await save({ address: other })
  expect(await saved()).toMatchObject({ ...kept, name: 'cold', address: other })
  await save({ memo: '778', address: other })
  expect(await saved()).toMatchObject({ ...kept, name: 'cold', memo: '778', address: other })
  // A page's empty field clears the value.
  value(await saveAddress(env, sam, { ...first, id, memo: '', name: '' }, { proof, now }))
  expect(await saved()).toMatchObject({ memo: '', name: '', address })
})

test('an address that moves to another network takes neither the network nor the memo of the one before', async () => {
  const tina = await enter('Tina')
  const proof = { payPassword: PASSWORD }
  const now = Date.now()
  const xrp = { id: null, assetId: XRP, network: null, address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '777' }
  const { id } = value(await saveAddress(env, tina, xrp, { proof, now }))
  const moved = { id, assetId: USDT, network: null, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  value(await saveAddress(env, tina, moved, { proof, now }))
  const row = (await listSavedAddresses(env.DB, tina.userId)).find((each) => each.id === id)
  expect(row).toMatchObject({ assetId: USDT, network: 'TRC20', memo: '' })
})

test('Uma keeps no address that would lose her coins, and sends to none that was kept before', async () => {
  const uma = await enter('Uma')
  const now = Date.now()
  const form = { id: null, assetId: USDT, network: null, name: '', memo: '' }
  for (const address of ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xdAC17F958D2ee523a2206206994597C13D831ec7'])
    expect(codeOf(await saveAddress(env, uma, { ...form, address }, { proof: null, now }))).toBe('address_loses_coins')
  // A token that only this operator's node configuration knows.
  const contract = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const tokens = { USDD: { contract, decimals: 18 } }
  const counting = { ...env, CHAIN_NODES: JSON.stringify({ TRC20: { url: 'http://node.example', tokens } }) }
  const asked = { ...form, address: contract }
  expect(codeOf(await saveAddress(counting, uma, asked, { proof: null, now }))).toBe('address_loses_coins')
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const times = { changedAt: 1, updatedAt: 1 }
  const id = await insertSavedAddress(env.DB, { ...place, ...times, userId: uma.userId, name: 'old', address })
  expect(codeOf(await withdraw(uma, 'lost', { addressId: id, address: '' }))).toBe('address_loses_coins')
})
