// Whom a rate limit counts as one: an IPv4 address, or the household of an IPv6 one.

import { expect, test } from 'vitest'
import { clientIp } from '#session/client-ip'

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
