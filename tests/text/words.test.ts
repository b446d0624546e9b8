// A page's words and the one file that delivers them to the browser.

import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { pageI18n } from '../../app/text/i18n.server'
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
  expect(pageI18n('jp').t('place_buy', { ns: 'spot', asset: 'BTC' })).toBe('BTCを買う')
})

test.each(LANGUAGES)('%s: a button whose name says more than is seen has what is seen in it', (language) => {
  const t = (key: 'cancel' | 'cancel_order' | 'amend' | 'amend_order') =>
    pageI18n(language).t(key, { ns: 'spot', replace: { order: '5' } })
  // Voice control users say the visible word of a button, so its name must contain it.
  expect(t('cancel_order').toLowerCase()).toContain(t('cancel').toLowerCase())
  expect(t('amend_order').toLowerCase()).toContain(t('amend').toLowerCase())
})
