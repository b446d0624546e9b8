// On a wide screen panels keep a distance from the page's edge: a panel that drops its own margin is inside an element with one.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROUTES = join(import.meta.dirname, '../../app/routes')
/** Pages whose own frame sets the margin. */
const FRAMED = /^(?:admin|assets|messages|settings)\b/

test('no page lets its panels touch the edges of a wide screen', () => {
  const pages = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?:^|\/)[^/]*\.tsx$/.test(path) && !FRAMED.test(path),
  )
  expect(pages.length).toBeGreaterThan(50)
  const bare = pages.filter((path) => {
    const text = readFileSync(join(ROUTES, path), 'utf8')
    const isEdgeless = text.includes('<PageHeader')
      ? /lg:(?:mx|px)-0/.test(text)
      : /<Pane\b(?![^>]*\bframe=)/.test(text)
    return isEdgeless && !/lg:px-5|max-w-/.test(text)
  })
  expect(bare).toEqual([])
})
