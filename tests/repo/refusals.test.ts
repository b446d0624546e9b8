// Every refusal occurs in a test, by its code or by its English sentence.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './sources'
import { readNamespace } from './word-files'

const ROOT = join(import.meta.dirname, '../..')
const desk = readNamespace('en', 'desk')
const words = readNamespace('en', 'refusals')
/** Words of these groups are success messages and names, not refusals. */
const NO_REFUSAL = /^(?:done|wallet|bill|card|funds|futures_state|futures_type|option_state|option_direction)_/

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(desk).flatMap(([key, text]) =>
    key.startsWith('refused_') ? [[key.slice('refused_'.length), text] as const] : [],
  ),
  ...Object.entries(words),
])
const codes = new Set(readSources(ROOT, ['app', 'server', 'party', 'db']).flatMap(({ refusals }) => [...refusals]))
const said = new Set(readSources(ROOT, ['tests']).flatMap(({ texts }) => [...texts]))

test('every refusal that has words is found in the code, so that the next test overlooks none', () => {
  const worded = [...SENTENCES.keys()].filter((key) => codes.has(key) || !NO_REFUSAL.test(key))
  expect(worded.filter((code) => !codes.has(code))).toEqual([])
})

test('every refusal has a test that meets it', () => {
  const named = new Set([...said].flatMap((text) => [text, ...(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [])]))
  const isMet = (code: string) => named.has(code) || said.has(SENTENCES.get(code) ?? code)
  expect([...codes].filter((code) => !isMet(code)).sort()).toEqual([])
})
