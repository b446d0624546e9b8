// First moves of an attacker with a stolen session or mailbox: replace the owner's mailbox, guess codes without a counter, change a
// withdrawal address under a trusted name. And the owner's notifications.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '#domain/outcome'
import type { OwnerProof } from '#domain/security'
import { register, resetPassword, sendCode, login } from '#services/identity'
import { removeAddress, saveAddress } from '#services/funds/address-book'
import { keepBankCard, removeBankCard } from '#services/funds/cards'
import { bindAddress, sendBindingCode } from '#services/security/addresses'
import { sendOwnCode } from '#services/security/owner'
import { changeLoginPassword, changePayPassword } from '#services/security/passwords'
import { readSecurityState } from '#services/security/state'
import { type Session, verifySession } from '#session/session'
import { seed } from '../api/client'

const PASSWORD = 'correct horse battery'
const PAY = 'staple of payments'
const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const OTHER_TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

// Each password costs a hash, and a busy machine makes it slow.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(seed)
beforeEach(async () => {
  await env.DB.batch(
    ['attempt_counter', 'verification_code', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
})

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)
function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}

const sentTo = async (target: string): Promise<string[]> => {
  const statement = 'select body from outbox_message where target = ? order by id'
  return (await env.DB.prepare(statement).bind(target).all<{ body: string }>()).results.map(({ body }) => body)
}
const lastCode = async (target: string): Promise<string> =>
  /\b\d{6}\b/.exec((await sentTo(target)).findLast((body) => /\b\d{6}\b/.test(body)) ?? '')?.[0] ?? 'no code'

interface Owner {
  readonly address: string
  readonly session: Session
}

/** By e-mail, or by a mobile number in full. */
async function join(address: string): Promise<Owner> {
  const account = { text: address }
  const asked = {
    account,
    purpose: 'register',
    language: 'en',
    clientIp: 'local',
    disclosure: { kind: 'silent' },
  } as const
  valueOf(await sendCode(env, asked))
  const password = { password: PASSWORD, passwordAgain: PASSWORD }
  const facts = { account, inviteCode: null, language: 'en', clientIp: 'local', ...password } as const
  valueOf(await register(env, { ...facts, code: await lastCode(address) }))
  const entry = { account, password: PASSWORD, clientIp: 'local', device: 'a test', kind: 'browser' } as const
  const { token } = valueOf(await login(env, entry))
  const session = await verifySession(env, token, Date.now())
  if (!session) throw new Error('the token proves nothing')
  return { address, session }
}

async function setPayPassword({ address, session }: Owner): Promise<void> {
  await env.DB.prepare(`delete from attempt_counter where key like 'code:minute%'`).run()
  valueOf(await sendOwnCode(env, session, 'local'))
  const change = { code: await lastCode(address), password: PAY, passwordAgain: PAY }
  valueOf(await changePayPassword(env, session, change))
}

const stateOf = ({ session }: Owner) => readSecurityState(env, session.userId, Date.now())

