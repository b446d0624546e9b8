// Every page of the desk for an admin; for all others the pages don't exist.

import { describe, expect, inject, test } from 'vitest'
import { Visitor, openAtDesk, openPerson } from '../kit/visitor'
import { DESK_PATHS } from './paths'

test.each(DESK_PATHS)('%s is drawn for an admin, under one heading', async (path) => {
  const page = await openAtDesk(inject('deskTokens').ada).open(path)
  expect([page.status, page.path]).toEqual([200, path])
  expect(page.all(({ name }) => name === 'h1')).toHaveLength(1)
})

describe('who is not of the desk', () => {
  test.each(DESK_PATHS)('is led from %s to its login', async (path) => {
    for (const visitor of [new Visitor(), await openPerson()]) {
      const page = await visitor.open(path)
      expect(page.url.pathname).toBe('/admin/login')
    }
  })
})
