// Every operation is asked in a story in which it succeeds; `call` (client.ts) holds the answer against the schema that the document shows.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { routes } from '#api/app'

const TESTS = join(import.meta.dirname, '..')

/** Asked by a helper that puts their path together. */
const BY_HELPERS = [
  ...['GET /currency/new_timeshar', 'GET /v1/copy/trades', 'POST /v1/copy/apply', 'POST /v1/copy/cancel'],
  'POST /v1/nft/media',
]
/** Only their refusals are told. What succeeds is told by the same act’s older name. */
const BY_OLDER_NAMES = ['POST /v1/copy/stop-trading', 'POST /v1/nft/opening', 'POST /v1/nft/payment']

/** Cases of the contract’s walks. */
const CASE = /method: '(\w+)',\s*(?:path: '|name: ')([^']+)'/g
const ASKED = /\bok(?:<[^()]{0,400}?>)?\(\s*'(\w+)',\s*['`]([^'`?$]+)/g
const BY_METHOD = /\b(get|post)(?:<[^()]{0,400}?>)?\(\s*'(\/[^'?]+)'/g

test('every operation is told by an answer that succeeds', () => {
  const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.rooms.test.ts'))
    .map((file) => readFileSync(join(TESTS, file), 'utf8'))
  const told = new Set(
    sources.flatMap((source) =>
      [CASE, ASKED, BY_METHOD].flatMap((pattern) =>
        Array.from(source.matchAll(pattern), ([, method = '', path = '']) => {
          const whole = path.startsWith('/') ? path : `/bind_box/${path}`
          return `${method.toUpperCase()} ${whole}`
        }),
      ),
    ),
  )
  // The walk asks for what needs no field (walk.rooms.test.ts).
  const isFree = ({ method, input }: (typeof routes)[number]) => method === 'GET' && v.safeParse(input, {}).success
  const left = routes
    .filter((route) => !isFree(route))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !told.has(name))
  expect(left.sort()).toEqual([...BY_HELPERS, ...BY_OLDER_NAMES].sort())
})
