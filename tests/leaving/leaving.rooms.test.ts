// Leaving: everything about oneself in one file, and closing one's account.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { setAccountClosed } from '#db/platform/leaving'
import { findUserById } from '#db/platform/user'
import { findDeskUser, searchUsers } from '#db/platform/desk-user'
import { RETENTION_MS } from '#domain/leaving/own-data'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { enter } from '#services/identity/entry'
import { createUser } from '#services/identity/new-user'
import { hashPassword } from '#services/identity/password'
import { openSession } from '#services/identity/entry'
import { closeAccount, forgetLeavers, readUnfinished } from '#services/leaving/closing'
import { askOwnFile, isTicketGood, openOwnFile } from '#services/leaving/own-file'
import { keepFile } from '#services/uploads'
import { makeSessionCookie } from '#session/session'
import { loader as openFile } from '../../app/routes/settings_.leave.file'
import { type Person, PASSWORD, join, ok, refused, seed } from '../api/client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PAY_PASSWORD = '482913'
const proof = { payPassword: PAY_PASSWORD }
const USDT = 3

interface Leaver extends Person {
  readonly session: { readonly userId: number; readonly sessionId: string }
}

/** Somebody without money, whose step-up is the pay password. */
async function newcomer(name: string): Promise<Leaver> {
  const email = `${name}@leaving.example`
  const created = await createUser(
    { ...env, DEMO_MODE: 'off' },
    { channel: 'mail', target: email, national: null },
    {
      passwordHash: await hashPassword(env, PASSWORD),
      payPasswordHash: await hashPassword(env, PAY_PASSWORD),
      nickname: name,
      language: 'en',
      inviterId: null,
      now: Date.now(),
    },
  )
  if (!created.ok) throw new Error(created.refusal.code)
  const { userId } = created.value
  const opened = await openSession(env, { userId, device: 'a test', kind: 'api' })
  if (!opened.ok) throw new Error(opened.refusal.code)
  const { token, sessionId } = opened.value
  return { email, password: PASSWORD, token, userId, session: { userId, sessionId } }
}

