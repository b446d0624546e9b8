// What a user shows of oneself: both names are saved or neither is, and a form that is refused keeps what was typed.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeNames } from '#services/profile'
import type { Session } from '#session/session'
import { signSession } from '#session/session'
import { action } from '../../app/routes/settings.profile/data.server'
import { ORIGIN, ok, refused, seed } from '../api/client'
import { enter } from '../funds/customers'

let alice: Session
let token: string
const shown = () =>
  env.DB.prepare('select nickname, signature from user where id = ?').bind(alice.userId).first<{
    nickname: string
    signature: string
  }>()

beforeAll(async () => {
  await seed()
  alice = await enter('Alice')
  token = await signSession(env, { ...alice, issuedAt: Date.now() })
})

describe('nickname and signature', () => {
  it('are saved together, by the page and on the wire', async () => {
    const before = await shown()
    const refusals = [
      { nickname: 'Alicia', signature: '!!!' },
      { nickname: '!', signature: 'Hello there' },
    ]
    for (const names of refusals) {
      const body = new URLSearchParams({ intent: 'names', ...names })
      const headers = { Origin: ORIGIN, Cookie: `cm_session=${token}` }
      const request = new Request(`${ORIGIN}/settings/profile`, { method: 'POST', headers, body })
      const answer = await action({ request, params: {}, context: { env } } as unknown as Parameters<typeof action>[0])
      expect(answer).toMatchObject({ names, problem: { field: names.nickname === '!' ? 'nickname' : 'signature' } })
      await refused('POST', '/user/editNickname', { token, form: names })
      expect(await shown()).toEqual(before)
    }
  })

  it('change with each other, or the nickname alone', async () => {
    const both = { nickname: 'Alicia', signature: 'Hello there' }
    expect(await ok('POST', '/user/editNickname', { token, form: both })).toBe(1)
    expect(await shown()).toEqual(both)
    expect(await ok('POST', '/user/editNickname', { token, form: { nickname: 'Alice' } })).toBe(1)
    expect(await shown()).toEqual({ ...both, nickname: 'Alice' })
    await changeNames(env, alice, { nickname: 'Alice', signature: '' })
    expect(await shown()).toEqual({ nickname: 'Alice', signature: '' })
  })
})
