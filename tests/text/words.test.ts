// The words of a page and the one file that brings them to a browser.

import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { createWords, sayWords } from '../../app/text/say'
import { findWordsFile, wordsOf, wordsPath } from '../../app/text/words.server'

test('words of messages stay on the server', () => expect(Object.keys(wordsOf('en'))).not.toContain('mail'))

test('a language has one path, which answers its words; an older path answers nothing', () => {
  expect(findWordsFile(wordsPath('jp'))).toBe(JSON.stringify(wordsOf('jp')))
  expect(new Set(LANGUAGES.map(wordsPath)).size).toBe(LANGUAGES.length)
  expect(findWordsFile('/words/jp.old.json')).toBeUndefined()
})

test("a language's file has its own words and nobody else's", () => {
  expect(findWordsFile(wordsPath('fra'))).toContain('"nav_home":"Accueil"')
  expect(findWordsFile(wordsPath('fra'))).not.toContain('ホーム')
})

test('a page says its words with facts filled in', () => {
  const words = createWords('ja', wordsOf('jp'))
  expect(sayWords(words, { feature: 'spot', key: 'place_buy', facts: { asset: 'BTC' } })).toBe('BTC を買う')
})
