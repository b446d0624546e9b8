// Session tokens: a signed token is accepted, one with a changed character isn't.

import { describe, expect, it } from 'vitest'
import {
  BROWSER_SESSION_MS,
  clearSessionCookie,
  hasSameOrigin,
  isCookieSession,
  makeSessionCookie,
  readSession,
  signSession,
  verifySession,
} from '#session/session'

const env = { SESSION_SECRET: 'a secret for tests only, thirty-two or more' }
const now = Date.UTC(2026, 10, 21)
const claims = { userId: 10001, sessionId: 'f3b1c2d4-0000-4000-8000-1234567890ab', issuedAt: now }
const ask = (headers: Record<string, string>, url = 'http://localhost:8787/orders') => new Request(url, { headers })

describe('a session token', () => {
  it('proves the user and the session that it was signed for', async () => {
    expect(await verifySession(env, await signSession(env, claims), now + 1000)).toEqual(claims)
  })

  it('is worth nothing with any one character changed', async () => {
    const token = await signSession(env, claims)
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'B' ? 'C' : 'B'
      const forged = token.slice(0, index) + other + token.slice(index + 1)
      const proven = await verifySession(env, forged, now)
      // The last character of a base64 text may carry unused bits; then the signature is the same bytes.
      if (proven) expect(proven).toEqual(claims)
      else expect(proven).toBeNull()
    }
  })

  it('is worth nothing under another secret', async () => {
    const token = await signSession({ SESSION_SECRET: 'another secret, also thirty-two or more' }, claims)
    expect(await verifySession(env, token, now)).toBeNull()
  })

  it('does not let Bob put his own number into Alice’s token', async () => {
    const [payload, signature] = (await signSession(env, claims)).split('.')
    const forged = Buffer.from(`10002.${claims.sessionId}.${now}`).toString('base64url')
    expect(await verifySession(env, `${forged}.${signature}`, now)).toBeNull()
    expect(await verifySession(env, `${payload}.`, now)).toBeNull()
    expect(await verifySession(env, `${payload}.${signature}.x`, now)).toBeNull()
  })

  it('ends after thirty days, and is not taken from the future', async () => {
    const token = await signSession(env, claims)
    expect(await verifySession(env, token, now + BROWSER_SESSION_MS - 1)).not.toBeNull()
    expect(await verifySession(env, token, now + BROWSER_SESSION_MS)).toBeNull()
    expect(await verifySession(env, token, now - 120_000)).toBeNull()
  })

  it.each(['', '.', 'abc', '💰.💰', 'a'.repeat(5000), '..', 'null'])('refuses the text %j', async (text) => {
    expect(await verifySession(env, text, now)).toBeNull()
  })
})

describe('who a request comes from', () => {
  it('is read from the raw Authorization header, or from the cookie', async () => {
    const token = await signSession(env, { ...claims, issuedAt: Date.now() })
    const session = { userId: claims.userId, sessionId: claims.sessionId }
    expect(await readSession(ask({ Authorization: token }), env)).toEqual(session)
    expect(await readSession(ask({ Cookie: `theme=dark; cm_session=${token}` }), env)).toEqual(session)
    expect(await readSession(ask({ Cookie: `__Host-cm_session=${token}` }, 'https://cm.example/'), env)).toEqual(
      session,
    )
    expect(await readSession(ask({}), env)).toBeNull()
  })

  it('ignores the cookie when a token is sent, and takes an empty token for none', async () => {
    const token = await signSession(env, { ...claims, issuedAt: Date.now() })
    const both = { Authorization: 'wrong', Cookie: `cm_session=${token}` }
    expect(await readSession(ask(both), env)).toBeNull()
    expect(await readSession(ask({ ...both, Authorization: '' }), env)).not.toBeNull()
    expect(isCookieSession(ask({ Cookie: `cm_session=${token}` }))).toBe(true)
    expect(isCookieSession(ask(both))).toBe(false)
  })

  it('does not take a cookie without the host prefix over https', async () => {
    const token = await signSession(env, { ...claims, issuedAt: Date.now() })
    expect(await readSession(ask({ Cookie: `cm_session=${token}` }, 'https://cm.example/'), env)).toBeNull()
  })

  it('is kept in a cookie that scripts cannot read and other sites cannot post with', () => {
    const plain = makeSessionCookie(ask({}), 'abc')
    expect(plain).toBe('cm_session=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax')
    expect(makeSessionCookie(ask({}, 'https://cm.example/'), 'abc')).toMatch(/^__Host-cm_session=abc; .*; Secure$/)
    expect(clearSessionCookie(ask({}))).toContain('Max-Age=0')
  })

  it.each([
    [{ Origin: 'http://localhost:8787' }, true],
    [{ Origin: 'https://localhost:8787' }, true],
    [{ Origin: 'http://localhost:9999' }, false],
    [{ Origin: 'https://evil.example' }, false],
    [{ Origin: 'null' }, false],
    [{ 'Sec-Fetch-Site': 'same-origin' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false],
    [{}, false],
  ])('counts %j as the same origin: %s', (headers, isSame) => {
    expect(hasSameOrigin(ask(headers))).toBe(isSame)
  })
})
