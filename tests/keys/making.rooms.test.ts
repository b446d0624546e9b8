// Making a key: what its owner may wish, after which proof, and what is told of it.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { API_KEYS_MAX, KEY_ADDRESSES_MAX } from '#domain/api-key'
import { DAY_MS } from '#domain/time'
import { callAccountAsSystem } from '#services/account-room'
import { type KeyWishes, addApiKey, listApiKeys, removeApiKey } from '#services/security/api-keys'
import { sendOwnCode } from '#services/security/owner'
import { type Session, verifySession } from '#session/session'
import { type Person, join, ok, seed } from '../api/client'
import { ask, program, signed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WISHES: KeyWishes = {
  name: ' A bot ',
  kind: 'hmac',
  publicKey: '',
  scopes: ['read', 'withdraw'],
  addresses: '192.0.2.7, 2001:db8::/32\n192.0.2.7',
  days: '30',
}

let alice: Person
let session: Session
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const claims = await verifySession(env, alice.token, Date.now())
  if (!claims) throw new Error('Alice is logged in')
  session = claims
})

const make = (wishes: Partial<KeyWishes>, code = '000000') =>
  addApiKey(env, session, { wishes: { ...WISHES, ...wishes }, proof: { code } })

async function codeOf(wishes: Partial<KeyWishes>): Promise<string> {
  const outcome = await make(wishes)
  return outcome.ok ? 'ok' : outcome.refusal.code
}

async function ownCode(): Promise<string> {
  await sendOwnCode(env, session, 'local')
  const row = await env.DB.prepare('select body from outbox_message where target = ? order by id desc limit 1')
    .bind(alice.email)
    .first<{ body: string }>()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0] ?? ''
}

test('wishes are refused before the proof of the owner is used', async () => {
  expect(await codeOf({ name: ' ' })).toBe('key_name_missing')
  expect(await codeOf({ kind: undefined })).toBe('field_malformed')
  expect(await codeOf({ days: undefined })).toBe('field_malformed')
  expect(await codeOf({ scopes: ['withdraw'] })).toBe('key_scopes_missing')
  expect(await codeOf({ kind: 'ed25519', publicKey: 'mine' })).toBe('public_key_malformed')
  expect(await codeOf({ addresses: '192.0.2.7 home' })).toBe('key_address_malformed')
  const many = Array.from({ length: KEY_ADDRESSES_MAX + 1 }, (_, index) => `192.0.2.${index}`).join(' ')
  expect(await codeOf({ addresses: many })).toBe('key_addresses_above_max')
  expect(await codeOf({})).toBe('own_code_wrong')
  expect(await listApiKeys(env, session)).toEqual({ ok: true, value: [] })
})

test('a key is made after the proof, listed without its secret, told to its owner, and removed', async () => {
  const made = await make({}, await ownCode())
  if (!made.ok) throw new Error(made.refusal.code)
  expect(made.value.secret).toMatch(/^[0-9a-f]{64}$/)
  const listed = await listApiKeys(env, session)
  expect(listed).toMatchObject({
    value: [
      {
        id: made.value.id,
        name: 'A bot',
        scopes: ['read'],
        addresses: ['192.0.2.7', '2001:db8::/32'],
        lastUsedAt: null,
      },
    ],
  })
  const [key] = listed.ok ? listed.value : []
  expect((key?.expiresAt ?? 0) - (key?.createdAt ?? 0)).toBeLessThanOrEqual(30 * DAY_MS)
  expect(JSON.stringify(listed)).not.toContain(made.value.secret)
  expect(await removeApiKey(env, session, made.value.id)).toEqual({ ok: true, value: { isRemoved: true } })
  expect(await removeApiKey(env, session, made.value.id)).toEqual({ ok: true, value: { isRemoved: false } })
  await vi.waitUntil(async () => {
    const { list } = await ok<{ list: readonly { title: string }[] }>('GET', '/mailMessage/getList', {
      token: alice.token,
    })
    return list.length >= 2
  })
})

test('a full account makes no further key, and the last use of a key is told with its address', async () => {
  const bot = await program(alice.userId, { kind: 'ed25519', scopes: ['read'] })
  await ask(await signed(bot, 'GET', '/v1/balances'), '192.0.2.99')
  expect(await listApiKeys(env, session)).toMatchObject({ value: [{ id: bot.id, lastAddress: '192.0.2.99' }] })
  const key = {
    name: 'k',
    kind: 'hmac',
    publicKey: '',
    scopes: ['read'],
    addresses: [],
    expiresAt: Date.now() + DAY_MS,
  } as const
  for (let index = 1; index < API_KEYS_MAX; index += 1)
    await callAccountAsSystem(env, alice.userId, { type: 'add_api_key', key: { ...key, id: `k${index}` } })
  expect(await codeOf({})).toBe('api_keys_above_max')
})
