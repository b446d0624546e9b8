// What must end before an account is closed has a word in every language, and no secret is in a person's own file.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSecretColumn } from '#domain/leaving/own-data'
import { FEATURES } from '../../party/account/features'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Names that hooks of features and lines of the directory count by. */
function countedNames(): string[] {
  const hooks = readdirSync(join(ROOT, 'party/account')).flatMap((folder) => {
    const source = folder.includes('.') ? '' : read(`party/account/${folder}/feature.ts`)
    return /^ {2}unfinished: [^]*?(?=^ {2}\w)/m.exec(source) ?? []
  })
  const directory = /const UNFINISHED[^]*?^\}/m.exec(read('db/platform/leaving.ts')) ?? []
  return [...hooks, ...directory].flatMap((text) =>
    [...text.matchAll(/\b(\w+): (?:tableOf|account|freeze|`SELECT)/g)].map(([, name = '']) => name),
  )
}

test('what must end first is worded', () => {
  const names = countedNames()
  expect(names.length).toBeGreaterThan(15)
  for (const language of readdirSync(join(ROOT, 'locales')).filter((name) => !name.includes('.'))) {
    const words = JSON.parse(read(`locales/${language}/leaving.json`)) as Record<string, string>
    const worded = Object.keys(words).flatMap((key) =>
      key.startsWith('left_') && key !== 'left_title' ? key.slice(5) : [],
    )
    expect(worded.toSorted(), language).toEqual(names.toSorted())
  }
})

/** Features of which nothing can be unfinished: what they hold ends with the account, is a game settled at once, or counts as a balance. */
const NOTHING_TO_END = [
  'sessions',
  'keys',
  'agentTrades',
  'portfolio',
  'promotion',
  'messages',
  'watchlist',
  'leaving',
  'receipts',
  'limits',
  'game',
  'stocks',
  'buy',
  'demo',
  'alerts',
  'switches',
  'activity',
]

test('every feature counts what must end, or has nothing to', () => {
  const silent = FEATURES.filter((feature) => !('unfinished' in feature) || feature.unfinished === undefined)
  expect(silent.map(({ name }) => name).toSorted()).toEqual(NOTHING_TO_END.toSorted())
})

describe('columns of the own file', () => {
  const columns = ['db/platform', 'db/account'].flatMap((folder) =>
    [...read(`${folder}/migrations/0000_baseline.sql`).matchAll(/^\t`(\w+)`/gm)].map(([, name = '']) => name),
  )

  test('that look like a secret are left out, or are none', () => {
    const suspicious = [...new Set(columns)].filter((name) =>
      /secret|seed|hash|salt|token|auth|key|seal|password|code|challenge|nonce/.test(name),
    )
    expect(suspicious.filter((name) => !isSecretColumn(name)).toSorted()).toEqual(OPEN.toSorted())
  })
})

/** Public keys, codes of countries and coins, names of rows, hashes that are published, and what the reader has drawn. */
const OPEN: readonly string[] = [
  ...['asset_code', 'author', 'bank_code', 'calling_code', 'code', 'invite_code', 'key', 'key_id', 'new_code', 'nonce'],
  ...['password_changed_at', 'public_key', 'qrcode', 'seed_no', 'seeded'],
]
