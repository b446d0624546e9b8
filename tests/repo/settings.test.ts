// Every binding and variable of the Worker is declared for the compiler, documented for deployment and development, and bound in every
// environment.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const [typed = ''] = /^interface Env \{[^]*?^\}/m.exec(read('env.d.ts')) ?? []
const namesOf = (text: string, name: RegExp): string[] =>
  [...new Set([...text.matchAll(name)].map(([, each = '']) => each))].sort()

const bindings = namesOf(typed, /^ {2}readonly (\w+)\??:/gm)
const variables = namesOf(typed, /^ {2}readonly (\w+)\??: string$/gm)
const config = read('wrangler.toml')

describe('settings', () => {
  test('are all read here', () => {
    expect(bindings.length).toBeGreaterThan(40)
    expect(bindings).toContain('DB')
    expect(variables).toContain('STRIPE_WEBHOOK_SECRET')
  })

  test('are explained to operators, and variables in the example of local ones', () => {
    const manual = read('docs/configuration.md')
    expect(bindings.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
    expect(namesOf(read('.dev.vars.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm)).toEqual(variables)
  })

  test('that wrangler.toml sets or binds are typed, the same in production', () => {
    const [local = '', production = ''] = config.split('[env.production]')
    const bound = (part: string) => namesOf(part, /(?:binding|\{ name) = "(\w+)"/g)
    const set = (part: string) =>
      namesOf(/\[(?:env\.production\.)?vars\]\n([^[]*)/.exec(part)?.[1] ?? '', /^(?:# )?([A-Z][A-Z_]+) = /gm)
    expect([...bound(local), ...set(local), ...set(production)].filter((name) => !bindings.includes(name))).toEqual([])
    expect([...bound(local), ...variables].sort()).toEqual(bindings)
    expect(bound(production)).toEqual(bound(local).filter((name) => name !== 'ASSETS'))
  })
})
