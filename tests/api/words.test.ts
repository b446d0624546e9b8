// Every text of the server exists in eight languages, with the same placeholders, in its own language.

import * as v from 'valibot'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { routes } from '#api/app'
import { refusalCodes, refusalText, sentence } from '#services/words'
import { readNamespace } from '../repo/word-files'

const read = (language: string) => readNamespace(language, 'refusals')
const desk = readNamespace('en', 'desk')
const fields = readNamespace('en', 'fields')
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
    const words = LANGUAGES.map(read)
    // Simplified and traditional Chinese may agree on a short sentence; the other seven never do.
    const isBorrowed = (key: string) => new Set(words.map((texts) => texts[key])).size < LANGUAGES.length - 1
    expect(sentences.filter(isBorrowed)).toEqual([])
  })

  it('every refusal code written anywhere in the code has words', () => {
    const codes = [...sources(['server', 'party'])].flatMap((text) =>
      [...text.matchAll(/\brefuse\(\s*'([a-z_]+)'/g)].map((match) => match[1] ?? ''),
    )
    expect(codes.length).toBeGreaterThan(20)
    // Desk-only codes have their texts at the desk: users never see them.
    expect([...new Set(codes)].filter((code) => !(code in english) && !(`refused_${code}` in desk))).toEqual([])
    // The document lists them all.
    const listed = new Set(refusalCodes())
    expect([...new Set(codes)].filter((code) => code in english && !listed.has(code))).toEqual([])
  })
})

describe('the names of fields', () => {
  /** Fields that only forms of pages have. */
  const OF_PAGES = [
    'agent_ask',
    'agent_ask_above',
    'agent_day_max',
    'agent_loss_max',
    'agent_order_max',
    'by',
    'chance',
    'intent',
    'margin',
    'offset',
    'payee',
    'penalty',
    'place',
    'plan',
    'size_in',
    'term',
    'trail_in',
  ]

  it('every field that an endpoint or a form reads has one, and no other has', () => {
    const read = new Set([...routes.flatMap((route) => fieldsOf(route.input)), ...OF_PAGES])
    expect([...read].sort()).toEqual(Object.keys(fields).sort())
  })
})

/** Label of a field whose name means something else elsewhere. */
const labelsOf = (field: unknown): string[] => {
  const { label } = v.getMetadata(field as v.GenericSchema)
  return typeof label === 'string' ? [label] : []
}

/** Field names of a schema, including rows of its lists. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const entries = 'entries' in schema && typeof schema.entries === 'object' ? Object.entries(schema.entries ?? {}) : []
  const inner = ['item', 'wrapped'].map((part) => (part in schema ? Reflect.get(schema, part) : null) as unknown)
  const steps = 'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe.slice(1) : []
  return [
    ...entries.flatMap(([name, field]) => [name, ...labelsOf(field), ...fieldsOf(field)]),
    ...[...inner, ...steps].flatMap((part) => fieldsOf(part)),
  ]
}

describe('a refusal in words', () => {
  it('Aiko reads the smallest quantity in Japanese', () => {
    const text = refusalText('jp', {
      code: 'quantity_below_min',
      facts: { bound: '0.00001', nearest: '0.00001', asset: 'BTC' },
    })
    expect(text).toBe('最小注文数量は0.00001 BTCです。0.00001 BTC以上を入力してください。')
  })

  it('Camille reads its numbers as French writes them', () => {
    const facts = { asset: 'USDT', needed: '61234.5', available: '1000' }
    const text = refusalText('fra', { code: 'insufficient_available', facts })
    expect(text).toBe('Solde insuffisant\u00a0: il vous faut 61\u202f234,5 USDT et vous disposez de 1\u202f000 USDT.')
    expect(refusalText('en', { code: 'insufficient_available', facts })).toContain('61,234.5 USDT')
  })

  it('Chloé reads the least that an order must be worth as traders know it, in the quote', () => {
    const facts = { bound: '5', asset: 'USDT' }
    const text = refusalText('en', { code: 'notional_below_min', facts })
    expect(text).toBe('An order must be worth at least 5 USDT.')
    expect(refusalText('fra', { code: 'notional_below_min', facts })).toContain('au moins 5 USDT.')
  })

  it.each(LANGUAGES)('%s says every bound of an order with its asset', (language) => {
    const codes = Object.keys(read(language)).filter((key) =>
      /^(?:price|quantity|budget|notional)_.*(?:tick|band|lot|min|max)$/.test(key),
    )
    expect(codes).toHaveLength(7)
    for (const code of codes) {
      const text = read(language)[code] ?? ''
      const named = text.match(/\{\{(?:bound|nearest)\}\} \{\{asset\}\}/g)
      // In these two the limit is also the nearest valid value, so it is stated once.
      const isOnce = code === 'price_out_of_band' || code === 'notional_below_min'
      expect(named, code).toHaveLength(isOnce ? 1 : 2)
    }
  })

  it('Mateo reads which field is meant, not how the wire calls it', () => {
    const refusal = (field: string) => ({ code: 'field_missing', facts: { field } })
    expect(refusalText('spa', refusal('target_price'))).toBe('El campo «Precio» es obligatorio.')
    expect(refusalText('spa', refusal('orders.0.time_in_force'))).toBe('El campo «Vigencia» es obligatorio.')
    expect(refusalText('spa', refusal('no_such_field'))).toBe('El campo «no_such_field» es obligatorio.')
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
