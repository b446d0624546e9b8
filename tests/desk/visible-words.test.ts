// Which changes of a text are small corrections: at most twelve characters as readers see them, and nothing that may say where to pay.

import { describe, expect, it } from 'vitest'
import { saysAnew } from '#domain/desk/visible-words'

const each = (sign: string, count: number): string => sign.repeat(count)

describe('the number of changed characters', () => {
  it.each([
    ['twelve put in', '始終', `始${each('あ', 12)}終`, false],
    ['thirteen put in', '始終', `始${each('あ', 13)}終`, true],
    ['twelve taken out', `始${each('あ', 12)}終`, '始終', false],
    ['thirteen taken out', `始${each('あ', 13)}終`, '始終', true],
    // 15 − 2 = 13: what is alike at the beginning is not alike at the end once more.
    ['thirteen more of the same', each('あ', 2), each('あ', 15), true],
    ['thirteen written over', `始${each('あ', 13)}終`, `始${each('い', 13)}終`, true],
    ['none', each('あ', 20), each('あ', 20), false],
  ])('%s', (_what, before, after, isAnew) => {
    expect(saysAnew(before, after)).toBe(isAnew)
  })

  it.each([
    ['a number of a character', 'wallet', '&#119;&#97;&#108;&#108;&#101;&#116;'],
    ['one without its end', 'wallet', '&#119&#97&#108&#108&#101&#116'],
    ['one in sixteens', 'wallet', 'w&#x61;llet'],
    ['signs by their names: and', each('&', 13), each('&amp;', 13)],
    ['less', each('<', 13), each('&lt;', 13)],
    ['more', each('>', 13), each('&gt;', 13)],
    ['a quotation mark', each('"', 13), each('&quot;', 13)],
    ['a space that does not break', each(' ', 13), each('&nbsp;', 13)],
    ['no sign at all, above the last one of Unicode', 'ab', 'a&#x110000;b'],
    ['a sign without width', 'あ', 'あ\u200b'],
    ['headings in place of paragraphs', each('<p>あ</p>', 5), each('<h2>あ</h2>', 5)],
    ['a link of our own that is gone', 'See <a href="/questions">here</a>', 'See here'],
    ['a link to elsewhere that is gone', 'See <a href="https://a.io" rel="noopener nofollow">us</a>', 'See us'],
  ])('is that of what readers see: %s', (_what, before, after) => {
    expect(saysAnew(before, after)).toBe(false)
  })

  it('counts what is seen, up to the last character of Unicode', () => {
    // Seven characters of two units each.
    expect(saysAnew('始終', `始${each('&#x10ffff;', 7)}終`)).toBe(true)
  })
})

describe('what may say where to pay', () => {
  it.each([
    ['a letter before a figure', 'Send to', 'Send to q7', true],
    ['figures alone', 'Send to', 'Send to 77', false],
    ['a word of 24 letters', `Send to ${each('a', 20)}`, `Send to ${each('a', 24)}`, true],
    ['a word of 23 letters', `Send to ${each('a', 20)}`, `Send to ${each('a', 23)}`, false],
    // Words of two lines are two words.
    ['a figure on the next line', '<p>Send BTC</p>', '<p>Send BTC</p><p>2</p>', false],
    ['a line break in place of a space', 'Send BTC 2', 'Send BTC\n2', false],
    ['five figures', '番号', '番号 12345', false],
    ['six figures', '番号', '番号 123456', true],
    ['the same figures in Chinese', '番号 1234567890', '番号 一二三四五六七八九〇', false],
    ['other figures in Chinese', '番号 1234567890', '番号 一二三四五六七八九九', true],
    ['figures that are gone', '番号 123456', '番号', false],
    // Names, addresses without a scheme, paths and entities, all in one.
    ['places that are gone', '番号 a。io.uk/&ab', '番号', false],
  ])('%s', (_what, before, after, isAnew) => {
    expect(saysAnew(before, after)).toBe(isAnew)
  })

  it.each(['2026-01-09', '2026-09-10', '2026-10-19', '2026-11-20', '2026-12-29', '2026-04-30', '2099-03-31'])(
    'is no day: %s',
    (day) => {
      expect(saysAnew('On 2027-02-08', `On ${day}`)).toBe(false)
    },
  )

  it.each([
    ...['2026-00-10', '2026-13-01', '2026-20-01', '2026-01-00', '2026-01-32', '2026-01-40', '1926-01-01'],
    ...['12026-01-01', '2026-01-011'],
  ])('is what only looks like a day: %s', (figures) => {
    expect(saysAnew('On 2027-02-08', `On ${figures}`)).toBe(true)
  })

  it('is no figure on either side of a day', () => {
    // Two and four figures, which would be six without the day between them.
    expect(saysAnew('12 2026-11-22 3457', '12 2026-11-22 3456')).toBe(false)
  })
})
