// Messages from feature to reader: inbox, mail, SMS and the wire; never another user's.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushSubscription } from '#party/protocol/message'
import { notify, notifySoon, subscribeToPush } from '#services/messages'
import { sweepNotices } from '#services/messages/own-notices'
import { listOutbox } from '#services/outbox'
import { verifySession } from '#session/session'
import { type Person, call, join, ok, refused, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

const NOON = Date.UTC(2026, 10, 21, 12)

let alice: Person
let bob: Person

interface Row {
  readonly id: number
  readonly title: string
  readonly abstract: string
  readonly kind: string
  readonly is_read: number
}

const list = async ({ token }: Person, query: Record<string, string> = {}) =>
  (await ok<{ list: Row[] }>('GET', '/mailMessage/getList', { query: { lang: 'en', ...query }, token })).list
const count = ({ token }: Person) => ok<number>('GET', '/mailMessage/getCount', { token })
const deposit = (person: Person, ref: string, amount = '1234.5') =>
  notify(env, person.userId, { kind: 'deposit_passed', facts: { amount, asset: 'USDT' }, ref }, NOON)
const sent = async () => {
  const outbox = await listOutbox(env)
  return outbox.ok ? outbox.value.map(({ channel, target, subject }) => ({ channel, target, subject })) : []
}
const prefer = (person: Person, kind: string, ways: { mail?: '1'; sms?: '1' }) =>
  ok('PUT', '/v1/messages/preferences', {
    form: { message_kind: kind, mail: '0', sms: '0', push: '0', ...ways },
    token: person.token,
  })

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})
beforeEach(() => env.DB.prepare('DELETE FROM outbox_message').run())

describe('a message to Alice', () => {
  it('is in her inbox once and in her mail once, in the language she registered in', async () => {
    await deposit(alice, 'deposit:1')
    await deposit(alice, 'deposit:1')
    expect(await list(alice)).toMatchObject([
      { title: 'Deposit credited', abstract: '1,234.5 USDT has been credited to your account.', is_read: 0 },
    ])
    expect(await count(alice)).toBe(1)
    expect(await sent()).toEqual([{ channel: 'mail', target: 'alice@example.com', subject: 'CM: Deposit credited' }])
  })

  it('is read in the language that is asked for, whatever it was sent in', async () => {
    const [french] = await list(alice, { lang: 'fra' })
    expect(french).toMatchObject({
      title: 'Dépôt crédité',
      abstract: 'Votre dépôt de 1\u202f234,5\u00a0USDT a été crédité sur votre compte.',
    })
  })

  it('is read by opening it, and no longer counted', async () => {
    const [message] = await list(alice)
    const detail = await ok('GET', '/mailMessage/detail', {
      query: { id: String(message?.id), lang: 'en' },
      token: alice.token,
    })
    expect(detail).toMatchObject({ title: 'Deposit credited', is_read: 1 })
    expect(await count(alice)).toBe(0)
  })

  it('is nobody else’s to see, to read or to delete', async () => {
    const [message] = await list(alice)
    const id = String(message?.id)
    expect(await list(bob)).toEqual([])
    expect(await refused('GET', '/mailMessage/detail', { query: { id, lang: 'en' }, token: bob.token })).toBe(
      'This message no longer exists.',
    )
    await ok('DELETE', '/v1/messages', { query: { id }, token: bob.token })
    expect(await list(alice)).toHaveLength(1)
    expect(await call('GET', '/mailMessage/getList', {})).toMatchObject({ type: '999' })
  })

  it('is found under its tab', async () => {
    expect((await list(alice, { group: 'funds' })).map(({ kind }) => kind)).toEqual(['deposit_passed'])
    expect(await list(alice, { group: 'security' })).toEqual([])
  })
})

