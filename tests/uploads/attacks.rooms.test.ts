// Pictures made to harm: files that are two things at once, names that lead elsewhere, sizes that lie, and pieces without end.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkPicture } from '#domain/image/image'
import worker from '../../server/worker'
import english from '../../locales/en/refusals.json'
import { ORIGIN, type Person, call, join, ok, refused, seed } from '../api/client'
import { chunk, makeJpeg, makePng, pictureForm, segment, pathOf } from '../kit/pictures'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let mallory: Person
let came = 0
beforeAll(seed)

/** A new user per story: refused uploads count towards the limit of forty an hour. */
async function letSomebodyCome(): Promise<void> {
  came += 1
  mallory = await join(`Mallory${came}`)
}

const textOf = (text: string): number[] => [...new TextEncoder().encode(text)]
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(textOf(text))
const SCRIPT = '<script>alert(document.cookie)</script>'

const open = (path: string, token = mallory.token): Promise<Response> => {
  const request = new Request(`${ORIGIN}${path}`, { headers: { Authorization: token } })
  return Promise.resolve(worker.fetch(request, env, createExecutionContext()))
}
const send = (bytes: Uint8Array<ArrayBuffer>, name?: string, type?: string) =>
  ok<string>('POST', '/upload', { body: pictureForm(bytes, name, type), token: mallory.token }).then(pathOf)
const refusal = (bytes: Uint8Array<ArrayBuffer>, name = 'me.jpg', type = 'image/jpeg') =>
  refused('POST', '/upload', { body: pictureForm(bytes, name, type), token: mallory.token })

