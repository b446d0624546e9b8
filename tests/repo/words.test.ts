// Every word in eight languages: none missing, unused, left in English or in the wrong script. Names and terms shared with English are in
// shared-words.json; an unused entry there is an error too.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '#domain/language'
import { signsOf } from '#domain/number-writing'
import shared from './shared-words.json'
import { wordList } from '../../scripts/lib/word-list.mjs'
import { type Source, readSources } from './sources'
import { filesOf, namespaceOf, readWords } from './word-files'

const ROOT = join(import.meta.dirname, '../..')
const OTHERS = LANGUAGES.filter((language) => language !== 'en')
const FEATURES = filesOf('en')

describe.each(OTHERS)('%s', (language) => {
  test('has the files of English', () => expect(filesOf(language)).toEqual(FEATURES))

  describe.each(FEATURES)('%s', (feature) => {
    const english = readWords('en', feature)
    const words = readWords(language, feature)

    test('has the same keys', () => expect(stemsOf(words)).toEqual(stemsOf(english)))

    test('fills in the same facts', () => {
      const different = Object.entries(words).filter(([key, text]) => {
        const source = english[key] ?? english[`${stemOf(key)}_other`] ?? ''
        return String(factsOf(text)) !== String(factsOf(source))
      })
      expect(different).toEqual([])
    })

    test('leaves nothing empty or in English', () => {
      const known = new Set([...shared.everywhere, ...(sharedOf(language) ?? [])])
      const suspicious = Object.entries(words).filter(([key, text]) => {
        const isSame = text === english[key] && /\p{L}/u.test(withoutFacts(text))
        return text.trim() === '' || (isSame && !known.has(text))
      })
      expect(suspicious).toEqual([])
    })
  })
})

test('every file of words is in the list that the code reads: npm run words', () => {
  expect(readFileSync(join(ROOT, 'locales/list.ts'), 'utf8')).toBe(wordList(`${ROOT}/`))
})