describe('by preference', () => {
  it('Bob gets a text message instead of a mail, once he has a number', async () => {
    await prefer(bob, 'deposit_passed', { sms: '1' })
    await deposit(bob, 'deposit:2')
    expect(await sent()).toEqual([])
    await env.DB.prepare("UPDATE user SET mobile = '+819012345678' WHERE id = ?").bind(bob.userId).run()
    await deposit(bob, 'deposit:3')
    expect(await sent()).toMatchObject([{ channel: 'sms', target: '+819012345678' }])
  })

  it('Bob sleeps: his mails wait for the morning, except about his password, and come with the sweep', async () => {
    const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16)
    const night = { quiet: '1', quiet_from: hour(-1), quiet_until: hour(1), time_zone: 'UTC' }
    await prefer(bob, 'deposit_passed', { mail: '1' })
    await ok('PUT', '/v1/messages/quiet-hours', { form: night, token: bob.token })
    await deposit(bob, 'deposit:night')
    expect(await sent()).toEqual([])
    expect((await list(bob))[0]).toMatchObject({ kind: 'deposit_passed' })
    const facts = { change: 'login_password' }
    await notify(env, bob.userId, { kind: 'security_changed', facts, ref: 'security:night' }, NOON)
    expect(await sent()).toHaveLength(1)
    await env.DB.prepare('DELETE FROM outbox_message').run()
    await ok('PUT', '/v1/messages/quiet-hours', { form: { quiet: '0' }, token: bob.token })
    await waitFor(
      async () => {
        await sweepNotices(env, 10, Date.now())
        expect(await sent()).toMatchObject([{ channel: 'mail', target: 'bob@example.com' }])
      },
      { timeout: 20_000, interval: 50 },
    )
  })

  it('hours that do not add up are refused by name', async () => {
    const set = (form: Record<string, string>) => refused('PUT', '/v1/messages/quiet-hours', { form, token: bob.token })
    const night = { quiet: '1', quiet_from: '22:00', quiet_until: '22:00', time_zone: 'UTC' }
    expect(await set(night)).toBe('Quiet hours need an end other than their start.')
    expect(await set({ quiet: '1', quiet_from: '22:00', quiet_until: '07:00' })).toContain('Time zone')
    expect(await set({ ...night, quiet_until: '07:00', time_zone: 'Mars/Olympus' })).toContain('Time zone')
    expect(await set({ ...night, quiet_until: '7' })).toContain('Until')
  })

  it('Bob cannot switch off the mail about his password', async () => {
    await prefer(bob, 'security_changed', {})
    const facts = { change: 'login_password' }
    await notify(env, bob.userId, { kind: 'security_changed', facts, ref: 'security:1' }, NOON)
    expect(await sent()).toMatchObject([{ channel: 'mail', target: 'bob@example.com' }])
  })

  it('a gateway that refuses is in the log, and the message in the inbox', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = { ...env, MAIL_SENDER: 'none' }
    const facts = { level: '1' }
    await notify(broken, bob.userId, { kind: 'identity_passed', facts, ref: 'identity:9:passed' }, NOON)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('mail'))
    log.mockRestore()
    expect((await list(bob))[0]).toMatchObject({ kind: 'identity_passed' })
  })

  it('work that is done does not fail because its message could not be stored', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const away = {
      ...env,
      Account: {
        idFromName: () => {
          throw new Error('away')
        },
      } as unknown as typeof env.Account,
    }
    await notifySoon(
      away,
      bob.userId,
      { kind: 'deposit_passed', facts: { amount: '1', asset: 'USDT' }, ref: 'r:1' },
      NOON,
    )
    expect(log).toHaveBeenCalled()
    log.mockRestore()
  })
})

describe('all at once', () => {
  it('Alice marks all as read, deletes what is read, and keeps what came in between', async () => {
    await deposit(alice, 'deposit:4')
    await deposit(alice, 'deposit:5')
    await ok('POST', '/v1/messages/read-all', { token: alice.token })
    expect(await count(alice)).toBe(0)
    await deposit(alice, 'deposit:6')
    await ok('DELETE', '/v1/messages', { token: alice.token })
    expect((await list(alice)).map(({ is_read }) => is_read)).toEqual([0])
    await deposit(alice, 'deposit:5')
    expect(await list(alice)).toHaveLength(1)
  })

  it('the same press twice is one', async () => {
    await deposit(alice, 'deposit:7')
    await ok('POST', '/v1/messages/read-all', { token: alice.token, key: 'once' })
    await deposit(alice, 'deposit:8')
    await ok('POST', '/v1/messages/read-all', { token: alice.token, key: 'once' })
    expect(await count(alice)).toBe(1)
  })
})

describe('the pushes of a browser of Alice’s', () => {
  const keys = { VAPID_PUBLIC_KEY: 'public', VAPID_PRIVATE_KEY: 'private', VAPID_SUBJECT: 'mailto:a@cm.example' }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  const good: PushSubscription = { endpoint, p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) }
  async function subscribe(subscription: PushSubscription, site = { ...env, ...keys }) {
    const session = await verifySession(env, alice.token, Date.now())
    if (!session) throw new Error('the token proves nothing')
    const outcome = await subscribeToPush(site, session, { commandId: crypto.randomUUID(), subscription })
    return outcome.ok ? outcome.value : outcome.refusal.code
  }

  it('are taken with the address and the keys that a push service of ours gives, and with no others', async () => {
    for (const bad of [
      { endpoint: 'https://push.example/abc' },
      { endpoint: '' },
      { p256dh: '' },
      { p256dh: `A${'x'.repeat(86)}` },
      { p256dh: `B${'x'.repeat(85)}` },
      { auth: 'x'.repeat(21) },
      { auth: `${'x'.repeat(21)} ` },
    ])
      expect([bad, await subscribe({ ...good, ...bad })]).toEqual([bad, 'push_subscription_malformed'])
    expect(await subscribe(good)).toEqual({ subscriptions: 1 })
  })

  it('are not taken where the site has no keys to send them by', async () => {
    const site = { ...env, VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '', VAPID_SUBJECT: '' }
    expect(await subscribe(good, site)).toBe('push_subscription_malformed')
  })
})