describe('a file that is two things at once', () => {
  beforeAll(letSomebodyCome)

  it.each([
    ['a comment', makeJpeg({ before: segment(0xfe, textOf(`*/=0;${SCRIPT}/*`)) })],
    ['an application segment', makeJpeg({ before: segment(0xe0, textOf(`JFIF\0${SCRIPT}`)) })],
    ['Exif', makeJpeg({ before: segment(0xe1, textOf(`Exif\0\0${SCRIPT}`)) })],
    ['a page behind its end', makeJpeg({ after: `<html>${SCRIPT}</html>` })],
    ['an archive behind its end', makeJpeg({ after: `PK\u0003\u0004${SCRIPT}` })],
    ['a PNG with a text chunk', makePng({ chunks: chunk('tEXt', textOf(`Comment\0${SCRIPT}`)) })],
    ['a PNG with a page behind its end', makePng({ after: `<html>${SCRIPT}</html>` })],
  ])('a picture with a script in %s is stored without it, as a picture', async (_, bytes) => {
    const shown = await open(await send(bytes, 'page.html', 'text/html'))
    expect(shown.headers.get('Content-Type')).toMatch(/^image\/(jpeg|png)$/)
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox')
    const kept = new TextDecoder('latin1').decode(await shown.arrayBuffer())
    expect(kept).not.toMatch(/script|html|PK\u0003/i)
  })

  it.each([
    ['an SVG with a script', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`],
    ['an SVG behind a byte order mark', `\ufeff<?xml version="1.0"?><svg>${SCRIPT}</svg>`],
    ['a page', `<!doctype html>${SCRIPT}`],
    ['a GIF that is a script', `GIF89a/*${'x'.repeat(40)}*/=1;alert(1)`],
    ['a PDF', '%PDF-1.7 /JS (app.alert(1))'],
    ['a WebP', 'RIFF\u0010\0\0\0WEBPVP8 '],
    ['nothing at all', ''],
  ])('%s is no picture, whatever it is called', async (_, text) => {
    for (const [name, type] of [
      ['me.jpg', 'image/jpeg'],
      ['me.png', 'image/png'],
      ['me.svg', 'image/svg+xml'],
    ] as const) {
      const said = await refusal(bytesOf(text), name, type)
      expect([english.image_type_refused, english.field_missing.replace('{{field}}', 'File')]).toContain(said)
    }
  })
})

describe('a name that leads elsewhere', () => {
  beforeAll(letSomebodyCome)

  it.each(['../../index.html', '/etc/passwd', 'a\\..\\b.png', 'x'.repeat(2_000)])(
    '%j names nothing: the reference is ours',
    async (name) => {
      expect(await send(makePng(), name)).toMatch(/^\/uploads\/[\w-]{22}$/)
    },
  )

  it.each(['\u0000.png', 'me.jpg\r\nSet-Cookie: a=b'])('%j is no form, and writes no header', async (name) => {
    const answer = await call('POST', '/upload', { body: pictureForm(makePng(), name), token: mallory.token })
    expect(answer.type).toBe('error')
  })

  it.each([
    '/uploads/../api/user/info',
    '/uploads/%2e%2e%2fpicture',
    '/uploads/..%5c..%5csecret.png',
    '/uploads/picture%2Faaaaaaaaaaaaaaaaaaaaaa',
    '/uploads/aaaaaaaaaaaaaaaaaaaaaa/',
    '/uploads/aaaaaaaaaaaaaaaaaaaaaa?x=/../',
  ])('%s shows no picture', async (path) => {
    const answer = await open(path)
    expect(answer.headers.get('Content-Type') ?? '').not.toMatch(/^image/)
    expect(await answer.text()).not.toContain('\u0089PNG')
  })
})

describe('a bomb', () => {
  beforeAll(letSomebodyCome)

  it('that says to be 65,535 dots wide and high is refused before anybody draws it', async () => {
    expect(await refusal(makeJpeg({ width: 65_535, height: 65_535 }))).toBe(english.image_dimensions_refused)
  })

  it('of a hundred thousand tables, or of ten thousand scans, costs one walk and is refused', () => {
    const table = segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)])
    const many = Uint8Array.from(Array.from({ length: 20_000 }, () => table).flat())
    const tables = Uint8Array.from([...makeJpeg().subarray(0, 2), ...many, ...makeJpeg().subarray(2)])
    expect(checkPicture(tables)).toMatchObject({ ok: false, refusal: { code: 'image_broken' } })

    const whole = makeJpeg()
    const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x3f]
    const scans = Uint8Array.from([
      ...whole.subarray(0, -2),
      ...Array.from({ length: 10_000 }, () => scan).flat(),
      0xff,
      0xd9,
    ])
    expect(checkPicture(scans)).toMatchObject({ ok: false, refusal: { code: 'image_broken' } })
  })

  it('of empty chunks, or with a length that lies, is refused', () => {
    const empty = Array.from({ length: 12_000 }, () => chunk('IDAT', [])).flat()
    expect(checkPicture(makePng({ chunks: empty }))).toMatchObject({ ok: false, refusal: { code: 'image_broken' } })
    const lying = makePng()
    lying.set([0x7f, 0xff, 0xff, 0xff], 33)
    expect(checkPicture(lying)).toMatchObject({ ok: false, refusal: { code: 'image_broken' } })
  })

  it('of a length that the sender does not keep, or of two files, is one refused request', async () => {
    const form = pictureForm(makeJpeg())
    form.append('file', new File([bytesOf('<svg>')], 'b.svg'))
    // Of a repeated field the last counts.
    expect(await refused('POST', '/upload', { body: form, token: mallory.token })).toBe(english.image_type_refused)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const torn = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nnever ends'
    expect((await call('POST', '/upload', { body: torn, headers, token: mallory.token })).type).toBe('error')
  })

  it('thrown again and again is stopped by the counter, before it is read', async () => {
    const codes = new Set<string>()
    for (let tries = 0; tries < 45; tries += 1) codes.add(await refusal(bytesOf('<svg>')))
    expect([...codes].some((text) => text.startsWith(english.too_many_requests.slice(0, 17)))).toBe(true)
  })
})
