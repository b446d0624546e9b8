// Texts of API and messages in the built Worker: keys and texts apart, put together again when a language is first read.

import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { packWords, unpackWords } from '../../locales/packed'
import { SERVER_WORDS } from '#server-words'

const packed = JSON.parse(JSON.stringify(packWords(SERVER_WORDS))) as ReturnType<typeof packWords>

test.each(LANGUAGES)('%s: the texts come back, no key more and none less', (language) => {
  expect(unpackWords(packed.keys, packed.texts[language] ?? {})).toEqual(SERVER_WORDS[language])
})

test('a plural form of one language is no text of another', () => {
  const { keys, texts } = packWords({
    en: { n: { day_one: 'day' } },
    fra: { n: { day_one: 'jour', day_many: 'jours' } },
  })
  expect(unpackWords(keys, texts['en'] ?? {})).toEqual({ n: { day_one: 'day' } })
  expect(unpackWords(keys, texts['fra'] ?? {})).toEqual({ n: { day_one: 'jour', day_many: 'jours' } })
})
