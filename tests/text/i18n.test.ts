// i18next as this site runs it: one instance for each language, and a missing key or fact that never reaches a reader unseen.

import type { i18n } from 'i18next'
import { describe, expect, test, vi } from 'vitest'
import { createI18n } from '#domain/i18n'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { pageI18n, remixI18n, requestI18n } from '../../app/text/i18n.server'
import promotionDesk from '../../locales/en/promotion.desk.json'
import promotionRefusals from '../../locales/en/promotion.refusals.json'
import { allWordsOf, wordsOf } from '../../app/text/words.server'

/** Accepts keys unknown to the types: every key of a file, and missing keys. */
const textOf = ({ t }: i18n, key: string, options: object): string =>
  (t as (key: string, options: object) => string)(key, options)

const request = (headers: Record<string, string> = {}) => new Request('https://cm.test/?lng=fr', { headers })

describe('the language of a request', () => {
  test.each(LANGUAGES)('%s is that of its cookie, as BCP 47', async (language) => {
    const asked = request({ Cookie: `cm_language=${language}` })
    expect(await remixI18n.getLocale(asked)).toBe(LANGUAGE_TAGS[language])
    expect(await requestI18n(asked)).toBe(pageI18n(language))
  })

  test('is Japanese without a cookie that we know, whatever the browser asks for', async () => {
    expect(await remixI18n.getLocale(request({ 'Accept-Language': 'fr' }))).toBe('ja')
    expect(await remixI18n.getLocale(request({ Cookie: 'cm_language=tlh' }))).toBe('ja')
  })
})

describe.each(LANGUAGES)('%s', (language) => {
  test('says every text with its facts, in the browser as on the server', () => {
    const report = vi.fn()
    const browser = createI18n(LANGUAGE_TAGS[language], wordsOf(language), report)
    const server = createI18n(LANGUAGE_TAGS[language], allWordsOf(language), report)
    for (const [ns, texts] of Object.entries(wordsOf(language))) {
      for (const [key, text] of Object.entries(texts)) {
        const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
        const facts = Object.fromEntries(names.map((name) => [name, `<${name} & $1>`]))
        const filled = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => facts[name] ?? '')
        const options = { ns, replace: facts }
        expect(textOf(server, key, options), `${ns}.${key}`).toBe(filled)
        expect(textOf(browser, key, options), `${ns}.${key}`).toBe(filled)
      }
    }
    expect(report).not.toHaveBeenCalled()
  })
})

describe('plural forms', () => {
  const APPLES = {
    apples_zero: 'none',
    apples_one: 'one: {{count}} {{ colour }}',
    apples_many: 'many: {{count}}',
    apples_other: 'other: {{count}} {{colour}}',
  }
  const apples = (tag: string, count: number) =>
    textOf(createI18n(tag, { ui: APPLES }, console.error), 'apples', { ns: 'ui', count, colour: 'red' })

  test('are those of the language', () => {
    expect([0, 1, 2, 21].map((count) => apples('en', count))).toEqual([
      'none',
      'one: 1 red',
      'other: 2 red',
      'other: 21 red',
    ])
    expect([1, 2_500_000, 1_000_000].map((count) => apples('fr', count))).toEqual([
      'one: 1 red',
      'other: 2500000 red',
      'many: 1000000',
    ])
    expect(apples('ja', 1)).toBe('other: 1 red')
  })
})

describe('what is missing', () => {
  test('a key is said itself, and reported', () => {
    const report = vi.fn()
    expect(textOf(createI18n('fr', {}, report), 'plums', { ns: 'ui' })).toBe('plums')
    expect(report).toHaveBeenCalledWith('No words for ui.plums (fr)')
  })

  test('a fact leaves nothing behind', () => {
    expect(pageI18n('en').t('place_buy', { ns: 'spot' })).not.toContain('{{')
    expect(pageI18n('en').t('place_buy', { ns: 'spot', asset: undefined })).not.toContain('{{')
  })

  test('a fact that looks like an instruction is text', () => {
    for (const asset of ['{{site}}', '$t(ui:close)', '<b>'])
      expect(pageI18n('en').t('place_buy', { ns: 'spot', asset })).toContain(asset)
  })
})

test('no fact has the name of an option of i18next', () => {
  const names = LANGUAGES.flatMap((language) => [
    ...JSON.stringify(allWordsOf(language)).matchAll(/\{\{\s*(\w+)/g),
  ]).map(([, name]) => name)
  const taken = [
    'context',
    'defaultValue',
    'lng',
    'lngs',
    'fallbackLng',
    'ns',
    'ordinal',
    'replace',
    'interpolation',
    'nest',
  ]
  expect(taken.filter((name) => names.includes(name))).toEqual([])
})

test('what a feature adds to the refusals reaches every browser; what it adds to the desk’s words, only the desk', () => {
  expect(wordsOf('en')['refusals']).toMatchObject(promotionRefusals)
  expect(allWordsOf('en')['desk']).toMatchObject(promotionDesk)
  expect(wordsOf('en')['desk']).toBeUndefined()
})
