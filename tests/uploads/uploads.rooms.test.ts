// Picture uploads over the wire: stored, and shown only to authorized users.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ownsUpload, readUpload, saveUpload } from '#services/uploads'
import worker from '../../server/worker'
import english from '../../locales/en/refusals.json'
import { ORIGIN, type Person, call, join, ok, refused, seed } from '../api/client'
import { makeJpeg, makePng, pictureForm, segment, pathOf } from '../kit/pictures'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})

const upload = (bytes: Uint8Array<ArrayBuffer>, name?: string, type?: string): Promise<string> =>
  ok<string>('POST', '/upload', { body: pictureForm(bytes, name, type), token: alice.token }).then(pathOf)

const uploadRefusal = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string): Promise<string> =>
  refused('POST', '/upload', { body: pictureForm(bytes, name, type), token: alice.token })

async function open(path: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : { Authorization: token }
  const request = new Request(`${ORIGIN}${path}`, { headers })
  return worker.fetch(request, env, createExecutionContext())
}

describe('a private picture', () => {
  it('is stored without what the camera wrote, and shown to its owner alone', async () => {
    const before = segment(0xe1, [...new TextEncoder().encode('Exif\0\0at home')])
    const reference = await upload(makeJpeg({ before }))
    expect(reference).toMatch(/^\/uploads\/[\w-]{22}$/)
    const own = await open(reference, alice.token)
    expect(own.status).toBe(200)
    expect(new Uint8Array(await own.arrayBuffer())).toEqual(makeJpeg())
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    for (const token of [undefined, bob.token, 'rubbish']) {
      const other = await open(reference, token)
      expect({ status: other.status, body: await other.text() }).toEqual({ status: 404, body: 'Not found' })
    }
    expect(await readUpload(env, reference, { kind: 'staff' })).not.toBeNull()
    expect(await ownsUpload(env, alice.userId, reference)).toBe(true)
    expect(await ownsUpload(env, bob.userId, reference)).toBe(false)
  })

  it('is not shown under a session that has ended', async () => {
    const form = { user_string: alice.email, password: alice.password }
    const token = await ok<string>('POST', '/user/login', { form })
    const reference = await upload(makeJpeg())
    expect((await open(reference, token)).status).toBe(200)
    await ok('GET', '/user/logout', { token })
    expect((await open(reference, token)).status).toBe(404)
  })

  it('sent under a session that has ended is not counted as one of the owner’s', async () => {
    const ended = { userId: bob.userId, sessionId: 'session-long-gone' }
    for (let sent = 0; sent < 41; sent += 1) {
      const answer = await saveUpload(env, ended, { purpose: 'private', bytes: makeJpeg() }, Date.now())
      expect(answer).toMatchObject({ ok: false, refusal: { code: 'session_ended' } })
    }
    expect(await ok('POST', '/upload', { body: pictureForm(makeJpeg()), token: bob.token })).toMatch(/^\/uploads\//)
  })
})

describe('what is no picture', () => {
  it('is refused by its content, whatever it is called', async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await uploadRefusal(svg, 'me.jpg', 'image/jpeg')).toBe(english.image_type_refused)
    expect(await uploadRefusal(svg, 'me.svg', 'image/svg+xml')).toBe(english.image_type_refused)
    expect(await uploadRefusal(makeJpeg().slice(0, 40), 'me.jpg', 'image/jpeg')).toBe(english.image_broken)
  })

  it('a PNG that calls itself a page is a PNG', async () => {
    const reference = await upload(makePng({ after: '<script>alert(1)</script>' }), '../../index.html', 'text/html')
    const shown = await open(reference, alice.token)
    expect(shown.headers.get('Content-Type')).toBe('image/png')
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(makePng())
  })

  it('more than ten megabytes are refused by name, and a guest is asked to log in instead', async () => {
    const large = new Uint8Array(11 * 1024 * 1024)
    const tooLarge = english.file_too_large.replace('{{bound}}', '10')
    expect(await uploadRefusal(large, 'me.jpg', 'image/jpeg')).toBe(tooLarge)
    const guest = await call('POST', '/upload', { body: pictureForm(large), token: '' })
    expect(guest.type).toBe('999')
  })

  it('names no file outside: odd paths are simply not there', async () => {
    for (const path of [
      '/uploads/',
      '/uploads/..%2f..%2fsecret',
      '/uploads/a/b',
      '/uploads/aaaaaaaaaaaaaaaaaaaaaa%00',
    ]) {
      expect({ path, status: (await open(path, alice.token)).status }).toEqual({ path, status: 404 })
    }
  })
})

describe('an avatar', () => {
  const portraitOf = async (person: Person): Promise<string> =>
    (await ok<{ head_portrait: string }>('GET', '/user/info', { token: person.token })).head_portrait
  const show = (head_portrait: string, person = alice) =>
    call('POST', '/user/uploadHeadPortrait', { form: { head_portrait, lang: 'en' }, token: person.token })

  it('of Alice is seen by everybody, is a copy, and is gone when she has another', async () => {
    const first = await upload(makeJpeg())
    expect(await show(first)).toEqual({ type: 'ok', message: 1 })
    const shown = await portraitOf(alice)
    expect(shown).not.toBe(first)
    expect((await open(shown)).status).toBe(200)
    expect((await open(first)).status).toBe(404)
    expect(await ownsUpload(env, alice.userId, shown)).toBe(false)

    await show(await upload(makePng()))
    expect((await open(shown)).status).toBe(404)
    expect((await open(first, alice.token)).status).toBe(200)
  })

  it('cannot be a picture of somebody else, or none', async () => {
    const reference = await upload(makeJpeg())
    for (const [portrait, person] of [
      [reference, bob],
      ['/uploads/aaaaaaaaaaaaaaaaaaaaaa', alice],
      ['https://elsewhere.test/spy.png', alice],
      ['/uploads/../api/user/logout', alice],
    ] as const) {
      expect(await show(portrait, person)).toEqual({ type: 'error', message: english.upload_not_found })
    }
  })
})
