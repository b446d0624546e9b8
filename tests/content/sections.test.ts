// Page texts in parts: folded, searched, linked.

import { describe, expect, test } from 'vitest'
import { findSections, plainText, sectionsOf } from '../../app/text/sections'

const HTML =
  '<p>Hello.</p><h2>Fees &amp; limits</h2><p>0.1% for everybody.</p><h2>Vérification</h2><p>Le code</p><p>arrive.</p>'

describe('a text in parts', () => {
  const { opening, sections } = sectionsOf(HTML)

  test('has its headings as plain text, and each part under its own', () => {
    expect(opening).toBe('<p>Hello.</p>')
    expect(sections).toEqual([
      { id: 'part-1', heading: 'Fees & limits', html: '<p>0.1% for everybody.</p>' },
      { id: 'part-2', heading: 'Vérification', html: '<p>Le code</p><p>arrive.</p>' },
    ])
  })

  test.each([
    ['', ['part-1', 'part-2']],
    ['  ', ['part-1', 'part-2']],
    ['FEES', ['part-1']],
    ['verification', ['part-2']],
    ['code arrive', ['part-2']],
    ['code everybody', []],
    ['<p>', []],
  ])('"%s" finds %j', (search, ids) => expect(findSections(sections, search).map(({ id }) => id)).toEqual(ids))
})

test('a text without headings is all opening', () =>
  expect(sectionsOf('<p>One.</p>')).toEqual({ opening: '<p>One.</p>', sections: [] }))

test('full-width letters are found by plain ones', () => {
  const { sections } = sectionsOf('<h2>ＶＩＰ</h2><p>手数料</p>')
  expect(findSections(sections, 'vip 手数料')).toHaveLength(1)
})

test('plain text has no tags and its signs back', () =>
  expect(plainText('<p>a &lt;b&gt;</p>\n<p>c</p>')).toBe('a <b> c'))
