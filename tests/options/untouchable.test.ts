// Entry, exit and ratio of an existing order can't be edited: one place in the code writes them, from ticks alone; neither statements of
// the directory nor the desk name the table; and desk actions on an account leave a running order unchanged.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHEETS, SHEET_NAMES } from '#domain/desk/sheet'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const DECIDED = [
  'entryTick',
  'entrySteps',
  'exitAt',
  'exitSteps',
  'outcome',
  'paid',
  'terms',
  'ratio',
  'stake',
  'dueAt',
]

describe('what decides an option', () => {
  const own = filesOf('party/account/options')

  test('is written where a tick acts on it, and where it is placed', () => {
    const writers = own.filter((path) => /Object\.assign\(order\b/.test(readFileSync(path, 'utf8')))
    expect(writers).toEqual(['party/account/options/acting.ts'])
    const assigned = own.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:order|row|option|placed)\.(\w+) = /g)].map(
        ([, field = '']) => field,
      ),
    )
    expect(assigned.filter((field) => DECIDED.includes(field))).toEqual([])
  })

  test('is in a table that nothing outside the account names', () => {
    const naming = [...filesOf('server'), ...filesOf('app'), ...filesOf('party'), ...filesOf('db/platform')].filter(
      (path) => /option_order\b(?!_|')|optionOrder\b/.test(readFileSync(path, 'utf8')),
    )
    const allowed = [/^party\/account\/options\//, /^server\/api\/options(?:-rows)?\.ts$/]
    // In the API the word names a response shape.
    expect(naming.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([])
    expect(SHEET_NAMES.map((name): string => SHEETS[name].table)).not.toContain('option_order')
  })

  test('is no part of what the Worker or the desk may send to an account that has it', () => {
    const feature = readFileSync('party/account/options/feature.ts', 'utf8')
    const commands = [...feature.matchAll(/^ {4}(\w+): (?:marketCommand|command|system|query)\(/gm)].map(
      ([, name]) => name,
    )
    expect(commands).toEqual([
      'place_option',
      'take_option_proposal',
      'propose_option',
      'options_live',
      'option_order',
      'options_ended',
      'inspect_options',
    ])
  })
})
