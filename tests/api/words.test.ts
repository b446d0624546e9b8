// Every text of the server exists in eight languages, with the same placeholders, in its own language.

import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { refusalText, sentence } from '#services/words'

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/refusals.json`, 'utf8')) as Record<string, string>
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

describe('the words of refusals and successes', () => {
  const english = read('en')

  it.each(LANGUAGES)('%s has the same keys as English, in the same order, none empty', (language) => {
    const words = read(language)
    expect(Object.keys(words)).toEqual(Object.keys(english))
    expect(Object.entries(words).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(LANGUAGES)('%s fills the same placeholders as English', (language) => {
    const words = read(language)
    for (const [key, text] of Object.entries(english)) {
      expect({ key, facts: placeholders(words[key] ?? '') }).toEqual({ key, facts: placeholders(text) })
    }
  })

  it('no language borrows a sentence of another', () => {
    const sentences = Object.keys(english).filter((key) => !key.startsWith('wallet_') && !key.startsWith('bill_'))
    for (const key of sentences) {
      const texts = LANGUAGES.map((language) => read(language)[key])
      // Simplified and traditional Chinese may agree on a short sentence; the other seven never do.
      expect({ key, distinct: new Set(texts).size >= LANGUAGES.length - 1 }).toEqual({ key, distinct: true })
    }
  })

  it('every refusal code written anywhere in the code has words', () => {
    const codes = [...sources(['server', 'party'])].flatMap((text) =>
      [...text.matchAll(/\brefuse\(\s*'([a-z_]+)'/g)].map((match) => match[1] ?? ''),
    )
    expect(codes.length).toBeGreaterThan(20)
    expect([...new Set(codes)].filter((code) => !(code in english))).toEqual([])
  })
})

describe('a refusal in words', () => {
  it('Aiko reads the smallest quantity in Japanese', () => {
    const text = refusalText('jp', { code: 'quantity_below_min', facts: { bound: '0.00001', nearest: '0.00001' } })
    expect(text).toBe('最小注文数量は 0.00001 です。0.00001 以上を入力してください。')
  })

  it('a code without words never reaches a person', () => {
    expect(refusalText('fra', { code: 'no_such_code', facts: {} })).toMatch(/^Une erreur est survenue/)
    expect(refusalText('en', { code: 'toString', facts: {} })).toMatch(/^Something went wrong/)
  })

  it('a missing fact leaves no braces', () => {
    expect(refusalText('en', { code: 'field_missing', facts: {} })).not.toContain('{{')
  })

  it('a success is a sentence in the language asked for', () => {
    expect(sentence('spa', 'done_order_cancelled')).toBe('Orden cancelada.')
  })
})

function* sources(folders: readonly string[]): Generator<string> {
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (entry.endsWith('.ts')) yield readFileSync(`${folder}/${entry}`, 'utf8')
    }
  }
}
