// The built Worker: its size, and texts that it leaves to its assets.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import shell from '../../locales/th/shell.json'
import spot from '../../locales/fra/spot.json'
import { GZIP_MAX, sizeOf } from '../../scripts/lib/bundle-size.mjs'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')

test('the Worker is within its bound: every new isolate reads all of it first', () => {
  expect(sizeOf(DIST).gzip).toBeLessThanOrEqual(GZIP_MAX)
})

test('no text of a page is code', () => {
  const script = readFileSync(join(DIST, 'worker.js'), 'utf8')
  expect(script).not.toContain(JSON.stringify(spot.place_buy).slice(1, -1))
  expect(script).not.toContain(shell.nav_home)
})

test.each(LANGUAGES)('%s: a page names the file of its texts, which browsers keep', async (language) => {
  const url = inject('appUrl')
  const page = await (await fetch(`${url}/about?lang=${language}`)).text()
  expect(page).toContain(`<html lang="${LANGUAGE_TAGS[language]}"`)
  const path = new RegExp(`/words/${language}\\.\\w+\\.json`).exec(page)?.[0] ?? ''
  const answer = await fetch(url + path)
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const words = await answer.json<Record<string, Record<string, string>>>()
  expect(page).toContain(words['shell']?.['nav_home'])
  expect(words['desk']).toBeUndefined()
})

test('the file of an older release is gone', async () => {
  expect((await fetch(`${inject('appUrl')}/words/jp.old.json`)).status).toBe(404)
})

test('a place in the minified script is found in the sources', async () => {
  const lines = readFileSync(join(DIST, 'worker.js'), 'utf8').split('\n')
  const said = 'This site is not set up yet.'
  const row = lines.findIndex((line) => line.includes(said))
  const place = `worker.js:${row + 1}:${(lines[row]?.indexOf(said) ?? 0) + 1}`
  const line = JSON.stringify({ failure: { stack: [`at answer (${place})`] } })
  const child = spawn(process.execPath, ['scripts/stack.mjs'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(`${line}\n`)
  expect(await text(child.stdout)).toMatch(/at answer \(server\/worker\.ts:\d+:\d+\)/)
})
