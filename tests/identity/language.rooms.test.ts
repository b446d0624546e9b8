// A chosen language applies to mails and messages, for logged-in users only.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { endAllSessions } from '#services/sessions'
import { verifySession } from '#session/session'
import { action } from '../../app/routes/settings/data.server'
import { ORIGIN, type Person, join, seed } from '../api/client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
beforeAll(seed)

async function choose(language: string, by?: Person): Promise<Response> {
  const request = new Request(`${ORIGIN}/settings`, {
    method: 'POST',
    headers: { Origin: ORIGIN, Cookie: by ? `cm_session=${by.token}` : '' },
    body: new URLSearchParams({ language }),
  })
  return action({ request, params: {}, context: { env } } as unknown as Parameters<typeof action>[0])
}
const languageOf = ({ userId }: Person) =>
  env.DB.prepare('select language from user where id = ?').bind(userId).first('language')

it('is kept for who chooses it while logged in, until another is chosen', async () => {
  const mia = await join('Mia')
  expect(await languageOf(mia)).toBe('en')
  const answer = await choose('fra', mia)
  expect(answer.headers.get('Set-Cookie')).toContain('cm_language=fra')
  expect(await languageOf(mia)).toBe('fra')
  await choose('klingon', mia)
  await choose('th')
  expect(await languageOf(mia)).toBe('fra')

  const session = await verifySession(env, mia.token, Date.now())
  if (session) await endAllSessions(env, session)
  await choose('spa', mia)
  expect(await languageOf(mia)).toBe('fra')
})
