// Parsing of room queries: pages and kinds of lists, and cursors of polling clients.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ALL_KINDS } from '#domain/message'
import { isPoll, readAfter } from '#party/lib/client-request'
import { sliceOf } from '#party/lib/slice'
import { messages } from '#party/account/messages/feature'
import { parseResume } from '#party/protocol/account-schema'

describe('a page', () => {
  test.each([
    [
      { page: 1, limit: 20 },
      { limit: 20, offset: 0 },
    ],
    [
      { page: 3, limit: 20 },
      { limit: 20, offset: 40 },
    ],
    [
      { page: 2, limit: 5_000 },
      { limit: 500, offset: 500 },
    ],
    [
      { page: 0, limit: 0 },
      { limit: 1, offset: 0 },
    ],
    [
      { page: -7, limit: NaN },
      { limit: 1, offset: 0 },
    ],
    [
      { page: 1e12, limit: 1.5 },
      { limit: 1, offset: 999_999 },
    ],
  ])('%o of a list of at most 500 rows is %o', (paging, slice) => {
    expect(sliceOf(paging, 500)).toEqual(slice)
  })
})

describe('a polled channel', () => {
  const at = (query: string) => `https://cm.test/parties/market/BTC-USDT/poll${query}`

  test.each([
    ['?after=0', 0],
    ['?after=1700000000001', 1_700_000_000_001],
    ['', null],
    ['?after=', null],
    ['?after=-1', null],
    ['?after=1.5', null],
    ['?after=1e3', null],
    ['?after=Infinity', null],
  ])('%s goes on after %s', (query, after) => {
    expect(readAfter(at(query))).toBe(after)
  })

  test('is read by GET and under its own name', () => {
    expect(isPoll(new Request(at('')))).toBe(true)
    expect(isPoll(new Request(at(''), { method: 'POST' }))).toBe(false)
    expect(isPoll(new Request('https://cm.test/parties/market/BTC-USDT'))).toBe(false)
  })
})

test('messages are asked for by every kind at most once: a statement takes so many values and no more', () => {
  const { input } = messages.queries.messages
  const fits = (kinds: readonly string[]) => v.safeParse(input, { kinds, page: 1, limit: 20 }).success
  expect(fits(ALL_KINDS)).toBe(true)
  expect(fits([...ALL_KINDS, ...ALL_KINDS])).toBe(false)
})

test.each([
  ['{"type":"resume","after":0}', { type: 'resume', after: 0 }],
  ['{"type":"resume","after":-1}', null],
  ['{"type":"resume","after":1.5}', null],
  ['{"type":"request","id":"1","request":{"type":"balances"}}', null],
  ['no json', null],
  [`{"type":"resume","after":0}${' '.repeat(200)}`, null],
  [new ArrayBuffer(1), null],
])('of %s an account’s socket makes %o', (text, resume) => {
  expect(parseResume(text)).toEqual(resume)
})
