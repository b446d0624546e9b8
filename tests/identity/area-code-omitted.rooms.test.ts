// Clients of the wire contract that name a mobile's country when they ask for a code, and nowhere else; and their language beside a picture.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import en from '../../locales/en/refusals.json'
import fra from '../../locales/fra/refusals.json'
import hk from '../../locales/hk/refusals.json'
import jp from '../../locales/jp/refusals.json'
import zh from '../../locales/zh/refusals.json'
import { confirmLinkedMobile, findLinkedMobile } from '#services/security/mobile-link'
import { sendBindingCode } from '#services/security/addresses'
import { readSession } from '#session/session'
import { ORIGIN, type Person, PASSWORD, call, join, lastCode, ok, refused, seed } from '../api/client'
import { makeJpeg, pictureForm } from '../kit/pictures'

// Each password costs a hash, and a busy machine makes it slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(seed)

const codeFor = async (area_code: string, mobile: string, more: Record<string, string> = {}): Promise<string> => {
  await ok('POST', '/sms_send', { form: { area_code, mobile, lang: 'en', ...more } })
  return lastCode(`+${area_code}${mobile}`)
}

const phoneOf = async ({ token }: Person): Promise<string> =>
  (await ok<{ phone: string }>('GET', '/user/info', { token })).phone

/** With the mailbox code, which such clients request as for a forgotten password. */
async function bind({ email, token }: Person, form: Record<string, string>) {
  await ok('POST', '/sms_mail', { form: { user_string: email, scene: 'forget', lang: 'en' } })
  const own_code = await lastCode(email)
  return call('POST', '/safe/mobile', { form: { ...form, own_code, lang: 'en' }, token })
}

