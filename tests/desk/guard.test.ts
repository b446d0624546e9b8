// What customers read and see as ours takes two people, however it is written down; a slip in a text takes one.

import { describe, expect, it } from 'vitest'
import { isAddGuarded, isChangeGuarded } from '#domain/desk/guard'
import { SHEETS, checkRow } from '#domain/desk/sheet'
import { type Cell, readCell } from '#domain/desk/sheet-cell'

const FAQ =
  '<p>Fees are 0.1 % since 2026-11-22 12:00. See <a href="/faq">here</a> or <a href="https://cm.example/fees">there</a>.</p>'

const takesTwo = (before: string, after: string): boolean =>
  isChangeGuarded('texts', {
    key: ['faq', 'en'],
    before: { title: 'FAQ', content: before },
    after: { title: 'FAQ', content: after },
    changed: ['content'],
  })

it.each([
  ['stocks', 'is_halted', 0, 1, false],
  ['stocks', 'is_halted', 1, 0, true],
  ['pairs', 'is_tradable', 1, 0, false],
  ['pairs', 'is_tradable', 0, 1, true],
] as const)('a switch of %s takes two where trade begins again: %s from %i to %i', (name, cell, before, after, two) => {
  const change = { key: ['AAPL-USDT'], before: { [cell]: before }, after: { [cell]: after }, changed: [cell] }
  expect(isChangeGuarded(name, change)).toBe(two)
})

it('of several cells one that takes two is enough, before or after one that does not', () => {
  const takes = (...changed: readonly string[]) =>
    isChangeGuarded('news', { key: ['1'], before: {}, after: { sort: 2, cover: '/a.svg' }, changed })
  expect([takes('sort'), takes('sort', 'cover'), takes('cover', 'sort')]).toEqual([false, true, true])
  const row = { title: 'a', content: '' }
  const after = { title: 'a', content: 'Send USDT to TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM' }
  const changed = ['title', 'content']
  expect(isChangeGuarded('texts', { key: ['faq', 'en'], before: row, after, changed })).toBe(true)
})

describe('a text', () => {
  it.each([
    'Pay to DE02 1203 0000 0000 2020 51.',
    'Call +81 90-1234-5678 now.',
    '<a href="https://evil.example/pay">Pay here</a>',
    'Write to pay@evil.example',
    'Send USDT to TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM',
    'We are evilcm on Telegram now.',
  ])('that says more takes two: %s', (words) => {
    expect(takesTwo(FAQ, `${FAQ}<p>${words}</p>`)).toBe(true)
  })

  // Each change is short enough for a typo fix, or replaces a text of the same length.
  it.each([
    ['口座番号 1234567', '口座番号 1234568'],
    ['口座番号', '口座番号 １２３４５６７'],
    ['口座番号', '口座番号 1,234,567'],
    ['口座番号', '口座番号 一二三四五六七'],
    ['口座番号 123', '口座番号 123<em></em>4567'],
    ['口座番号 123', '口座番号 123&#52;567'],
    ['口座番号 123', '口座番号 123\u200b4567'],
    ['Go on', 'Go evil.io'],
    ['Go on', 'Go evil<em></em>.io'],
    ['Go on', 'Go evil&#46;io'],
    ['Go on', 'Go evil&period;io'],
    ['Go on', 'Go @evil'],
    ['Send to us', 'Send to bc1q'],
    ['Send to us', 'Send to b<strong>c1q</strong>'],
    ['Send to us', 'Send to &#98;c1q'],
    ['Send to us', 'Send to ｂｃ１ｑ'],
    ['<a href="/a">Go</a>', '<a href="/b">Go</a>'],
    ['<a href="https://cm.example">Go</a>', '<a href="https://evil.example">Go</a>'],
  ])('with “%s” takes two to say “%s”', (before, after) => {
    expect(takesTwo(`<p>${before}</p>`, `<p>${after}</p>`)).toBe(true)
  })

  it.each([
    [FAQ, FAQ.replace('0.1 %', '0.2 %')],
    [FAQ, FAQ.replace('2026-11-22 12:00', '2026-12-01 09:30')],
    [FAQ, FAQ.replace('Fees', '<strong>Fees</strong>')],
    ['<p>手数料は無料です。</p>', '<p>手数料はかかりません。</p>'],
    ['<p>Your walet is yours.</p>', '<p>Your wallet is yours.</p>'],
    ['<p>Levels of 20,000 USDT.</p>', '<p>Levels of 30,000 USDT.</p>'],
    // Existing destinations may stay unchanged.
    ['<p>Acount 1234567 at cm.example</p>', '<p>Account 1234567 at cm.example</p>'],
  ])('has its slip mended by one: %s', (before, after) => {
    expect(takesTwo(before, after)).toBe(false)
  })

  it('is added by two', () => {
    expect(isAddGuarded('news-texts', { title: 'Bonjour', content: '<p>Bonjour</p>' })).toBe(true)
  })
})

describe('what customers see as ours', () => {
  const changes = (name: 'assets' | 'news' | 'menu' | 'settings', key: string, changed: string) =>
    isChangeGuarded(name, { key: [key], before: { [changed]: 'a' }, after: { [changed]: 'b' }, changed: [changed] })

  it('has its names, pictures and settings changed by two', () => {
    expect(changes('assets', '1', 'name')).toBe(true)
    expect(changes('assets', '1', 'logo')).toBe(true)
    expect(changes('news', '1', 'cover')).toBe(true)
    expect(changes('news', '1', 'sort')).toBe(false)
    for (const key of ['site_name', 'site_logo', 'down_logo', 'version', 'support_url', 'privacy_url', 'support_mail'])
      expect(changes('settings', key, 'value')).toBe(true)
  })

  it('has an article added by one as long as it shows no picture', () => {
    expect(isAddGuarded('news', { id: 9, cover: '', thumbnail: '' })).toBe(false)
    expect(isAddGuarded('news', { id: 9, cover: '/banners/fair.svg', thumbnail: '' })).toBe(true)
  })

  it.each(['//evil.example/logo.png', 'https://evil.example/logo.png', '/\\evil.example/logo.png', 'logo.png'])(
    'has no picture of another site: %s',
    (path) => {
      const cells: readonly Cell[] = [...SHEETS.assets.cells, ...SHEETS.news.cells]
      const refused = { ok: false, refusal: { code: 'cell_malformed' } }
      for (const cell of cells.filter(({ name }) => ['logo', 'cover', 'thumbnail'].includes(name)))
        expect(readCell(cell, path, {})).toMatchObject(refused)
      for (const key of ['site_logo', 'down_logo'])
        expect(checkRow('settings', { key, value: path })).toMatchObject(refused)
      expect(checkRow('settings', { key: 'site_logo', value: '/logos/site.svg' })).toMatchObject({ ok: true })
    },
  )
})