test('no two files of a namespace have the same key: one of them would be silent', () => {
  const keys = FEATURES.flatMap((feature) =>
    stemsOf(readWords('en', feature)).map((key) => `${namespaceOf(feature)}.${key}`),
  )
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

describe.each(LANGUAGES)('%s', (language) => {
  test('has every plural form that it needs, and no other', () => {
    const needed = [...new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories].sort()
    const wrong = FEATURES.flatMap((feature) => {
      const keys = Object.keys(readWords(language, feature)).filter((key) => key !== stemOf(key))
      return [...new Set(keys.map(stemOf))].flatMap((stem) => {
        const forms = keys.filter((key) => stemOf(key) === stem).map((key) => key.slice(stem.length + 1))
        return String(forms.sort()) === String(needed) ? [] : [`${feature}.${stem}: ${forms.join()}`]
      })
    })
    expect(wrong).toEqual([])
  })
})

const ALL_TEXTS = (language: Language) =>
  FEATURES.flatMap((feature) =>
    Object.entries(readWords(language, feature)).map(([key, text]) => [`${feature}.${key}`, text] as const),
  )

describe.each(['jp', 'zh', 'hk', 'kor', 'th'] as const)('%s', (language) => {
  test('has Latin letters only in names and terms', () => {
    const known = new Set(shared.latin)
    const strange = ALL_TEXTS(language).flatMap(([key, text]) => {
      const words = withoutFacts(text).match(/\p{Script=Latin}[\p{Script=Latin}\d-]*/gu) ?? []
      return words.filter((word) => !known.has(word)).map((word) => `${key}: ${word}`)
    })
    expect(strange).toEqual([])
  })
})

test('a shared word that no text has any more is removed from the list', () => {
  const idle = Object.entries(shared.in).flatMap(([code, words]) => {
    const language = LANGUAGES.find((known) => known === code)
    const texts = new Set(language ? ALL_TEXTS(language).map(([, text]) => text) : [])
    return words.filter((word) => !texts.has(word)).map((word) => `${code}: ${word}`)
  })
  expect(idle).toEqual([])
})

describe('scripts and typography', () => {
  // Characters of one Chinese writing only; the most frequent ones in these texts.
  const SIMPLIFIED = /[们这个为对发现买卖单价币资产户号码语录认证请输时间总额订图账过选择务]/u
  const TRADITIONAL = /[們這個為對發現買賣單價幣資產戶號碼語錄認證請輸時間總額訂圖帳過選擇務]/u

  test('simplified Chinese has no traditional character, and the other way round', () => {
    expect(ALL_TEXTS('zh').filter(([, text]) => TRADITIONAL.test(text))).toEqual([])
    expect(ALL_TEXTS('hk').filter(([, text]) => SIMPLIFIED.test(text))).toEqual([])
  })

  test('French has typographic apostrophes, and spaces that do not break before its double signs', () => {
    expect(ALL_TEXTS('fra').filter(([, text]) => /'| [:;?!%»]|« /.test(text))).toEqual([])
  })

  test.each(LANGUAGES)('a percent sign stands as the numbers of %s have it', (language) => {
    const { unitGap } = signsOf(language)
    const wrong = ALL_TEXTS(language).filter(([, text]) =>
      [...text.matchAll(/(?:\d|\}\})(\s*)[%％]/gu)].some(([sign, gap]) => gap !== unitGap || sign.endsWith('％')),
    )
    expect(wrong).toEqual([])
  })

  test('Spanish says usted, never tú', () => {
    const familiar = /(?<!\p{L})(?:tú|tu|tus|te|ti|tuy[oa]s?|contigo|eres|puedes|has|sigues|introduce)(?!\p{L})/iu
    const seeded = readFileSync(join(ROOT, 'db/platform/seed/texts/spa.ts'), 'utf8').split('\n')
    const texts = [...ALL_TEXTS('spa'), ...seeded.map((line, at) => [`seed line ${at + 1}`, line] as const)]
    expect(texts.filter(([, text]) => familiar.test(text))).toEqual([])
  })

  test('Spanish opens what it closes', () => {
    const wrong = ALL_TEXTS('spa').filter(
      ([, text]) => text.includes('?') !== text.includes('¿') || text.includes('!') !== text.includes('¡'),
    )
    expect(wrong).toEqual([])
  })
})

describe('words in the code', () => {
  const sources = readSources(ROOT, ['app', 'server', 'party', 'db'])
  const written = new Set(sources.flatMap(({ texts }) => [...texts]))

  /** Keys of the wire's fields are checked against the endpoints, in tests/api. */
  test.each(FEATURES.filter((feature) => namespaceOf(feature) !== 'fields'))(
    'every key of %s is said somewhere',
    (feature) => {
      const own = sources.filter(
        ({ texts }) => texts.has(namespaceOf(feature)) || [...texts].some((text) => text.endsWith(`/${feature}.json`)),
      )
      // A template is filled where its feature is named; a whole key may be decided far away, as refusal codes are.
      const isSaidByName = (key: string) => own.some((source) => says(source, key, written))
      const isDecided = (key: string) => /[_-]/.test(key) && sources.some(({ texts }) => texts.has(key))
      const idle = stemsOf(readWords('en', feature)).filter((key) => !isSaidByName(key) && !isDecided(key))
      expect(idle).toEqual([])
    },
  )

  test('nothing that people read is written into a page', () => {
    const known = new Set(shared.inPages)
    const written = sources
      .filter(({ path }) => !path.startsWith('app/routes/gallery/'))
      .flatMap(({ path, shown }) =>
        shown.filter((text) => !known.has(text.replace(/[(/)]/g, ''))).map((text) => `${path}: ${text}`),
      )
    expect(written).toEqual([])
  })
})

/** A literal, or a template filled with known words or numbers only. */
function says({ texts, patterns }: Source, key: string, written: ReadonlySet<string>): boolean {
  const isKnown = (word: string) => written.has(word) || /^\d+$/.test(word)
  // "order_filled_buy" may have been put together before: then both of its parts are known.
  const isFilled = (word: string) =>
    isKnown(word) ||
    [...word.matchAll(/_/g)].some(({ index }) => isKnown(word.slice(0, index)) && isKnown(word.slice(index + 1)))
  return texts.has(key) || patterns.some((pattern) => pattern.exec(key)?.slice(1).every(isFilled))
}

function sharedOf(language: Language): readonly string[] | undefined {
  const lists: Readonly<Record<string, readonly string[]>> = shared.in
  return lists[language]
}

/** Languages have different plural forms of one key. */
function stemOf(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '')
}

function stemsOf(words: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.keys(words).map(stemOf))].sort()
}

function factsOf(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name).sort()
}

function withoutFacts(text: string): string {
  return text.replace(/\{\{[^}]*\}\}/g, ' ')
}