let deposits = 9_000
const credit = (userId: number, amount: string) => {
  deposits += 1
  return callAccountAsSystem(env, userId, { type: 'credit_deposit', depositId: deposits, assetId: USDT, amount })
}
const close = (who: Leaver, isConfirmed = true) => closeAccount(env, who.session, { proof, isConfirmed }, Date.now())
const codeOf = (outcome: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  outcome.ok ? 'done' : outcome.refusal?.code
const logIn = (who: Person) => ({ form: { user_string: who.email, password: PASSWORD } })
const isLive = async (who: Leaver) => (await callAccount(env, who.session, { type: 'profile_check' })).ok

interface OwnFile {
  readonly about: { readonly account: number }
  readonly assets: readonly object[]
  readonly directory: Readonly<Record<string, readonly Record<string, unknown>[]>>
  readonly account: Readonly<Record<string, readonly Record<string, unknown>[]>>
  readonly support: readonly { readonly lines: readonly object[] }[]
  readonly files: readonly { readonly id: string; readonly base64: string }[]
}

async function readFile(session: Leaver['session']): Promise<{ readonly text: string; readonly file: OwnFile }> {
  const parts = await openOwnFile(env, session, Date.now())
  if (!parts.ok) throw new Error(parts.refusal.code)
  let text = ''
  for await (const part of parts.value) text += part
  return { text, file: JSON.parse(text) as OwnFile }
}

beforeAll(seed)

describe('everything about oneself', () => {
  it('is one file of rows, talks and uploads, without a stranger’s or a secret', async () => {
    const [leaver, stranger] = [await newcomer('ann'), await newcomer('bob')]
    await credit(leaver.userId, '5000000')
    await credit(stranger.userId, '7777777')
    const now = Date.now()
    const bytes = new Uint8Array(1_000_000).map((_, at) => at & 255)
    await keepFile(
      env,
      { id: 'a'.repeat(22), userId: leaver.userId, isPublic: false, contentType: 'image/png', createdAt: now },
      bytes,
    )
    const game = await ok<{ seed_no: number }>('POST', '/v1/game/seed', { form: {}, token: leaver.token })
    expect(game).toBeTruthy()
    const secret = await env.DB.prepare('SELECT password_hash FROM user WHERE id = ?')
      .bind(leaver.userId)
      .first<string>('password_hash')
    const { text, file } = await readFile(leaver.session)
    expect(file.about.account).toBe(leaver.userId)
    expect(file.directory['user']).toMatchObject([{ id: leaver.userId, email: leaver.email }])
    expect(file.account['balance']).toMatchObject([{ asset_id: USDT, available: '5000000' }])
    expect(file.account['entry']).toHaveLength(1)
    expect(file.account['session']).toHaveLength(1)
    expect(file.directory['upload']).toHaveLength(1)
    expect(Buffer.from(file.files[0]?.base64 ?? '', 'base64').equals(Buffer.from(bytes))).toBe(true)
    // The seed of the next draws stays with the house.
    expect(file.account['game_seed']?.map((row) => Object.keys(row))).toEqual([
      ['seed_no', 'commitment', 'committed_at', 'revealed_at', 'receipt_id'],
    ])
    expect(text).not.toContain(secret)
    expect(text).not.toContain(stranger.email)
    expect(text).not.toContain('7777777')
  })

  it('has every row of a table that is read in parts', async () => {
    const leaver = await newcomer('many')
    for (let at = 0; at < 3; at += 1) await credit(leaver.userId, '1')
    const { file } = await readFile(leaver.session)
    const books = await callAccountAsSystem(env, leaver.userId, { type: 'verify' })
    expect(books.problems).toEqual([])
    expect(file.account['entry']).toHaveLength(3)
    const rows = Array.from({ length: 450 }, (_, at) =>
      env.DB.prepare('INSERT INTO chat_hidden (user_id, author, name, at) VALUES (?, ?, ?, 1)').bind(
        leaver.userId,
        `u${at}`,
        'x',
      ),
    )
    for (let from = 0; from < rows.length; from += 50) await env.DB.batch(rows.slice(from, from + 50))
    expect((await readFile(leaver.session)).file.directory['chat_hidden']).toHaveLength(450)
  })

  it('is given to who proved to be the owner, for ten minutes, in that session only', async () => {
    const [leaver, stranger] = [await newcomer('cleo'), await newcomer('dave')]
    const now = Date.now()
    expect(codeOf(await askOwnFile(env, leaver.session, {}, now))).toBe('step_up_missing')
    expect(codeOf(await askOwnFile(env, leaver.session, { payPassword: '000000' }, now))).toBe('pay_password_wrong')
    const { path } = await ok<{ path: string; expires_at: number }>('POST', '/v1/account/export', {
      form: { pay_password: PAY_PASSWORD },
      token: leaver.token,
    })
    const ticket = new URLSearchParams(path.split('?')[1]).get('ticket') ?? ''
    expect(isTicketGood(env, leaver.session, ticket, Date.now())).toBe(true)
    expect(isTicketGood(env, leaver.session, ticket, Date.now() + 11 * 60_000)).toBe(false)
    expect(isTicketGood(env, stranger.session, ticket, Date.now())).toBe(false)
    for (const bad of ['', 'x', `9${ticket.slice(1)}`, `${ticket}x`])
      expect(isTicketGood(env, leaver.session, bad, now)).toBe(false)
    const address = `http://cm.test${path}`
    const ask = (token: string) =>
      openFile({
        request: new Request(address, {
          headers: { Cookie: makeSessionCookie(new Request(address), token).split(';')[0] ?? '' },
        }),
        context: { env },
        params: {},
      } as never).catch((thrown: unknown) => thrown as Response)
    const strange = await ask(stranger.token)
    expect([strange.status, strange.headers.get('Location')]).toEqual([302, '/settings/leave'])
    const own = await ask(leaver.token)
    expect(own.headers.get('Content-Disposition')).toBe(`attachment; filename="account-${leaver.userId}.json"`)
    expect((await own.json<OwnFile>()).about.account).toBe(leaver.userId)
  })
})

describe('closing', () => {
  it('names what must end first, and closes nothing until it has', async () => {
    const who = await join('Erin')
    const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
    const price = String(Math.floor(0.98 * Number(quote?.price)))
    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.01' }
    await ok('POST', '/v1/order', { form: order, token: who.token })
    await env.DB.prepare(
      `INSERT INTO trader (user_id, application_id, nickname, words, share, state, applied_at) VALUES (?, 'a', 'Erin', '', '0', 'review', 1)`,
    )
      .bind(who.userId)
      .run()
    const { list } = await ok<{ list: { name: string; count: number }[] }>('GET', '/v1/account/unfinished', {
      token: who.token,
    })
    expect(list).toContainEqual({ name: 'spot_orders', count: 1 })
    expect(list).toContainEqual({ name: 'trading', count: 1 })
    expect(list.map(({ name }) => name)).toContain('balances')
    const said = await refused('POST', '/v1/account/close', {
      form: { pay_password: PAY_PASSWORD, is_confirmed: 'true' },
      token: who.token,
    })
    expect(said).toMatch(/must end first/)
    expect((await findUserById(env.DB, who.userId))?.closedAt).toBeNull()
  })

  it('ends sessions and keys, and a login says why it is refused', async () => {
    const who = await newcomer('fay')
    expect(await readUnfinished(env, who.session)).toEqual({ ok: true, value: {} })
    expect(codeOf(await close(who, false))).toBe('closing_not_confirmed')
    expect(codeOf(await closeAccount(env, who.session, { proof: {}, isConfirmed: true }, Date.now()))).toBe(
      'step_up_missing',
    )
    const key = {
      name: 'k',
      kind: 'hmac',
      publicKey: '',
      scopes: ['read'],
      addresses: [],
      expiresAt: Date.now() + 1e9,
    } as const
    await callAccountAsSystem(env, who.userId, { type: 'add_api_key', key: { id: 'k1', ...key } })
    const { closed_at: closedAt } = await ok<{ closed_at: number }>('POST', '/v1/account/close', {
      form: { pay_password: PAY_PASSWORD, is_confirmed: 'true' },
      token: who.token,
    })
    expect(await isLive(who)).toBe(false)
    expect(await callAccountAsSystem(env, who.userId, { type: 'add_api_key', key: { id: 'k2', ...key } })).toEqual({
      isAdded: false,
    })
    expect(await refused('POST', '/user/login', logIn(who))).toBe(
      'This account was closed by its owner. If that was not you, write to us.',
    )
    // A wrong password is told nothing of it.
    expect(await refused('POST', '/user/login', { form: { user_string: who.email, password: 'wrong wrong' } })).toMatch(
      /incorrect/,
    )
    // Asked again, e.g. by a doubled click: the session has ended.
    expect(codeOf(await close(who))).toBe('session_ended')
    expect(codeOf(await openOwnFile(env, who.session, Date.now()))).toBe('session_ended')
    expect((await findDeskUser(env.DB, who.userId))?.closedAt).toBe(closedAt)
    const { rows } = await searchUsers(env.DB, { text: '', only: 'closed' }, { page: 1, limit: 50 })
    expect(rows.map(({ id }) => id)).toContain(who.userId)
    const mail = await env.DB.prepare('SELECT body FROM outbox_message WHERE target = ? ORDER BY id DESC LIMIT 1')
      .bind(who.email)
      .first<string>('body')
    expect(mail).toContain('Your account was closed.')
  })

  it('keeps the address: nobody registers with it', async () => {
    const who = await newcomer('gil')
    await close(who)
    const form = { user_string: who.email, scene: 'register', lang: 'en' }
    expect(await refused('POST', '/sms_mail', { form })).toMatch(/already registered/)
    const { results } = await env.DB.prepare('SELECT id FROM user WHERE email = ?').bind(who.email).all()
    expect(results).toEqual([{ id: who.userId }])
  })

  it('a deposit that arrives later is credited, and opens the account at the next login', async () => {
    const who = await newcomer('hal')
    expect(codeOf(await close(who))).toBe('done')
    await credit(who.userId, '2500000')
    expect(await isLive(who)).toBe(false)
    const token = await ok<string>('POST', '/user/login', logIn(who))
    expect(await isLive(who)).toBe(false)
    const { list } = await ok<{ list: { name: string }[] }>('GET', '/v1/account/unfinished', { token })
    expect(list).toEqual([{ name: 'balances', count: 1 }])
    expect((await findUserById(env.DB, who.userId))?.closedAt).toBeNull()
  })

  it('in a race with a deposit is refused or ends with the money in the account, and the books are sound', async () => {
    for (let round = 0; round < 6; round += 1) {
      const who = await newcomer(`race${round}`)
      const [closed] = await Promise.all([close(who), credit(who.userId, '1000000')])
      expect(['done', 'account_unfinished']).toContain(codeOf(closed))
      expect(await isLive(who)).toBe(!closed.ok)
      const books = await callAccountAsSystem(env, who.userId, { type: 'verify' })
      expect(books.problems).toEqual([])
      const token = await ok<string>('POST', '/user/login', logIn(who))
      const balances = await ok<{ list: { name: string; count: number }[] }>('GET', '/v1/account/unfinished', { token })
      expect(balances.list).toEqual([{ name: 'balances', count: 1 }])
    }
  })

  it('closed twice at once is closed once', async () => {
    const who = await newcomer('ivy')
    const codes = (await Promise.all([close(who), close(who)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['done', 'session_ended'])
  })

  it('a login that began before is refused after, and a crash before the directory knew changes nothing', async () => {
    const who = await newcomer('jon')
    const user = await findUserById(env.DB, who.userId)
    await close(who)
    await setAccountClosed(env.DB, who.userId, null)
    if (!user) throw new Error('nobody')
    expect(codeOf(await enter(env, user, { device: 'late', kind: 'browser' }))).toBe('account_closed')
    expect((await findUserById(env.DB, who.userId))?.closedAt).not.toBeNull()
  })
})

it('once the law no longer keeps it, who it was is deleted, and the address is free', async () => {
  const who = await newcomer('kim')
  await credit(who.userId, '3000000')
  const id = 'b'.repeat(22)
  await keepFile(
    env,
    { id, userId: who.userId, isPublic: false, contentType: 'image/png', createdAt: 1 },
    new Uint8Array(10),
  )
  await env.DB.prepare('UPDATE user SET closed_at = ?, real_name = ? WHERE id = ?')
    .bind(Date.now(), 'Kim Kimsson', who.userId)
    .run()
  await forgetLeavers(env, 40, Date.now() + RETENTION_MS - 60_000)
  expect((await findUserById(env.DB, who.userId))?.email).toBe(who.email)
  await forgetLeavers(env, 40, Date.now() + RETENTION_MS + 60_000)
  expect(await findUserById(env.DB, who.userId)).toMatchObject({
    email: `closed-${who.userId}@invalid`,
    realName: '',
    nickname: '',
  })
  expect(await env.UPLOADS.get(`picture/${id}`)).toBeNull()
  const books = await callAccountAsSystem(env, who.userId, { type: 'verify' })
  expect(books.problems).toEqual([])
  expect((await newcomer('kim')).userId).not.toBe(who.userId)
})