describe('a mobile is bound without area_code', () => {
  it('as the number that the code went to, in whichever country that is', async () => {
    const [alice, bob] = [await join('Alice'), await join('Bob')]
    // The same digits are a number in Thailand and in France, where another user waits for a code.
    const thai = await codeFor('66', '812345678')
    const french = await codeFor('33', '812345678')
    expect(await bind(alice, { mobile: '812345678', code: thai })).toMatchObject({ type: 'ok' })
    expect(await phoneOf(alice)).toBe('+66812345678')
    expect(await bind(bob, { mobile: '0812345678', code: french })).toMatchObject({ type: 'ok' })
    expect(await phoneOf(bob)).toBe('+33812345678')
  })

  it('without the code from the mailbox, and then it proves nothing for 72 hours but that level 1 may begin', async () => {
    const amy = await join('Amy')
    const login = () => call('POST', '/user/login', { form: { user_string: '+66812345670', password: PASSWORD } })
    const national = () => call('POST', '/user/login', { form: { user_string: '812345670', password: PASSWORD } })
    const form = { mobile: '812345670', code: await codeFor('66', '812345670'), lang: 'en' }
    expect(await ok('POST', '/safe/mobile', { form, token: amy.token })).toBe(en.done_mobile_bound_unproven)
    expect(await phoneOf(amy)).toBe('+66812345670')
    const document = { real_type: '1', id_type: '1', name: 'Amy Adams', card_id: 'XN1234567', country: 'TH' }
    expect(await call('POST', '/user/real', { form: document, token: amy.token })).toMatchObject({ type: 'ok' })

    for (const answer of [await login(), await national()])
      expect(answer).toMatchObject({ type: 'error', message: expect.any(String) })
    const asked = { user_string: '+66812345670', type: 'forget', lang: 'en' }
    await env.DB.prepare('delete from attempt_counter').run()
    await ok('POST', '/sms_send', { form: asked })
    const told = await env.DB.prepare("select body from outbox_message where target = '+66812345670' order by id desc").first('body') // prettier-ignore
    expect(told).not.toMatch(/\d{6}/)
    // The new number gets no code of the account: the mailbox proves it as before.
    await ok('POST', '/sms_mail', { form: { user_string: amy.email, scene: 'forget', lang: 'en' } })
    expect(await lastCode(amy.email)).toMatch(/^\d{6}$/)

    await env.DB.prepare('update user set mobile_login_from = ? where id = ?')
      .bind(Date.now() - 1, amy.userId)
      .run()
    expect(await login()).toMatchObject({ type: 'ok' })
    expect(await national()).toMatchObject({ type: 'ok' })
  })

  it('and is proven at once by the link in the mail, which works once, and for nobody who has another', async () => {
    const [kim, lou] = [await join('Kim'), await join('Lou')]
    const login = (mobile: string) =>
      call('POST', '/user/login', { form: { user_string: mobile, password: PASSWORD, lang: 'en' } })
    const bindBare = async (person: Person, mobile: string) => {
      const form = { mobile, code: await codeFor('66', mobile), lang: 'en' }
      await ok('POST', '/safe/mobile', { form, token: person.token })
      const body = await env.DB.prepare('select body from outbox_message where target = ? and body like ?')
        .bind(person.email, '%/confirm-mobile?%')
        .first<string>('body')
      return new URL(/https:\S+/.exec(body ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
    }
    const token = await bindBare(kim, '812345672')
    const other = await bindBare(lou, '812345673')
    expect(token).toMatch(new RegExp(`^${kim.userId}\\.`))
    const over = { ok: false, refusal: { code: 'mobile_link_over' } }
    const now = Date.now()
    const swapped = token.replace(/^\d+/, String(lou.userId))
    for (const wrong of ['', 'x', `${token}x`, token.slice(0, -1), swapped, '0.x', `${kim.userId}.`])
      expect(await confirmLinkedMobile(env, wrong, now)).toMatchObject(over)
    expect(await login('+66812345672')).toMatchObject({ type: 'error' })

    expect(await findLinkedMobile(env, token, now)).toMatchObject({ ok: true, value: { mobile: '+66812345672' } })
    expect(await confirmLinkedMobile(env, token, now)).toEqual({ ok: true, value: null })
    expect(await login('+66812345672')).toMatchObject({ type: 'ok' })
    expect(await confirmLinkedMobile(env, token, now)).toMatchObject(over)
    await env.DB.prepare('delete from attempt_counter').run()
    await ok('POST', '/sms_send', { form: { user_string: '+66812345672', type: 'forget', lang: 'en' } })
    expect(await lastCode('+66812345672')).toMatch(/^\d{6}$/)

    // After 72 hours the mobile is valid without the link, and the link is invalid.
    expect(await login('+66812345673')).toMatchObject({ type: 'error' })
    expect(await confirmLinkedMobile(env, other, now + 73 * 3_600_000)).toMatchObject(over)
  })

  it('and is proven at once by the code from the mailbox', async () => {
    const gil = await join('Gil')
    const form = { mobile: '812345671', code: await codeFor('66', '812345671') }
    const login = () => call('POST', '/user/login', { form: { user_string: '+66812345671', password: PASSWORD } })
    await ok('POST', '/safe/mobile', { form, token: gil.token })
    expect(await login()).toMatchObject({ type: 'error' })
    await env.DB.prepare('delete from attempt_counter').run()
    const account = { text: '+66812345671', areaCode: null }
    const session = await readSession(new Request(ORIGIN, { headers: { Authorization: gil.token } }), env)
    if (!session) throw new Error('Gil is not logged in')
    const sent = await sendBindingCode(env, session, { kind: 'sms', account, clientIp: 'local' })
    expect(sent).toMatchObject({ ok: true })
    const again = { ...form, code: await lastCode('+66812345671') }
    expect(await bind(gil, again)).toMatchObject({ type: 'ok', message: en.done_address_bound })
    expect(await login()).toMatchObject({ type: 'ok' })
  })

  it('written in full, with its plus or without', async () => {
    const [carol, dan] = [await join('Carol'), await join('Dan')]
    const first = await codeFor('81', '9012340001')
    expect(await bind(carol, { mobile: '+819012340001', code: first })).toMatchObject({ type: 'ok' })
    const second = await codeFor('81', '9012340002')
    expect(await bind(dan, { mobile: '819012340002', code: second })).toMatchObject({ type: 'ok' })
    expect([await phoneOf(carol), await phoneOf(dan)]).toEqual(['+819012340001', '+819012340002'])
  })

  it('is refused with a wrong code and without any code sent alike, and guesses are counted', async () => {
    const erin = await join('Erin')
    const headers = { 'CF-Connecting-IP': '203.0.113.50' }
    const bind = (person: Person, form: Record<string, string>) =>
      call('POST', '/safe/mobile', { form: { ...form, lang: 'en' }, token: person.token, headers })
    await ok('POST', '/sms_send', { form: { area_code: '81', mobile: '9012340003', lang: 'en' }, headers })
    const code = await lastCode('+819012340003')
    const wrong = code === '123456' ? '654321' : '123456'
    const guessed = await bind(erin, { mobile: '9012340003', code: wrong })
    expect(guessed).toMatchObject({ type: 'error' })
    expect(await bind(erin, { mobile: '9012340004', code: wrong })).toEqual(guessed)
    for (let guess = 0; guess < 4; guess += 1) await bind(erin, { mobile: '9012340003', code: wrong })
    // Five wrong guesses, however the number was written, and the code is worth nothing.
    expect(await bind(erin, { mobile: '9012340003', area_code: '81', code })).toEqual(guessed)
    expect(await phoneOf(erin)).toBe('')
    expect(await bind(erin, { mobile: 'not a number', code })).not.toEqual(guessed)
  })
})

describe('a password is forgotten without area_code', () => {
  const reset = (form: Record<string, string>) =>
    call('POST', '/user/forget', { form: { password: 'another horse', lang: 'en', ...form } })

  it('by who is known by the national number alone, in both spellings of the fields', async () => {
    const fay = await join('Fay')
    const bound = await codeFor('44', '7911123456')
    await bind(fay, { mobile: '7911123456', code: bound })
    await ok('POST', '/sms_send', { form: { user_string: '07911123456', type: 'forget', lang: 'en' } })
    const code = await lastCode('+447911123456')
    const check = { user_string: '7911123456', mobile_code: code, type: 'forget', lang: 'en' }
    await ok('POST', '/user/check_mobile', { form: check })
    expect(await reset({ user_string: '7911123456', code, re_password: 'another horse' })).toMatchObject({ type: 'ok' })
    const form = { user_string: '7911123456', password: 'another horse' }
    expect(await ok('POST', '/user/login', { form })).toEqual(expect.any(String))

    await env.DB.prepare('delete from attempt_counter').run()
    const again = await codeFor('44', '7911123456', { type: 'forget' })
    const second = { account: '07911123456', code: again, password: PASSWORD, repassword: PASSWORD }
    expect(await reset(second)).toMatchObject({ type: 'ok' })
  })

  it('by nobody else: an unknown number is answered as a known one, with no message, and never a stranger’s code', async () => {
    const ivy = await join('Ivy')
    await bind(ivy, { mobile: '7900000002', code: await codeFor('44', '7900000002') })
    await env.DB.batch(['attempt_counter', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)))
    const form = (user_string: string) => ({ form: { user_string, type: 'forget', lang: 'en' } })
    const known = await call('POST', '/sms_send', form('7900000002'))
    expect(known).toMatchObject({ type: 'ok' })
    expect(await call('POST', '/sms_send', form('7900000001'))).toEqual(known)
    expect(await env.DB.prepare('select group_concat(target) as all_of_them from outbox_message').first('all_of_them')).toBe('+447900000002') // prettier-ignore
    await env.DB.prepare('delete from attempt_counter').run()
    // The rate limit doesn't reveal it either, with the full number first and without its country next.
    const full = { area_code: '44', type: 'forget', lang: 'en' }
    const askTwice = async (mobile: string) => {
      await ok('POST', '/sms_send', { form: { ...full, mobile } })
      return call('POST', '/sms_send', form(mobile))
    }
    expect(await askTwice('7900000002')).toEqual(await askTwice('7900000001'))
    const answer = await reset({ user_string: '7900000001', code: '123456', re_password: 'another horse' })
    expect(answer).toMatchObject({ type: 'error' })
  })

  it('where two countries share the number, only with its country', async () => {
    const [gus, hal] = [await join('Gus'), await join('Hal')]
    await bind(gus, { mobile: '612345678', code: await codeFor('33', '612345678') })
    await bind(hal, { mobile: '612345678', code: await codeFor('34', '612345678') })
    await refused('POST', '/sms_send', { form: { user_string: '612345678', type: 'forget', lang: 'en' } })
    const code = await codeFor('34', '612345678', { type: 'forget' })
    expect(await reset({ user_string: '612345678', code, re_password: 'another horse' })).toMatchObject({ type: 'ok' })
    const form = { user_string: hal.email, password: 'another horse' }
    expect(await ok('POST', '/user/login', { form })).toEqual(expect.any(String))
  })
})

describe('a picture is refused in the language of its header', () => {
  const sentence = async (accepted: string | null, query: Record<string, string> = {}) => {
    const headers = accepted === null ? {} : { 'Accept-Language': accepted }
    const body = pictureForm(makeJpeg().slice(0, 40))
    const token = (await person()).token
    return refused('POST', '/upload', { body, token, headers, query })
  }
  let uploader: Promise<Person> | undefined
  const person = () => (uploader ??= join('Ida'))

  it('zh-cn, en and zh-tw, as old clients send it, and every other language of ours', async () => {
    expect(await sentence('zh-cn')).toBe(zh.image_broken)
    expect(await sentence('zh-tw')).toBe(hk.image_broken)
    expect(await sentence('en')).toBe(en.image_broken)
    expect(await sentence('xx, fr-CA;q=0.8, en;q=0.5')).toBe(fra.image_broken)
    expect(await sentence(null)).toBe(en.image_broken)
    expect(await sentence('zh-cn', { lang: 'jp' })).toBe(jp.image_broken)
  })

  it('also before anybody is known, and only there: other calls say `lang`', async () => {
    const headers = { 'Accept-Language': 'zh-tw' }
    const guest = await call('POST', '/upload', { body: pictureForm(makeJpeg()), token: '', headers })
    expect(guest).toEqual({ type: '999', message: hk.session_missing })
    const info = await call('GET', '/user/info', { headers })
    expect(info).toEqual({ type: '999', message: en.session_missing })
  })
})
