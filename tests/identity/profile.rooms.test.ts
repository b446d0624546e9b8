// A user's profile: both names are saved or neither, and a refused form keeps its input.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { bindMobile } from '#db/platform/security'
import { checkSession, callAccountAsSystem } from '#services/account-room'
import { changeNames, profileChanged } from '#services/profile'
import { type Session, signSession } from '#session/session'
import { action } from '../../app/routes/settings.profile/data.server'
import { ORIGIN, call, ok, refused, seed } from '../api/client'
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

describe('the profile on the wire', () => {
  it('shows each change at once, though a copy of it was answered before', async () => {
    const info = () => ok<Record<string, unknown>>('POST', '/user/info', { token })
    await ok('POST', '/user/editNickname', { token, form: { nickname: 'Before' } })
    expect(await info()).toMatchObject({ nickname: 'Before' })
    await ok('POST', '/user/editNickname', { token, form: { nickname: 'After' } })
    expect(await info()).toMatchObject({ nickname: 'After' })
    const bound = { mobile: '+819012345678', national: null, lockUntil: null, resetFrom: null, loginFrom: null }
    expect(await bindMobile(env.DB, alice.userId, bound)).toBe(true)
    await profileChanged(env, alice.userId)
    expect(await info()).toMatchObject({ nickname: 'After', phone: '+819012345678' })
  })

  it('is answered from its copy where nothing has changed, and to no session that is over', async () => {
    const revision = async () => {
      const check = await checkSession(env, alice)
      return check.ok ? check.value.profileRevision : null
    }
    const before = await revision()
    expect(await revision()).toBe(before)
    await changeNames(env, alice, { nickname: 'Alice' })
    expect(await revision()).not.toBe(before)
    await ok('POST', '/user/info', { token })
    await callAccountAsSystem(env, alice.userId, { type: 'end_all_sessions' })
    expect(await call('POST', '/user/info', { token })).toMatchObject({ type: '999' })
  })
})
