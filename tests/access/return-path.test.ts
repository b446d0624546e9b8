// Target after a login: a page of this site, and at the desk a page of the desk.

import { describe, expect, it } from 'vitest'
import { deskReturnPath } from '../../app/admin/enter.server'
import { returnPath } from '../../app/forms/entry-forms.server'

describe('the way back', () => {
  it.each(['/assets', '/trade/spot/BTC-USDT?side=buy', '/news/..hidden', '/orders#newest'])(
    'to %s is taken',
    (path) => {
      expect(returnPath(path, '/home')).toBe(path)
    },
  )

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/./logout',
    '/x/../logout',
    '/x/%2E%2e/logout',
    '/..',
    '/assets\u0000',
    '/assets\r\nSet-Cookie: a=b',
    '/ニュース',
    '/api/user/logout',
  ])('to %j is not', (path) => {
    expect(returnPath(path, '/home')).toBe('/home')
  })
})

describe('the desk’s way back', () => {
  it('leads to its own pages', () => {
    expect(deskReturnPath('/admin/users?text=alice')).toBe('/admin/users?text=alice')
  })

  it.each(['/', '/adminx', '/admin/login', '/admin/../web', '/admin/%2e%2e/web', '/admin/..?x', '//evil.example'])(
    'never leads to %s',
    (path) => expect(deskReturnPath(path)).toBe('/admin'),
  )
})
