// A form with one large file is read into one buffer, with any bytes in the file; other forms are refused before buffering.

import { expect, it } from 'vitest'
import { readFileForm } from '#session/one-file'

async function sent(form: FormData, headers: Record<string, string> = {}): Promise<Request> {
  const drawn = new Response(form)
  const body = new Uint8Array(await drawn.arrayBuffer())
  return new Request('http://cm.test/media', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': drawn.headers.get('Content-Type') ?? '',
      'Content-Length': String(body.byteLength),
      ...headers,
    },
  })
}

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
const form = (): FormData => {
  const made = new FormData()
  made.set('kind', 'video')
  made.set('file', new File([bytes, '\r\n--not the end\r\n\r\n'], 'a"b.mp4', { type: 'text/html' }))
  return made
}

it('has its fields and its file, to the last byte', async () => {
  const read = await readFileForm(await sent(form()), 100_000)
  if (typeof read === 'string') throw new Error(read)
  expect(read.fields).toEqual({ kind: 'video' })
  expect(Buffer.from(read.file).equals(Buffer.concat([bytes, Buffer.from('\r\n--not the end\r\n\r\n')]))).toBe(true)
})

it.each([
  ['too_large', {}, 60_000],
  ['malformed', { 'Content-Type': 'text/plain' }, 100_000],
  ['malformed', { 'Content-Type': 'multipart/form-data; boundary=another' }, 100_000],
  ['malformed', { 'Content-Length': '10' }, 100_000],
  ['malformed', { 'Content-Length': '90000' }, 100_000],
])('%s for %o', async (answer, headers, most) => {
  expect(await readFileForm(await sent(form(), headers), most)).toBe(answer)
})