describe('a mailbox of the thief’s own', () => {
  it('is not bound as the first e-mail of Aya, who has a pay password, without it; with it she hears at her number', async () => {
    const aya = await join('+819011120001')
    await setPayPassword(aya)
    const thief = { kind: 'mail' as const, account: { text: 'thief@example.com' } }
    valueOf(await sendBindingCode(env, aya.session, { ...thief, clientIp: 'local' }))
    const asked = { ...thief, code: await lastCode('thief@example.com') }
    expect(codeOf(await bindAddress(env, aya.session, { ...asked, clientIp: 'local', proof: null }))).toBe(
      'step_up_missing',
    )
    expect((await stateOf(aya)).email).toBeNull()
    const before = (await sentTo(aya.address)).length
    valueOf(await bindAddress(env, aya.session, { ...asked, clientIp: 'local', proof: { payPassword: PAY } }))
    expect((await stateOf(aya)).email).toBe('thief@example.com')
    // The notice goes to her phone by SMS, since she had no mailbox.
    expect((await sentTo(aya.address)).slice(before).join()).toMatch(/e-?mail address/i)
  })

  it('is not bound as the first e-mail of Ben, who has proved nothing but his number, without a code sent to it', async () => {
    const ben = await join('+819011120002')
    const own = { kind: 'mail' as const, account: { text: 'ben@example.com' } }
    valueOf(await sendBindingCode(env, ben.session, { ...own, clientIp: 'local' }))
    const asked = { ...own, code: await lastCode('ben@example.com') }
    expect(codeOf(await bindAddress(env, ben.session, { ...asked, clientIp: 'local', proof: null }))).toBe(
      'own_code_wrong',
    )
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute%'`).run()
    valueOf(await sendOwnCode(env, ben.session, 'local'))
    const proof = { code: await lastCode(ben.address) }
    valueOf(await bindAddress(env, ben.session, { ...asked, clientIp: 'local', proof }))
    expect((await stateOf(ben)).email).toBe('ben@example.com')
  })

  it('is, as a mobile, not bound to Zoe’s account with her session and pay password alone: her mailbox has to agree', async () => {
    const zoe = await join('zoe@example.com')
    await setPayPassword(zoe)
    const thief = { kind: 'sms' as const, account: { text: '09011120009', areaCode: '81' } }
    valueOf(await sendBindingCode(env, zoe.session, { ...thief, clientIp: 'local' }))
    const asked = { ...thief, code: await lastCode('+819011120009') }
    const bind = async (proof: OwnerProof | null) =>
      codeOf(await bindAddress(env, zoe.session, { ...asked, clientIp: 'local', proof }))
    expect(await bind(null)).toBe('email_proof_missing')
    expect(await bind({ payPassword: PAY })).toBe('email_proof_missing')
    expect(await bind({ payPassword: PAY, code: '000000' })).toBe('own_code_wrong')
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute%'`).run()
    valueOf(await sendOwnCode(env, zoe.session, 'local'))
    const code = await lastCode(zoe.address)
    expect(await bind({ code })).toBe('step_up_missing')
    expect((await stateOf(zoe)).mobile).toBeNull()
    expect(await bind({ code, payPassword: PAY })).toBe('ok')
    expect(await stateOf(zoe)).toMatchObject({ mobile: '+819011120009', mobileResetFrom: null })
  })

  it('resets no password for 72 hours when it was bound by the pay password alone; only its reader learns why', async () => {
    const kim = await join('kim@example.com')
    await setPayPassword(kim)
    const thief = { kind: 'mail' as const, account: { text: 'thief.of.kim@example.com' } }
    valueOf(await sendBindingCode(env, kim.session, { ...thief, clientIp: 'local' }))
    const asked = { ...thief, code: await lastCode('thief.of.kim@example.com'), clientIp: 'local' }
    valueOf(await bindAddress(env, kim.session, { ...asked, proof: { payPassword: PAY } }))

    const forgotten = { purpose: 'forget', language: 'en', clientIp: 'local', disclosure: { kind: 'silent' } } as const
    await env.DB.prepare('delete from attempt_counter').run()
    const held = await sendCode(env, { ...forgotten, account: thief.account })
    expect(held).toEqual(await sendCode(env, { ...forgotten, account: { text: 'nobody.at.all@example.com' } }))
    const told = (await sentTo('thief.of.kim@example.com')).at(-1) ?? ''
    expect(told).toContain('72 hours')
    expect(told).not.toMatch(/\b\d{6}\b/)

    // The same through the code sent to a logged-in owner.
    valueOf(await sendOwnCode(env, kim.session, 'local'))
    const next = { password: 'the thief’s secret', passwordAgain: 'the thief’s secret' }
    const code = await lastCode('thief.of.kim@example.com')
    expect(codeOf(await changeLoginPassword(env, kim.session, { ...next, code }))).toBe('reset_held')

    await env.DB.prepare('update user set email_reset_from = ? where id = ?')
      .bind(Date.now() - 1, kim.session.userId)
      .run()
    await env.DB.prepare('delete from attempt_counter').run()
    valueOf(await sendCode(env, { ...forgotten, account: thief.account }))
    const reset = { account: thief.account, clientIp: 'local', ...next }
    expect(codeOf(await resetPassword(env, { ...reset, code: await lastCode('thief.of.kim@example.com') }))).toBe('ok')
  })

  it('of a code that was asked for before is not reset either, once the address is held', async () => {
    const lou = await join('lou@example.com')
    await env.DB.prepare('delete from attempt_counter').run()
    const asked = { account: { text: lou.address }, clientIp: 'local' } as const
    valueOf(await sendCode(env, { ...asked, purpose: 'forget', language: 'en', disclosure: { kind: 'silent' } }))
    await env.DB.prepare('update user set email_reset_from = ? where id = ?')
      .bind(Date.now() + 60_000, lou.session.userId)
      .run()
    const next = { password: 'another secret', passwordAgain: 'another secret', code: await lastCode(lou.address) }
    expect(codeOf(await resetPassword(env, { ...asked, ...next }))).toBe('reset_held')
  })

  it('does not use up the codes of an owner who is logged in, however many strangers ask for', async () => {
    const yan = await join('yan@example.com')
    await env.DB.prepare(`delete from attempt_counter where key like 'code:%'`).run()
    await env.DB.prepare(
      `insert into attempt_counter (key, count, expires_at) values ('code:day:yan@example.com', 40, ?)`,
    )
      .bind(Date.now() + 86_400_000)
      .run()
    expect(codeOf(await sendOwnCode(env, yan.session, 'local'))).toBe('ok')
  })
})

