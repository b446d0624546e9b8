// What a program signs, and what a key may be: headers, times, public keys, address ranges.

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CLOCK_AHEAD_MAX_MS,
  RECV_WINDOW_MAX_MS,
  checkRequestTime,
  isIssuedKeyId,
  isSignedRequest,
  keyIdOf,
  parsePublicKey,
  readSignedHeaders,
  textToSign,
} from '#domain/api-key'
import { isSameText } from '#domain/same-text'
import { isInRange, isIpRange } from '#domain/ip-range'
import type { Outcome } from '#domain/outcome'

const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.refusal.code)
const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')
const KEY = `10001.${'ab'.repeat(24)}`
const GOOD = {
  'Api-Key': KEY,
  'Api-Timestamp': '1790000000000',
  'Api-Recv-Window': '5000',
  'Api-Signature': 'f'.repeat(64),
}
const read = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name] ?? null

describe('the headers of a signed request', () => {
  it('are read', () => {
    expect(readSignedHeaders(read(GOOD))).toEqual({
      ok: true,
      value: {
        keyId: KEY,
        userId: 10001,
        timestamp: 1_790_000_000_000,
        recvWindow: 5000,
        signature: 'f'.repeat(64),
      },
    })
    const { 'Api-Recv-Window': _preset, ...rest } = GOOD
    expect(readSignedHeaders(read(rest))).toMatchObject({ value: { recvWindow: 5000 } })
  })

  it('are refused by the name of the first one at fault', () => {
    const wrong: readonly (readonly [string, readonly string[]])[] = [
      [
        'Api-Key',
        ['', '10001', `0.${'ab'.repeat(24)}`, `10001.${'AB'.repeat(24)}`, `${KEY}0`, `10001/${'a'.repeat(48)}`],
      ],
      ['Api-Timestamp', ['', '0', '1790000000', '17900000000000', '-790000000000', '1.79e12', '1790000000000.5']],
      ['Api-Recv-Window', ['', '0', '-1', '5.5', '60001', '1e3', '٥٠٠٠']],
      [
        'Api-Signature',
        ['', 'f'.repeat(63), 'f'.repeat(87), `${'f'.repeat(64)}\n`, `${'f'.repeat(32)} ${'f'.repeat(31)}`],
      ],
    ]
    for (const [header, values] of wrong)
      for (const value of values)
        expect({ header, value, outcome: readSignedHeaders(read({ ...GOOD, [header]: value })) }).toEqual({
          header,
          value,
          outcome: { ok: false, refusal: { code: 'key_header_malformed', facts: { header } } },
        })
  })

  it('mean a signed request, even one alone', () => {
    expect(isSignedRequest(read({}))).toBe(false)
    for (const name of Object.keys(GOOD)) expect(isSignedRequest(read({ [name]: '' }))).toBe(true)
  })
})

it('a request is in time within its window, and one second ahead at most', () => {
  const timestamp = 1_790_000_000_000
  for (const recvWindow of [1, 5_000, RECV_WINDOW_MAX_MS]) {
    const at = (now: number) => codeOf(checkRequestTime({ timestamp, recvWindow }, now))
    expect(at(timestamp - CLOCK_AHEAD_MAX_MS - 1)).toBe('timestamp_early')
    expect(at(timestamp - CLOCK_AHEAD_MAX_MS)).toBe('ok')
    expect(at(timestamp + recvWindow)).toBe('ok')
    expect(at(timestamp + recvWindow + 1)).toBe('timestamp_late')
  }
})

it('the signed text tells every part from every other', () => {
  const request = { timestamp: 1, recvWindow: 2, method: 'POST', path: '/api/v1/order?a=b', commandId: 'c', body: '{}' }
  expect(textToSign(request)).toBe('1\n2\nPOST\n/api/v1/order?a=b\nc\n{}')
  expect(textToSign({ ...request, commandId: '', body: 'c\n{}' })).not.toBe(textToSign(request))
})

it('an id is told from a made-up one by its last digits', () => {
  const id = keyIdOf(hmac, 'secret', 10_001, 'ab'.repeat(16))
  expect(isIssuedKeyId(hmac, 'secret', id)).toBe(true)
  const digit = (index: number) => `${id.slice(0, index)}${id[index] === '0' ? '1' : '0'}${id.slice(index + 1)}`
  const others = [KEY, id.replace('10001', '10002'), ...Array.from({ length: 48 }, (_, place) => digit(place + 6))]
  for (const other of others) expect(isIssuedKeyId(hmac, 'secret', other)).toBe(false)
  expect(isIssuedKeyId(hmac, 'another secret', id)).toBe(false)
})

it('texts are compared whole', () => {
  expect(isSameText('abc', 'abc')).toBe(true)
  for (const other of ['', 'ab', 'abcd', 'abd', 'Abc', 'äbc']) expect(isSameText('abc', other)).toBe(false)
})

it('a public key is read from PEM, from the base64 of its file, and from its bare 32 bytes', () => {
  const bytes = Buffer.from('11'.repeat(32), 'hex')
  const file = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]).toString('base64')
  const pem = `-----BEGIN PUBLIC KEY-----\n${file}\n-----END PUBLIC KEY-----\n`
  for (const text of [pem, file, bytes.toString('base64'), bytes.toString('base64url')])
    expect(parsePublicKey(text)).toEqual({ ok: true, value: '11'.repeat(32) })
  const rsa = Buffer.from('30'.repeat(44), 'hex').toString('base64')
  for (const text of ['', 'no key', rsa, bytes.subarray(1).toString('base64'), pem.replaceAll('PUBLIC', 'PRIVATE')])
    expect(codeOf(parsePublicKey(text))).toBe('public_key_malformed')
})

describe('address ranges', () => {
  it('are written as one address or with a prefix', () => {
    for (const text of [
      '192.0.2.7',
      '192.0.2.0/24',
      '10.0.0.0/8',
      '::1',
      '2001:db8::/32',
      '1:2:3:4:5:6:7:8',
      '::ffff:192.0.2.7',
    ])
      expect({ text, is: isIpRange(text) }).toEqual({ text, is: true })
    for (const text of [
      '',
      'host',
      '192.0.2',
      '192.0.2.256',
      '192.0.02.1',
      '1.2.3.4/0',
      '1.2.3.4/33',
      '1.2.3.4/',
      '::1/129',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '12345::',
      '1:2:3:4:5:6:7:8::',
      '::g',
    ])
      expect({ text, is: isIpRange(text) }).toEqual({ text, is: false })
  })

  it('contain what lies inside them alone', () => {
    const rows: readonly (readonly [string, string, boolean])[] = [
      ['192.0.2.7', '192.0.2.7', true],
      ['192.0.2.8', '192.0.2.7', false],
      ['192.0.2.255', '192.0.2.0/24', true],
      ['192.0.3.0', '192.0.2.0/24', false],
      ['::ffff:192.0.2.9', '192.0.2.0/24', true],
      ['192.0.2.9', '::ffff:192.0.2.9', true],
      ['2001:db8:0:0:0:0:0:1', '2001:DB8::1', true],
      ['2001:db8:1::', '2001:db8::/32', true],
      ['2001:db9::', '2001:db8::/32', false],
      ['192.0.2.7', '2001:db8::/32', false],
      ['local', '192.0.2.7', false],
    ]
    for (const [address, range, is] of rows)
      expect({ address, range, is: isInRange(address, range) }).toEqual({ address, range, is })
  })
})
