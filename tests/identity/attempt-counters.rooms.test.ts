// What counting costs the directory: refused attempts leave nothing behind for their targets, and waiting only reads.

import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { pruneCounters } from '#db/platform/attempt'
import type { Outcome } from '#domain/outcome'
import { MINUTE_MS } from '#domain/time'
import { sendCode } from '#services/identity'
import { countProof } from '#services/identity/counted-proof'

beforeEach(async () => {
  await env.DB.batch(['attempt_counter', 'verification_code'].map((table) => env.DB.prepare(`delete from ${table}`)))
})

const codeOf = <Value>(outcome: Outcome<Value>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

/** The directory with recorded statements. */
function watched(): { readonly env: Env; readonly reads: () => number; readonly writes: () => number } {
  const asked: string[] = []
  const DB = new Proxy(env.DB, {
    get: (db, name: keyof D1Database) => {
      if (name !== 'prepare') return db[name].bind(db)
      return (text: string) => {
        asked.push(text)
        return db.prepare(text)
      }
    },
  })
  const count = (isRead: boolean) => asked.filter((text) => text.startsWith('select') === isRead).length
  return { env: { ...env, DB }, reads: () => count(true), writes: () => count(false) }
}

it('a code that is refused for its address leaves no counter for the target that was named', async () => {
  const ask = (text: string) =>
    sendCode(env, {
      account: { text },
      purpose: 'register',
      language: 'en',
      clientIp: '203.0.113.9',
      disclosure: { kind: 'silent' },
    })
  expect(codeOf(await ask('first@example.com'))).toBe('ok')
  await env.DB.prepare(`update attempt_counter set count = 30 where key like 'code:ip:%'`).run()
  const left = () => env.DB.prepare('select count(*) as n from attempt_counter').first('n')
  const before = await left()
  for (let turn = 0; turn < 5; turn += 1)
    expect(codeOf(await ask(`random-${turn}@example.com`))).toBe('too_many_requests')
  expect(await left()).toBe(before)
})

it('counters that have ended are thrown away the oldest first, so many at once', async () => {
  const now = Date.now()
  const fill = env.DB.prepare('insert into attempt_counter (key, count, expires_at) values (?, 1, ?)')
  await env.DB.batch([5, 3, 4, -1].map((ago) => fill.bind(`ended ${ago} ago`, now - ago)))
  const left = async () => {
    const { results } = await env.DB.prepare('select key from attempt_counter order by key').all<{ key: string }>()
    return results.map(({ key }) => key)
  }
  await pruneCounters(env.DB, now, 2)
  expect(await left()).toEqual(['ended -1 ago', 'ended 3 ago'])
  await pruneCounters(env.DB, now, 2)
  expect(await left()).toEqual(['ended -1 ago'])
})

it('of thirty right proofs at once twenty wait for their turn, only reading, and all of these are right', async () => {
  const directory = watched()
  const limits = [{ key: 'proof:here', max: 5, windowMs: MINUTE_MS }]
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const prove = async () =>
    codeOf(await countProof(directory.env, { whose: 'here', limits }, Date.now(), () => gate.then(() => true)))
  const proofs = Array.from({ length: 30 }, prove)
  expect(await Promise.all(proofs.slice(20))).toEqual(Array.from({ length: 10 }, () => 'too_many_requests'))
  // Five are under way; each of the others looks several times.
  await expect.poll(() => directory.reads(), { timeout: 20_000 }).toBeGreaterThan(20 + 3 * 15)
  // A counter and a mark for each, and the restored counts.
  expect(directory.writes()).toBeLessThanOrEqual(3 * 20)
  release()
  expect(await Promise.all(proofs.slice(0, 20))).toEqual(Array.from({ length: 20 }, () => 'ok'))
  expect(await env.DB.prepare('select count(*) as n from attempt_counter').first('n')).toBe(0)
})
