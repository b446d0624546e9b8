// How a request becomes fields: query, form, multipart and JSON say the same things, and none can break the reader.

import { describe, expect, it } from 'vitest'
import { readFields, languageOf } from '#api/input'

const URL = 'http://cm.test/api/coin/trade'
const json = (body: string) =>
  new Request(URL, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
const form = (body: string) =>
  new Request(URL, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })

async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const read = await readFields(request)
  return read.ok ? { ...read.value } : { refused: read.refusal.code }
}

describe('the fields of a request', () => {
  it('are the same from a form, from multipart and from JSON', async () => {
    const multipart = new FormData()
    multipart.set('amount', '0.01')
    multipart.set('type', '1')
    const expected = { amount: '0.01', type: '1' }
    expect(await fieldsOf(form('amount=0.01&type=1'))).toEqual(expected)
    expect(await fieldsOf(new Request(URL, { method: 'POST', body: multipart }))).toEqual(expected)
    expect(await fieldsOf(json('{"amount":0.01,"type":1}'))).toEqual(expected)
  })

  it('come from the query too, where the last of a repeated field counts', async () => {
    expect(await fieldsOf(new Request(`${URL}?page=&page=2&lang=en&lang=jp`))).toEqual({ page: '2', lang: 'jp' })
  })

  it('of the body count before those of the query', async () => {
    const request = new Request(`${URL}?lang=en`, { method: 'POST', body: new URLSearchParams({ lang: 'jp' }) })
    expect(await fieldsOf(request)).toEqual({ lang: 'jp' })
  })

  it('are read from a form that forgot its content type', async () => {
    const request = new Request(URL, { method: 'POST', body: new TextEncoder().encode('amount=1') })
    expect(await fieldsOf(request)).toEqual({ amount: '1' })
  })

  it('that are empty or null are absent', async () => {
    expect(await fieldsOf(json('{"a":"","b":null,"c":0}'))).toEqual({ c: '0' })
  })

  it('keep nested rows of a batch, with their scalars as text', async () => {
    expect(await fieldsOf(json('{"orders":[{"price":1.5,"post_only":true}]}'))).toEqual({
      orders: [{ price: '1.5', post_only: 'true' }],
    })
  })

  it.each(['{"amount":1e400}', '{"amount":0.12345678901234567}'])(
    'a JSON number that has no exact text stays a number, which no schema takes: %s',
    async (body) => {
      expect(await fieldsOf(json(body))).toEqual({ amount: expect.any(Number) as number })
    },
  )

  it.each(['', 'null', '[]', '7', '"text"', '{', '{"a":', '\u0000', `{"a":${'['.repeat(9000)}`])(
    'a JSON body that is no object is refused or empty: %j',
    async (body) => {
      const fields = await fieldsOf(json(body))
      expect(fields).toEqual(body === '' ? {} : { refused: 'body_malformed' })
    },
  )

  it('cannot reach a prototype', async () => {
    await readFields(json('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'))
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
    expect('x' in {}).toBe(false)
  })

  it('multipart without its boundary is refused', async () => {
    const headers = { 'Content-Type': 'multipart/form-data' }
    expect(await fieldsOf(new Request(URL, { method: 'POST', body: 'x', headers }))).toEqual({
      refused: 'body_malformed',
    })
  })

  it('of more than 64 KB are refused, also when the length is not told beforehand', async () => {
    const big = 'a'.repeat(64 * 1024 + 1)
    expect(await fieldsOf(form(big))).toEqual({ refused: 'body_too_large' })
    const stream = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 5; sent += 1) controller.enqueue(new TextEncoder().encode('b'.repeat(16 * 1024)))
        controller.close()
      },
    })
    // Node asks for `duplex` when a body is a stream; the type of Request does not know it.
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    expect(await fieldsOf(new Request(URL, init))).toEqual({ refused: 'body_too_large' })
  })

  it('choose the language: ours, a common tag, or English', () => {
    expect(languageOf({ lang: 'jp' })).toBe('jp')
    expect(languageOf({ lang: 'zh-TW' })).toBe('hk')
    expect(languageOf({ lang: 'klingon' })).toBe('en')
    expect(languageOf({ lang: ['jp'] })).toBe('en')
    expect(languageOf({})).toBe('en')
  })
})
