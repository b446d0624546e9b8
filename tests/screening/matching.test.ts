// How many altered spellings of listed names are found, how many ordinary people are taken for a listed one, and what a search reads.
//
// altered-names.tsv: listed name, altered spelling, kind of change. Transliterations and spelling variants are written by hand; typing errors
// (swap, leave out, double, neighbouring key in the middle of a word), left-out middle names and changed order follow these rules.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type ListEntry, findNames, indexEntries } from '#domain/screening/list'
import { keysOf, readName } from '#domain/screening/names'
import { HAN } from '../../scripts/lib/han-table.mjs'
import { LONG } from '../kit/long'
import { listedNames, ordinaryNames } from './names'

vi.setConfig({ testTimeout: 120_000 })

const FIXTURES = readFileSync(join(import.meta.dirname, 'altered-names.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [listed: string, altered: string, kind: string])

const entryOf = (name: string, addresses: readonly string[] = []): ListEntry => ({
  ...{ uid: name, kind: 'person', names: [name], births: [], countries: [], addresses: [...addresses] },
})

const OTHERS = 20_000
const ORDINARY = LONG ? 2_000 : 500
const listed = [...new Set(FIXTURES.map(([name]) => name))]
const entries = [...listed, ...listedNames(OTHERS)].map((name) => entryOf(name))
const index = indexEntries(entries, HAN)

/** Entries that a name is taken for, and how many index lines were compared. */
function search(text: string) {
  const name = readName(text, HAN)
  const lines = name ? keysOf(name).flatMap((key) => index.get(key) ?? []) : []
  const found = name ? findNames(name, lines).map(({ no }) => entries[no - 1]?.uid ?? '') : []
  return { found, read: lines.reduce((sum, text_) => sum + text_.split('\n').length, 0) }
}

describe('300 altered spellings among 20,000 entries', () => {
  test('are 300, in eight scripts', () => {
    expect(new Set(FIXTURES.map(([name, altered]) => `${name}\n${altered}`)).size).toBe(300)
    const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Han', 'Hangul', 'Katakana', 'Thai']
    for (const script of scripts)
      expect(FIXTURES.some(([, altered]) => new RegExp(`\\p{Script=${script}}`, 'u').test(altered))).toBe(true)
  })

  test('at least 95 of 100 are found', () => {
    const missed = FIXTURES.filter(([name, altered]) => !search(altered).found.includes(name))
    expect(missed.length, missed.map((row) => row.join(' | ')).join('\n')).toBeLessThanOrEqual(300 * 0.05)
  })

  test(`of ${ORDINARY} ordinary names at most 15 of 1,000 are taken for an entry`, () => {
    const taken = ordinaryNames(ORDINARY).filter((name) => search(name).found.length > 0)
    expect(
      taken.length,
      taken
        .slice(0, 40)
        .map((name) => `${name} = ${search(name).found.join()}`)
        .join('\n'),
    ).toBeLessThanOrEqual(ORDINARY * 0.015)
  })

  test('one search compares a small part of the list', () => {
    const reads = ordinaryNames(100).map((name) => search(name).read)
    expect(reads.reduce((sum, read) => sum + read, 0) / reads.length).toBeLessThan(OTHERS / 10)
  })
})