describe('guesses', () => {
  it('at the login password, by asking for a pay password that equals it, are answered only to who has a code', async () => {
    const cid = await join('cid@example.com')
    const ask = (password: string) =>
      changePayPassword(env, cid.session, { code: '000000', password, passwordAgain: password })
    for (let guess = 0; guess < 10; guess += 1) expect(codeOf(await ask(`guess number ${guess}`))).toBe('code_wrong')
    expect(codeOf(await ask(PASSWORD))).toBe('code_wrong')
  })

  it('at one password are not forgiven by knowing the other', async () => {
    const dee = await join('dee@example.com')
    await setPayPassword(dee)
    const next = { password: 'another secret', passwordAgain: 'another secret' }
    for (let guess = 0; guess < 9; guess += 1)
      expect(codeOf(await changeLoginPassword(env, dee.session, { ...next, oldPassword: `guess ${guess}` }))).toBe(
        'old_password_wrong',
      )
    const third = { password: 'a third secret', passwordAgain: 'a third secret' }
    valueOf(await changePayPassword(env, dee.session, { ...third, oldPassword: PAY }))
    expect(codeOf(await changeLoginPassword(env, dee.session, { ...next, oldPassword: 'guess 9' }))).toBe('old_password_wrong') // prettier-ignore
    expect(codeOf(await changeLoginPassword(env, dee.session, { ...next, oldPassword: PASSWORD }))).toBe(
      'too_many_requests',
    )
  })
})

