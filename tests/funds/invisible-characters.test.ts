// Texts for other readers: their content is visible, and names without a visible difference are equal.

import { describe, expect, it } from 'vitest'
import { hasHiddenSigns, nameKey, oneLine, showHiddenSigns } from '#domain/written-line'

describe('a line with signs that nobody sees', () => {
  it.each([
    ['a Braille letter without dots', '\u2800'],
    ['one inside', 'ho\u2800me'],
    ['a Hangul filler', '\u3164'],
    ['a half-width one', '\uffa0'],
    ['a note without a head', '\u{1d159}'],
    ['an anchor of an annotation', 'ho\ufff9me'],
    ['its end', 'ho\ufffbme'],
    ['private use', 'ho\ue000me'],
    ['private use of another plane', 'ho\u{100000}me'],
    ['an unassigned sign', 'ho\u0378me'],
    ['no character at all', 'ho\uffffme'],
    ['half of a pair', 'ho\ud83dme'],
    ['a turn of direction', '\u202egnidart'],
  ])('is refused: %s', (_what, text) => {
    expect(hasHiddenSigns(text)).toBe(true)
    const shown = showHiddenSigns(text)
    expect(hasHiddenSigns(shown)).toBe(false)
    expect(shown).toMatch(/\\u\{[\da-f]+\}/)
  })

  it.each([
    'Binance',
    '葛\u{e0100}城の財布',
    '❤️',
    '👩‍👩‍👧',
    'กระเป๋า',
    'محفظة',
    'نمی\u200cخواهم',
    'кошелёк',
    '1️⃣',
    'Zoë’s “cold” – #2',
  ])('is not: %s', (text) => {
    expect(hasHiddenSigns(text)).toBe(false)
    expect(showHiddenSigns(text)).toBe(text)
  })
})

describe('the key of a name', () => {
  it.each([
    ['Home', ' HOME '],
    ['Home', 'ｈｏｍｅ'],
    ['Straße', 'STRASSE'],
    ['my wallet', 'My\u2003 Wallet'],
    ['é', 'e\u0301'],
    ['❤️', '❤'],
    ['ガ', 'ｶﾞ'],
  ])('is the same for %j and %j', (one, other) => {
    expect(nameKey(oneLine(one))).toBe(nameKey(oneLine(other)))
  })

  it('is not for other letters', () => {
    expect(nameKey('Home')).not.toBe(nameKey('Hume'))
  })
})
