// Command palette: search results and recent entries.

import { describe, expect, test } from 'vitest'
import { addRecent, findIn, readRecent } from '../../app/shell/finder-index'
import { HASH_LINK_SCRIPT } from '../../app/shell/late-scripts'
import { LEAVE_AFTER_MS, pathAway, readTurnedAway } from '../../app/visitor/turning-away'

const pair = (code: string, name: string) => ({
  symbol: `${code}-USDT`,
  base: { id: 1, code, name, logo: '' },
  quoteCode: 'USDT',
  isShare: false,
})
const INDEX = {
  pairs: [
    pair('BTC', 'Bitcoin'),
    pair('ETH', 'Ethereum'),
    pair('ETC', 'Ethereum Classic'),
    pair('BCH', 'Bitcoin Cash'),
  ],
  pages: [
    { path: '/assets', title: '資産', also: 'Assets assets' },
    { path: '/market', title: 'Marché', also: 'Market market' },
    { path: '/compliance', title: 'Conformité des opérations', also: 'Compliance compliance' },
  ],
}
const find = (text: string) => {
  const { pairs, pages } = findIn(INDEX, text)
  return [...pairs.map(({ base }) => base.code), ...pages.map(({ path }) => path)]
}

describe('finding', () => {
  test.each([
    ['btc', ['BTC']],
    ['BTC/USDT', ['BTC']],
    ['btc-us', ['BTC']],
    ['ether', ['ETH', 'ETC']],
    ['classic', ['ETC']],
    ['ｅｔｈ', ['ETH', 'ETC']],
    ['marche', ['/market']],
    ['資産', ['/assets']],
    ['assets', ['/assets']],
    ['operations', ['/compliance']],
    ['nothing such', []],
  ])('%s finds %j', (text, found) => {
    expect(find(text)).toEqual(found)
  })

  test('no words find everything', () => {
    expect(find('  ')).toHaveLength(7)
  })
})

test('the last five opened are remembered, newest first and once each', () => {
  let text: string | null = null
  const storage = {
    getItem: () => text,
    setItem: (_: string, value: string) => void (text = value),
    removeItem: () => undefined,
    clear: () => undefined,
  }
  for (const path of ['/1', '/2', '/3', '/4', '/5', '/6', '/3']) addRecent(path, storage)
  expect(readRecent(storage)).toEqual(['/3', '/6', '/5', '/4', '/2'])
  text = '{"not":"a list"}'
  expect(readRecent(storage)).toEqual([])
})

describe('an answer that sends somebody away', () => {
  const place = { pathname: '/assets/bills', search: '?page=2' }

  test('999 leads to the login page and back, 998 to verification', () => {
    const login = readTurnedAway({ type: '999', message: 'Please log in first.' })
    expect(login && pathAway(login, place)).toBe('/login?returnTo=%2Fassets%2Fbills%3Fpage%3D2')
    const verify = readTurnedAway({ type: '998', message: 'Please verify your identity first.' })
    expect(verify && pathAway(verify, place)).toMatch(/^\/settings\/identity\?returnTo=/)
    const form = readTurnedAway({ type: '998', message: 'Please verify.', returnTo: '/assets/withdraw?amount=5' })
    expect(form && pathAway(form, place)).toBe('/settings/identity?returnTo=%2Fassets%2Fwithdraw%3Famount%3D5')
    expect(LEAVE_AFTER_MS).toBe(1200)
  })

  test('whoever logs in next is shown no payee, amount or remark of who was here before; a check of one’s identity keeps them', () => {
    const typed = '/assets/withdraw?asset=3&kind=card&payee=7&amount=12.5&remark=rent+for+May'
    const back = (type: '998' | '999', from: { pathname: string; search: string }, returnTo?: string) =>
      new URL(pathAway({ type, message: '', returnTo }, from), 'http://cm.test').searchParams.get('returnTo')
    expect(back('999', place, typed)).toBe('/assets/withdraw?asset=3&kind=card')
    expect(back('998', place, typed)).toBe(typed)
    const [pathname = '', search = ''] = typed.split(/(?=\?)/)
    expect(back('999', { pathname, search })).toBe('/assets/withdraw?asset=3&kind=card')
    expect(back('999', { pathname, search: '?amount=1' })).toBe('/assets/withdraw')
    expect(back('999', { pathname: '/assets/bills', search: '?type=a%20b' })).toBe('/assets/bills?type=a%20b')
  })

  test.each([null, 'text', { type: 'ok', message: {} }, { type: 'error', message: 'no' }, { type: 999, message: 'x' }])(
    '%j is none',
    (answer) => {
      expect(readTurnedAway(answer)).toBeNull()
    },
  )
})

describe('a hash link', () => {
  /** Where the script goes for a hash; null for nowhere. */
  function follow(hash: string): string | null {
    let path: string | null = null
    const location = { hash, replace: (to: string) => void (path = to) }
    // The page inlines this script as text.
    // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is this very text
    const run = new Function('location', 'addEventListener', HASH_LINK_SCRIPT) as (...world: unknown[]) => void
    run(location, () => undefined)
    return path
  }

  test.each([
    ['#/pages/common/register?code=A1B2', '/pages/common/register?code=A1B2'],
    ['#/pages/fund/withdraw', '/pages/fund/withdraw'],
    ['#content', null],
    ['', null],
    ['#//elsewhere.example', null],
    ['#/pages//elsewhere.example', null],
    ['#/pages/x\\y', null],
    ['#javascript:alert(1)', null],
  ])('%s leads to %s', (hash, path) => {
    expect(follow(hash)).toBe(path)
  })
})
