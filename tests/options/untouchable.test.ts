// Entry, exit and ratio of an existing order can't be edited: its table belongs to one feature of the account, and no command, system request
// or desk sheet is about it. Desk actions on an account leave a running order unchanged (stories.rooms.test.ts), and every order ends as the
// published prices say (random.rooms.test.ts).

import { is } from 'drizzle-orm'
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { SHEETS, SHEET_NAMES } from '#domain/desk/sheet'
import { FEATURES } from '#party/account/features'
import { options } from '#party/account/options/feature'

const SCHEMAS = import.meta.glob<Record<string, unknown>>('../../db/platform/*-schema.ts', { eager: true })

describe('what decides an option', () => {
  test('is in a table of its own feature, and in none of the directory', () => {
    const having = FEATURES.filter(({ tables = [] }) =>
      tables.some((each) => getTableConfig(each).name === 'option_order'),
    )
    expect(having).toEqual([options])
    const tables = Object.values(SCHEMAS).flatMap((schema) =>
      Object.values(schema).flatMap((each) => (is(each, SQLiteTable) ? getTableConfig(each).name : [])),
    )
    expect(tables).toContain('option_term')
    expect(tables).not.toContain('option_order')
    expect(SHEET_NAMES.map((name): string => SHEETS[name].table)).not.toContain('option_order')
  })

  test('is no part of what a user, the Worker or the desk may send to an account that has it', () => {
    const { commands, queries, system } = options
    expect([commands, queries, system].map((each) => Object.keys(each))).toEqual([
      ['place_option', 'take_option_proposal', 'propose_option'],
      ['options_live', 'option_order', 'options_count', 'options_ended'],
      ['inspect_options'],
    ])
  })
})
