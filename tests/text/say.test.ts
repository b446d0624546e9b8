// What our own few lines say is what i18next says of the same files.

import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { createWords, hasWords, sayWords } from '../../app/text/say'
import { wordsOf } from '../../app/text/words.server'

/** Texts with every plural form that a language could have, so that the choice among them shows. */
const APPLES = {
  apples: 'apples',
  apples_zero: 'no apple, {{count}}',
  apples_one: 'one: {{count}} {{ colour }}',
  apples_two: 'two: {{count}}',
  apples_few: 'few: {{count}}',
  apples_many: 'many: {{count}}',
  apples_other: 'other: {{count}} {{colour}}',
  pears_other: 'pears: {{count}}',
}
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1_000, 1_000_000, 2_500_000, 1.5, -1]

describe.each(LANGUAGES)('%s', (language) => {
  const tag = LANGUAGE_TAGS[language]
  const texts = { ...wordsOf(language), fruit: APPLES }
  const words = createWords(tag, texts)
  const i18n = createInstance()
  void i18n.init({
    lng: tag,
    resources: { [tag]: texts },
    ns: Object.keys(texts),
    load: 'currentOnly',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initImmediate: false,
    interpolation: { escapeValue: false },
  })

  test('every text with every fact', () => {
    for (const [feature, keys] of Object.entries(texts)) {
      for (const [key, text] of Object.entries(keys)) {
        const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
        const facts = Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? `<${name} & $1>` : index]))
        const said = sayWords(words, { feature, key, facts })
        expect(said, `${feature}.${key}`).toBe(i18n.t(key, { ns: feature, ...facts }))
      }
    }
  })

  test('a plural form for every count', () => {
    for (const count of COUNTS) {
      for (const key of ['apples', 'pears']) {
        const facts = { count, colour: 'red' }
        expect(sayWords(words, { feature: 'fruit', key, facts }), `${count} ${key}`).toBe(
          i18n.t(key, { ns: 'fruit', ...facts }),
        )
      }
    }
  })

  test('a count that is text has no plural form, and a key without text is said itself', () => {
    expect(sayWords(words, { feature: 'fruit', key: 'apples', facts: { count: '1' } })).toBe('apples')
    expect(sayWords(words, { feature: 'fruit', key: 'plums' })).toBe(i18n.t('plums', { ns: 'fruit' }))
    expect(hasWords(words, 'fruit', 'plums')).toBe(false)
  })

  test('a fact that is missing leaves nothing behind', () => {
    expect(sayWords(words, { feature: 'fruit', key: 'apples', facts: { count: 3 } })).not.toContain('{{')
  })
})
