// Mobile numbers by national digits, which accounts of other countries may share, in many spellings.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { Outcome } from '#domain/outcome'
import { type EntryPurpose, checkCode, login, register, sendCode } from '#services/identity'
import { listOutbox } from '#services/outbox'

// Each password costs a hash, and a busy machine makes it slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PASSWORD = 'correct horse battery'
const OTHER = 'the password of another'
const [HOME, ELSEWHERE, THEIRS] = ['203.0.113.1', '203.0.113.2', '198.51.100.1']

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
  await env.DB.prepare(`update setting set value = '0' where key = 'yzm_radio'`).run()
})

beforeEach(async () => {
  await env.DB.batch(
    ['attempt_counter', 'verification_code', 'outbox_message'].map((table) => env.DB.prepare(`delete from ${table}`)),
  )
})

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

const join = async (text: string, areaCode: string, { ip, password }: { ip: string; password: string }) => {
  const secret = { code: '', password, passwordAgain: password, inviteCode: null }
  const made = await register(env, { account: { text, areaCode }, ...secret, language: 'en', clientIp: ip })
  expect(codeOf(made)).toBe('ok')
}

const enter = async (text: string, password: string, ip: string): Promise<string> =>
  codeOf(await login(env, { account: { text }, password, clientIp: ip, device: 'test', kind: 'browser' }))

const fill = (key: string, count: number) =>
  env.DB.prepare(`insert or replace into attempt_counter (key, count, expires_at) values (?, ?, ?)`)
    .bind(key, count, Date.now() + 600_000)
    .run()

describe('a login by digits that two accounts share', () => {
  it('leaves ten wrong passwords for each, however often the owner of one of them comes in between', async () => {
    await join('9012340001', '81', { ip: HOME, password: PASSWORD })
    await join('9012340001', '1', { ip: THEIRS, password: OTHER })
    const guess = (password: string) => enter('9012340001', password, THEIRS)
    const answers = []
    for (let round = 0; round < 4; round += 1) {
      answers.push(await guess(OTHER))
      for (let turn = 0; turn < 3; turn += 1) answers.push(await guess(`guess ${round} ${turn}`))
    }
    expect(answers.slice(0, 10).filter((answer) => answer === 'credentials_wrong')).toHaveLength(7)
    expect(answers.slice(-3)).toEqual(Array.from({ length: 3 }, () => 'too_many_requests'))
    expect(await guess(PASSWORD)).toBe('too_many_requests')
    expect(await enter('+819012340001', PASSWORD, THEIRS)).toBe('too_many_requests')
    // Both owners can still log in.
    expect(await guess(OTHER)).toBe('ok')
    for (const text of ['9012340001', '09012340001', '+819012340001'])
      expect(await enter(text, PASSWORD, HOME)).toBe('ok')
  })

  it('is not known where only the owner of the other one has come in, even before there were two', async () => {
    await join('9012340002', '1', { ip: THEIRS, password: OTHER })
    expect(await enter('9012340002', OTHER, THEIRS)).toBe('ok')
    await join('9012340002', '81', { ip: HOME, password: PASSWORD })
    await fill('login:account:+819012340002', 50)
    expect(await enter('9012340002', PASSWORD, THEIRS)).toBe('too_many_requests')
    expect(await enter('9012340002', PASSWORD, HOME)).toBe('ok')
  })

  it('is open to the one while strangers have shut the other', async () => {
    await join('9012340003', '1', { ip: THEIRS, password: OTHER })
    await join('9012340003', '81', { ip: HOME, password: PASSWORD })
    await fill('login:account:+19012340003', 50)
    expect(await enter('9012340003', PASSWORD, ELSEWHERE)).toBe('ok')
    expect(await enter('9012340003', OTHER, ELSEWHERE)).toBe('too_many_requests')
    expect(await enter('9012340003', OTHER, THEIRS)).toBe('ok')
  })
})

const ask = (text: string, purpose: EntryPurpose, { ip, areaCode }: { ip: string; areaCode?: string }) => {
  const sent: Promise<unknown>[] = []
  const disclosure = { kind: 'contract', later: (work: Promise<unknown>) => sent.push(work) } as const
  const request = { account: { text, areaCode }, purpose, language: 'en', clientIp: ip, disclosure } as const
  return sendCode(env, request).then((answer) => Promise.all(sent).then(() => answer))
}

const messages = async () => {
  const outbox = await listOutbox(env)
  return outbox.ok ? outbox.value : []
}

describe('a code for a forgotten password by digits alone', () => {
  it('is sent once a minute and counts for the day of the number, however it is spelt; all are answered alike', async () => {
    await join('9012340004', '81', { ip: HOME, password: PASSWORD })
    const spellings = ['9012340004', '819012340004', '010819012340004', '81 09012340004']
    const answers = []
    for (const text of spellings) answers.push(await ask(text, 'forget', { ip: THEIRS }))
    expect(answers).toEqual(spellings.map(() => ({ ok: true, value: { waitSeconds: 60 } })))
    expect(await messages()).toHaveLength(1)
    // The wait of the full number doesn't reveal whether the digits matched a user.
    expect(codeOf(await ask('+819012340004', 'forget', { ip: THEIRS }))).toBe('ok')
    expect(await messages()).toHaveLength(2)

    await env.DB.prepare(`update attempt_counter set count = 40 where key = 'code:day:+819012340004'`).run()
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute:%'`).run()
    expect(codeOf(await ask('9012340004', 'forget', { ip: ELSEWHERE }))).toBe('ok')
    expect(await messages()).toHaveLength(2)
    await env.DB.prepare(`delete from attempt_counter where key like 'code:minute:%'`).run()
    expect(codeOf(await ask('9012340004', 'forget', { ip: HOME }))).toBe('ok')
    expect(await messages()).toHaveLength(3)
  })
})

it('a code is found by who asked for it, however many codes strangers have sent to the same digits elsewhere', async () => {
  const digits = '812345679'
  expect(codeOf(await ask(digits, 'register', { ip: HOME, areaCode: '66' }))).toBe('ok')
  const [message] = await messages()
  const code = /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? 'no code'
  for (const areaCode of ['32', '33', '34', '48', '61', '1', '44'])
    await ask(digits, 'register', { ip: THEIRS, areaCode })
  expect((await messages()).length).toBeGreaterThan(5)
  const bring = async (clientIp: string) =>
    codeOf(await checkCode(env, { account: { text: digits }, purpose: 'register', code, clientIp }))
  expect(await bring(HOME)).toBe('ok')
})
