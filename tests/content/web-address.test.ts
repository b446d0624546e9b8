// Links in texts: they open only after a confirmation, and only web pages.

import { describe, expect, test } from 'vitest'
import { readWebAddress } from '../../app/routes/web/web-address'
import { throughLeavePage } from '../../app/components/prose'

const HERE = 'https://cm.example'
const kindOf = (text: string) => readWebAddress(text, HERE).kind

describe('an address', () => {
  test.each([
    ['/faq', '/faq'],
    ['/news/3?x=1', '/news/3?x=1'],
    ['https://cm.example/faq', '/faq'],
    ['/a/../faq', '/faq'],
  ])('%s is a page of this site', (text, path) => expect(readWebAddress(text, HERE)).toEqual({ kind: 'own', path }))

  test.each(['https://other.example/a?b=c', 'https://cm.example.evil.example/', 'HTTPS://OTHER.example'])(
    '%s is elsewhere',
    (text) => expect(kindOf(text)).toBe('elsewhere'),
  )

  test('a host that only looks like another is shown as what it is', () => {
    expect(readWebAddress('https://сm.example/', HERE)).toMatchObject({ host: 'xn--m-6tb.example' })
  })

  test.each([
    '',
    'faq',
    'http://other.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//other.example',
    '/\\other.example',
    '/..//other.example',
    'https://cm.example@other.example/',
    'https://user:pass@other.example/',
    '/web?url=/web',
    `https://other.example/${'x'.repeat(3000)}`,
  ])('“%s” is not opened', (text) => expect(kindOf(text)).toBe('bad'))
})

test('a link to another site leads through the page that says so; one of our own does not', () => {
  expect(
    throughLeavePage(
      '<p><a href="https://a.example/?b=1&amp;c=2" rel="noopener nofollow">x</a> <a href="/faq">y</a></p>',
    ),
  ).toBe('<p><a href="/web?url=https%3A%2F%2Fa.example%2F%3Fb%3D1%26c%3D2">x</a> <a href="/faq">y</a></p>')
})
