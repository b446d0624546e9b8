// A batch of D1 answers objects by column name: a join in it selects no two columns of one name.

import { readFileSync, readdirSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { and, count, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { listToCount } from '#db/platform/account-count'
import { loadCatalogue } from '#db/platform/catalogue'
import { listNewsRows } from '#db/platform/content'
import { listTraders } from '#db/platform/copy'
import { checkNames } from '#db/platform/directory'
import { readPaidSince } from '#db/platform/payout-batch'
import { listTeam } from '#db/platform/promotion'
import { listQueue, readReview } from '#db/platform/review'
import { ieoProject, ieoRun, ieoText } from '#db/platform/ieo-schema'

const directory = drizzle(null as never)
const check = (query: { toSQL(): { readonly sql: string } }) => () => checkNames(query.toSQL().sql)
const joined = eq(ieoRun.projectId, ieoProject.id)

test('two whole tables of a join have columns of one name', () => {
  const query = directory.select({ text: ieoText, run: ieoRun }).from(ieoText).leftJoin(ieoRun, joined)
  expect(check(query)).toThrow('two columns named')
})

test('so have two columns that are picked, also beside an expression with commas and words', () => {
  const either = sql<string>`coalesce(${ieoText.title}, (select 'a, b from c'))`
  const one = directory.select({ a: ieoProject.id, either, b: ieoRun.projectId }).from(ieoProject)
  expect(check(one.leftJoin(ieoRun, joined))).not.toThrow()
  const two = directory.select({ a: ieoText.projectId, either, b: ieoRun.projectId }).from(ieoText)
  expect(check(two.leftJoin(ieoRun, and(eq(ieoRun.projectId, ieoText.projectId))))).toThrow('named project_id')
})

test('columns under names of their own, one table, counts and writes are let through', () => {
  const renamed = { a: ieoText.projectId, b: sql<number>`${ieoRun.projectId}`.as('run_project') }
  expect(check(directory.select(renamed).from(ieoText).leftJoin(ieoRun, joined))).not.toThrow()
  expect(check(directory.select().from(ieoProject))).not.toThrow()
  expect(check(directory.select({ total: count() }).from(ieoProject).leftJoin(ieoRun, joined))).not.toThrow()
  expect(check(directory.delete(ieoRun))).not.toThrow()
})

/** Calls of all functions whose batch has a join. */
const JOINED: Readonly<Record<string, (db: D1Database) => Promise<unknown>>> = {
  listToCount: (db) => listToCount(db, { before: 0, limit: 10, now: 0 }),
  loadCatalogue,
  listNewsRows: (db) => listNewsRows(db, { categoryId: 1, page: 1, limit: 10, language: 'en' }),
  listTraders: (db) => listTraders(db, { order: 'followers', states: ['active'] }, { page: 1, limit: 10 }),
  listTeam: (db) => listTeam(db, 1, { page: 1, limit: 10 }),
  listQueue: (db) => listQueue(db, { kinds: ['deposit'], states: ['open'] }, { page: 1, limit: 10 }),
  readReview: (db) => readReview(db, 1),
  readPaidSince: (db) => readPaidSince(db, 0),
}

/** D1 stub without rows that records the SQL of batches. */
function emptyDatabase(): { readonly db: D1Database; readonly asked: string[] } {
  const asked: string[] = []
  const prepare = (sql: string) => {
    const statement = { sql, bind: () => statement, all: () => ({ results: [] }), raw: () => [], first: () => null }
    return statement
  }
  const batch = (statements: readonly { readonly sql: string }[]) => {
    asked.push(...statements.map(({ sql }) => sql))
    return Promise.resolve(statements.map(() => ({ results: [], success: true })))
  }
  return { db: { prepare, batch } as unknown as D1Database, asked }
}

test.each(Object.entries(JOINED))('the joined batch of %s selects no two columns of one name', async (_, ask) => {
  const { db, asked } = emptyDatabase()
  await ask(db)
  expect(asked.some((sql) => /\bjoin\b/.test(sql))).toBe(true)
})

const isJoined = (text: string): boolean => /(?:inner|left|right|full|cross)Join\(/.test(text)

/** Functions of a file whose batch contains a join, directly or through a named declaration. */
function joinedIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  // Parsing every file takes seconds.
  if (!text.includes('.batch(') || !isJoined(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const declared = new Map<string, string>()
  const batches: (readonly [where: string, text: string])[] = []
  const look = (node: ts.Node, where: string): void => {
    let inside = where
    const isNamed = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isMethodDeclaration(node)
    if (isNamed && node.name) {
      declared.set(node.name.getText(), node.getText())
      const isFunction = !ts.isVariableDeclaration(node) || (node.initializer && ts.isArrowFunction(node.initializer))
      if (isFunction) inside = node.name.getText()
    }
    if (ts.isCallExpression(node) && node.expression.getText().endsWith('.batch'))
      batches.push([inside, node.arguments.map((part) => part.getText()).join()])
    ts.forEachChild(node, (child) => look(child, inside))
  }
  look(source, '')
  const named = (part: string) =>
    [...new Set(part.match(/\b[a-z]\w+\b/g) ?? [])].map((name) => declared.get(name) ?? '')
  return batches.flatMap(([where, part]) => ([part, ...named(part)].some(isJoined) ? [where] : []))
}

test('every batch with a join is in the list above', () => {
  const files = ['db', 'server', 'party'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const found = files.filter((name) => name.endsWith('.ts')).flatMap(joinedIn)
  expect([...new Set(found)].sort()).toEqual(Object.keys(JOINED).sort())
})
