// Each store's baseline migration equals its schema files plus its handwritten.sql.

import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DrizzleSQLiteSnapshotJSON, generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { describe, expect, test } from 'vitest'
import { STORES } from '../../scripts/lib/stores.mjs'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const inPieces = (sql: string): string[] => sql.split('--> statement-breakpoint').map((piece) => piece.trim())

/** The schema of a store as drizzle-kit reads it: all exports of its files. */
async function schemaOf(pattern: string): Promise<DrizzleSQLiteSnapshotJSON> {
  const files = globSync(pattern, { cwd: ROOT }).map((file) => join(ROOT, file))
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>))
  return generateSQLiteDrizzleJson(Object.assign({}, ...modules) as Record<string, unknown>)
}

describe.each(Object.entries(STORES))('The baseline of %s', (store, pattern) => {
  const folder = `db/${store}/migrations`

  test('makes the tables that the schema files declare, then what is written by hand', async () => {
    const nothing = await generateSQLiteDrizzleJson({})
    const statements = await generateSQLiteMigration(nothing, await schemaOf(pattern))
    const written = inPieces(read(`${folder}/0000_baseline.sql`))
    const handwritten = `db/${store}/handwritten.sql`
    const byHand = existsSync(join(ROOT, handwritten)) ? inPieces(read(handwritten)) : []
    const tables = written.slice(0, written.length - byHand.length)
    expect(written.slice(tables.length)).toEqual(byHand)
    // drizzle-kit reads the files in an order of its own, which means nothing to SQLite.
    expect(tables.sort()).toEqual(statements.map((statement) => statement.trim()).sort())
  })

  test('leaves drizzle-kit nothing to append', async () => {
    const snapshot = JSON.parse(read(`${folder}/meta/0000_snapshot.json`)) as DrizzleSQLiteSnapshotJSON
    expect(await generateSQLiteMigration(snapshot, await schemaOf(pattern))).toEqual([])
  })

  test('is the only migration until the first release', () => {
    expect(readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.sql'))).toEqual(['0000_baseline.sql'])
  })
})
