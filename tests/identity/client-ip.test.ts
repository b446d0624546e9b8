// Rate limit key of a client IP: an IPv4 address, or the prefix of an IPv6 household.

import { describe, expect, test } from 'vitest'
import { withClientIp, clientIp } from '#session/client-ip'

const of = (address: string | null) =>
  clientIp(new Request('https://cm.example/', { headers: address === null ? {} : { 'CF-Connecting-IP': address } }))

test.each([
  [null, 'local'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, counted) => {
  expect(of(address)).toBe(counted)
})

test('Who has a whole IPv6 network of addresses has one counter, and a neighbour has another', () => {
  const mine = Array.from({ length: 50 }, (_, index) => of(`2001:db8:1:2:${index.toString(16)}::${index}`))
  expect(new Set(mine).size).toBe(1)
  expect(mine[0]).not.toBe(of('2001:db8:1:3::1'))
})

describe('behind a proxy that is not Cloudflare', () => {
  const through = (headers: Readonly<Record<string, string>>, name?: string) =>
    clientIp(withClientIp(new Request('https://cm.example/', { headers }), name ? { CLIENT_IP_HEADER: name } : {}))
  const FORGED = { 'CF-Connecting-IP': '198.51.100.7' }

  test.each([
    ['no header is named: Cloudflare’s counts', FORGED, undefined, '198.51.100.7'],
    [
      'its header counts, and what a client says of itself does not',
      { ...FORGED, 'X-Real-IP': '192.0.2.1' },
      'x-real-ip',
      '192.0.2.1',
    ],
    [
      'of a list the last one, which the proxy wrote',
      { ...FORGED, 'X-Forwarded-For': '198.51.100.8, 192.0.2.1' },
      'x-forwarded-for',
      '192.0.2.1',
    ],
    ['without its header nobody’s word counts', FORGED, 'x-real-ip', 'local'],
  ])('%s', (_, headers, name, address) => {
    expect(through(headers, name)).toBe(address)
  })
})
