// Every page of the desk for an admin; for all others the pages don't exist.

import { describe, expect, inject, test } from 'vitest'
import { attribute } from '../kit/html'
import { Visitor, openAtDesk, openPerson } from '../kit/visitor'
import { DESK_PATHS, isForbidden } from './paths'

const ada = openAtDesk(inject('deskTokens').ada)
/** Names of the fields of each page that was drawn. */
const drawn = new Map<string, readonly string[]>()

async function draw(path: string): Promise<number> {
  const page = await ada.open(path)
  expect([page.status, page.path]).toEqual([200, path])
  const fields = page.all(({ name }) => name === 'input' || name === 'select' || name === 'textarea')
  drawn.set(
    path,
    fields.map((field) => attribute(field, 'name')),
  )
  return page.all(({ name }) => name === 'h1').length
}

test.each(DESK_PATHS)('%s is drawn for an admin, under one heading', async (path) => {
  expect(await draw(path)).toBe(1)
})

test('no field of a form is named after a price, an outcome or a balance, not even to the admin', async () => {
  const { userId } = await openPerson()
  await draw(`/admin/users/${userId}`)
  expect(DESK_PATHS.filter((path) => !drawn.has(path))).toEqual([])
  // A sheet's form has its cells, and in hidden fields the values that its reader has seen.
  const named = [...drawn.values()].flat().map((name) => name.replace(/^(?:seen|cell)\./, ''))
  expect(named).toContain('amount')
  expect(named.filter(isForbidden)).toEqual([])
})

describe('who is not of the desk', () => {
  test.each(DESK_PATHS)('is led from %s to its login', async (path) => {
    for (const visitor of [new Visitor(), await openPerson()]) {
      const page = await visitor.open(path)
      expect(page.url.pathname).toBe('/admin/login')
    }
  })
})
