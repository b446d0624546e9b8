// What programs hear of a failure: a closed list of codes, each with its HTTP status, in problem details. The old wire stays as it is.

import { describe, expect, it } from 'vitest'
import { answerOk, answerRefusal, frameFor } from '#api/envelope'
import { statusOf } from '#api/status'
import { refusalCodes } from '#services/words'

const asked = (path: string, accept?: string) =>
  new Request(`https://cm.test${path}`, accept === undefined ? {} : { headers: { Accept: accept } })

describe('problem details', () => {
  it('are for /v1 alone, with a key or when they are asked for', () => {
    expect(frameFor(asked('/api/v1/pairs'), false)).toBe('message')
    expect(frameFor(asked('/api/v1/pairs', 'application/json'), false)).toBe('message')
    expect(frameFor(asked('/api/v1/pairs'), true)).toBe('problem')
    expect(frameFor(asked('/api/v1/pairs', 'application/json, application/problem+json'), false)).toBe('problem')
    expect(frameFor(asked('/api/user/info', 'application/problem+json'), true)).toBe('message')
    expect(frameFor(asked('/api/currency/new_timeshar'), true, 'kline')).toBe('kline')
  })

  it('say the code, the status, a sentence and the facts', async () => {
    const answer = answerRefusal('problem', 'jp', { code: 'too_many_requests', facts: { seconds: '3' } })
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '3'])
    expect(await answer.json()).toMatchObject({
      type: 'urn:cm:refusal:too_many_requests',
      title: 'too many requests',
      status: 429,
      code: 'too_many_requests',
      detail: expect.stringMatching(/[ぁ-ん]/),
      facts: { seconds: '3' },
    })
    expect(answerRefusal('problem', 'en', { code: 'key_unknown', facts: {} }).headers.get('WWW-Authenticate')).toBe(
      'Api-Key',
    )
    expect(await answerOk('problem', { a: 1 }).json()).toEqual({ type: 'ok', message: { a: 1 } })
    const old = answerRefusal('message', 'en', { code: 'session_ended', facts: {} })
    expect([old.status, (await old.json<{ type: string }>()).type]).toEqual([200, '999'])
  })
})

it('every refusal has one of the documented statuses', () => {
  const statuses = new Set(refusalCodes().map(statusOf))
  expect([...statuses].sort()).toEqual([400, 401, 403, 404, 409, 413, 422, 429, 500, 503])
  const rows = {
    field_missing: 400,
    order_not_found: 404,
    insufficient_available: 422,
    code_malformed: 400,
    request_replayed: 409,
  }
  for (const [code, status] of Object.entries(rows)) expect({ code, status: statusOf(code) }).toEqual({ code, status })
})

it('the closed list has no label', () => {
  const codes = new Set(refusalCodes())
  expect(codes.size).toBeGreaterThan(300)
  for (const label of ['done_code_sent', 'wallet_change', 'bill_transfer', 'card_phone', 'funds_passed'])
    expect({ label, is: codes.has(label) }).toEqual({ label, is: false })
  for (const code of ['wallet_same', 'request_replayed', 'insufficient_available'])
    expect({ code, is: codes.has(code) }).toEqual({ code, is: true })
})
