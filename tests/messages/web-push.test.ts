// Requests to a push service: payload decryptable by the browser only (RFC 8291, against an independent implementation over node:crypto),
// token signed with our key (RFC 8292), and handling of response statuses.

import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPushEndpoint } from '#domain/message'
import { type VapidKeys, sendPush, vapidKeys } from '#services/messages/web-push'

const CONTENT = { title: 'Deposit credited', body: 'secret words', tag: 'message-1', url: '/messages/1' }
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc'

/** A browser's push subscription with its private keys. */
function subscribe() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const p256dh = keys.getPublicKey('base64url')
  return { keys, auth, subscription: { endpoint: ENDPOINT, p256dh, auth: auth.toString('base64url') } }
}

/** Decrypts as a browser does (RFC 8188, RFC 8291): one record, preceded by salt and the sender's public key. */
function decrypt(
  { keys, auth }: Pick<ReturnType<typeof subscribe>, 'keys'> & { readonly auth: Uint8Array },
  payload: Buffer,
): string {
  const salt = payload.subarray(0, 16)
  const keyLength = payload.readUInt8(20)
  const sender = payload.subarray(21, 21 + keyLength)
  const record = payload.subarray(21 + keyLength)
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const material = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // 2 ends the text of the last record, and zeroes pad it.
  const end = padded.lastIndexOf(2)
  expect(padded.subarray(end + 1).every((byte) => byte === 0)).toBe(true)
  return padded.subarray(0, end).toString()
}

test('the decryption of this test reads the example of RFC 8291', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const payload = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  expect(decrypt({ keys, auth }, payload)).toBe('When I grow up, I want to be a watermelon')
})

function makeVapidKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const keys: VapidKeys = {
    publicKey: point.toString('base64url'),
    privateKey: d,
    subject: 'mailto:support@cm.example',
  }
  return { publicKey, keys }
}

describe('a push service', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const send = async (status: number, keys = makeVapidKeys().keys, browser = subscribe()) => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status }))
    const result = await sendPush(keys, browser.subscription, CONTENT)
    const [address, sent] = asked.mock.calls[0] ?? []
    return { result, address, sent, headers: new Headers(sent?.headers), browser }
  }

  test('gets what only the browser can read, and keeps it for a day', async () => {
    const { address, sent, headers, browser } = await send(201)
    expect(address).toBe(ENDPOINT)
    expect([sent?.method?.toUpperCase(), sent?.redirect, sent?.signal]).toEqual([
      'POST',
      'manual',
      expect.any(AbortSignal),
    ])
    expect([headers.get('Content-Encoding'), headers.get('TTL')]).toEqual(['aes128gcm', '86400'])
    const payload = Buffer.from(sent?.body as Uint8Array)
    expect(payload.toString('latin1')).not.toContain('secret words')
    expect(JSON.parse(decrypt(browser, payload))).toEqual(CONTENT)
    expect(() => decrypt(subscribe(), payload)).toThrow('authenticate')
  })

  test('gets a token that our public key verifies, for itself alone and for half a day', async () => {
    const { publicKey, keys } = makeVapidKeys()
    const { headers } = await send(201, keys)
    const [, head = '', claims = '', signature = '', key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=(.+)$/.exec(headers.get('Authorization') ?? '') ?? []
    expect(key).toBe(keys.publicKey)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://fcm.googleapis.com',
      iat: 1_000,
      exp: 1_000 + 43_200,
      sub: 'mailto:support@cm.example',
    })
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isGenuine).toBe(true)
  })

  test.each([
    [201, { kind: 'sent' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [500, { kind: 'failed', why: 'the push service answered 500' }],
  ] as const)('that answers %i', async (status, result) => {
    expect((await send(status)).result).toEqual(result)
  })

  test('is not reached with keys that are none', async () => {
    const browser = subscribe()
    browser.subscription.p256dh = 'AAAA'
    expect((await send(201, makeVapidKeys().keys, browser)).result).toEqual({
      kind: 'failed',
      why: 'no push was sent (Error)',
    })
  })

  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/QGx', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com.evil.example/x', false],
    ['https://evil.example/fcm.googleapis.com/x', false],
    ['https://user@fcm.googleapis.com/x', false],
    ['https://localhost/x', false],
    [`https://fcm.googleapis.com/${'x'.repeat(1_000)}`, false],
  ])('at %s: %s', (endpoint, isOne) => {
    expect(isPushEndpoint(endpoint)).toBe(isOne)
  })

  test('is asked for nothing where the site has no keys', () => {
    expect(vapidKeys({})).toBeNull()
    expect(vapidKeys({ VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' })).toBeNull()
  })
})
