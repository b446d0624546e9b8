// Web Push against the standard's own example (RFC 8291, appendix A), and what a push service is told.

import { describe, expect, test, vi } from 'vitest'
import { isPushEndpoint } from '#domain/message'
import { encryptFor, sendPush, signFor, vapidKeys } from '#services/messages/web-push'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const text = (value: ArrayBuffer | Uint8Array) => Buffer.from(value as Uint8Array).toString('base64url')

const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

async function keyPair(publicKey: string, privateKey: string): Promise<CryptoKeyPair> {
  const point = bytes(publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.slice(1, 33)), y: text(point.slice(33)), d: privateKey }
  const kind = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    privateKey: await crypto.subtle.importKey('jwk', jwk, kind, true, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('raw', point, kind, true, []),
  }
}

test('the example of the standard comes out to the letter', async () => {
  const drawn = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    keys: await keyPair(
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    ),
  }
  const sealed = await encryptFor(BROWSER, 'When I grow up, I want to be a watermelon', drawn)
  expect(text(sealed)).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe('a push service', () => {
  const keysOf = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
    const publicKey = text(await crypto.subtle.exportKey('raw', pair.publicKey))
    return { pair, keys: { publicKey, privateKey: d, subject: 'mailto:support@cm.example' } }
  }

  test('gets a token that our public key proves, for itself alone and for half a day', async () => {
    const { pair, keys } = await keysOf()
    const signed = await signFor(keys, 'https://fcm.googleapis.com', 1_000_000)
    const [, head = '', claims = '', signature = '', key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=(.+)$/.exec(signed) ?? []
    expect(key).toBe(keys.publicKey)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://fcm.googleapis.com',
      exp: 1_000 + 43_200,
      sub: 'mailto:support@cm.example',
    })
    const isGenuine = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      pair.publicKey,
      bytes(signature),
      new TextEncoder().encode(`${head}.${claims}`),
    )
    expect(isGenuine).toBe(true)
  })

  test.each([
    [201, { kind: 'sent' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [500, { kind: 'failed', why: 'the push service answered 500' }],
  ] as const)('that answers %i', async (status, result) => {
    const { keys } = await keysOf()
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status }))
    const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', ...BROWSER }
    const content = { title: 'Deposit credited', body: 'secret words', tag: 'message-1', url: '/messages/1' }
    expect(await sendPush(keys, subscription, content, 0)).toEqual(result)
    const [address, sent] = asked.mock.calls[0] ?? []
    expect(address).toBe(subscription.endpoint)
    expect(Buffer.from(sent?.body as Uint8Array).toString('latin1')).not.toContain('secret words')
    asked.mockRestore()
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