describe('a place that money goes to', () => {
  const form = (differs: { readonly id?: number | null; readonly address?: string } = {}) => ({
    id: null,
    assetId: 3,
    network: 'TRC20',
    name: 'home',
    address: TRON,
    memo: '',
    qrcode: '',
    ...differs,
  })
  const card = (bank_account: string) => ({
    kind: 'domestic' as const,
    typed: { real_name: 'Eva', bank_name: 'A bank', bank_account, bank_dizhi: 'Here' },
  })
  const without = () => ({ proof: null, now: Date.now() })

  it('of Eva is not changed under its trusted name without her proof, and she hears of every change', async () => {
    const eva = await join('eva@example.com')
    await setPayPassword(eva)
    const told = async () =>
      (await sentTo(eva.address)).filter((body) => /withdraw to|withdrawal address|payee|card/i.test(body))
    const { id } = valueOf(await saveAddress(env, eva.session, form(), without()))
    expect(await told()).toHaveLength(1)
    const other = form({ id, address: OTHER_TRON })
    expect(codeOf(await saveAddress(env, eva.session, other, without()))).toBe('step_up_missing')
    expect(await told()).toHaveLength(1)
    const proof = { payPassword: PAY }
    expect(codeOf(await saveAddress(env, eva.session, other, { proof: { payPassword: 'a guess' }, now: Date.now() }))).toBe('pay_password_wrong') // prettier-ignore
    valueOf(await saveAddress(env, eva.session, other, { proof, now: Date.now() }))
    expect(await told()).toHaveLength(2)
    // Saving an identical address needs no proof and sends no notice; a new name does, since the owner picks addresses by name.
    valueOf(await saveAddress(env, eva.session, other, without()))
    expect(await told()).toHaveLength(2)
    const renamed = { ...other, name: 'cold' }
    expect(codeOf(await saveAddress(env, eva.session, renamed, without()))).toBe('step_up_missing')
    valueOf(await saveAddress(env, eva.session, renamed, { proof, now: Date.now() }))
    expect(await told()).toHaveLength(3)

    valueOf(await keepBankCard(env, eva.session, card('6222021234567890123'), without()))
    expect(codeOf(await keepBankCard(env, eva.session, card('6222021234567890999'), without()))).toBe('step_up_missing')
    valueOf(await keepBankCard(env, eva.session, card('6222021234567890999'), { proof, now: Date.now() }))
    expect(await told()).toHaveLength(5)
  })

  it('of Fay is not deleted by who has only her session, and she hears of it when she deletes it herself', async () => {
    const fay = await join('fay@example.com')
    const now = Date.now()
    const { id } = valueOf(await saveAddress(env, fay.session, form(), without()))
    await setPayPassword(fay)
    valueOf(await keepBankCard(env, fay.session, card('6222021234567890123'), without()))
    const told = async () => (await sentTo(fay.address)).filter((body) => /was deleted/.test(body))
    for (const [proof, code] of [
      [{}, 'step_up_missing'],
      [{ payPassword: 'a guess' }, 'pay_password_wrong'],
    ] as const) {
      expect(codeOf(await removeAddress(env, fay.session, id, { proof, now }))).toBe(code)
      expect(codeOf(await removeBankCard(env, fay.session, 'domestic', { proof, now }))).toBe(code)
    }
    expect(await told()).toHaveLength(0)
    // So no other address can take a name that she trusts.
    const thiefs = form({ address: OTHER_TRON })
    for (const name of ['home', ' HOME ', 'ｈｏｍｅ'])
      expect(codeOf(await saveAddress(env, fay.session, { ...thiefs, name }, without()))).toBe('address_name_taken')

    const proof = { payPassword: PAY }
    valueOf(await removeAddress(env, fay.session, id, { proof, now }))
    valueOf(await removeBankCard(env, fay.session, 'domestic', { proof, now: now + 1 }))
    expect(await told()).toHaveLength(2)
    expect(codeOf(await removeAddress(env, fay.session, id, { proof, now }))).toBe('address_not_found')
  })

  it('of Gil, who has no proof yet, is deleted without one, and he hears of that too', async () => {
    const gil = await join('gil@example.com')
    const { id } = valueOf(await saveAddress(env, gil.session, form(), without()))
    valueOf(await removeAddress(env, gil.session, id, { proof: {}, now: Date.now() }))
    expect((await sentTo(gil.address)).filter((body) => /was deleted/.test(body))).toHaveLength(1)
  })
})
