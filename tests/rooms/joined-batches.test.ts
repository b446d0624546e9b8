// A batch of D1 answers objects by column name: a join in it selects no two columns of one name.

import { expect, test } from 'vitest'
import { and, count, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { checkNames } from '#db/platform/directory'
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
