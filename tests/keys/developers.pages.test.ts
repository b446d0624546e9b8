// The page for developers in every language, with the programs of the guide, and llms.txt: each address that they name answers.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { textOf } from '../kit/html'
import { Visitor } from '../kit/visitor'

const guide = readFileSync('docs/programs.md', 'utf8')

/** Of this site only. */
const addressesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = '']) => path)

test.each(LANGUAGES)('a guest reads it in %s, finds the way to a key, and a program to copy', async (language) => {
  const guest = new Visitor({ language })
  const page = await guest.open('/developers')
  expect(page.text).not.toContain('dev_')
  // The examples sign so, and the form of a key begins with another kind.
  expect(page.text).toContain('HMAC-SHA-256')
  const html = await (await guest.ask('/developers')).text()
  for (const path of ['/settings/api', '/api/docs', '/udf/config', '/llms.txt'])
    expect(html).toContain(`href="${path}"`)
  for (const [name, id] of [
    ['curl', 'sh'],
    ['TypeScript', 'ts'],
    ['Python', 'python'],
    ['CCXT', 'js'],
  ] as const) {
    const [, code = 'none'] = new RegExp(`^\`\`\`${id}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? []
    const shown = await guest.open(`/developers?in=${id}`)
    const blocks = shown.all((element) => element.name === 'pre').map(textOf)
    const bare = (text: string) => text.replace(/\s+/g, ' ').trim()
    expect({ name, isShown: blocks.map(bare).includes(bare(code)) }).toEqual({ name, isShown: true })
  }
})

test('every address of llms.txt and of the page answers', async () => {
  const guest = new Visitor({ language: 'en' })
  const answer = await guest.ask('/llms.txt')
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toMatch(/^# .+\n\n> /)
  const named = addressesOf(text, /\]\(https?:\/\/[^/)]+(\/[^)]*)\)/g)
  expect(named.length).toBeGreaterThan(8)
  const page = await (await guest.ask('/developers')).text()
  const linked = addressesOf(page, /<a href="(\/(?:api|udf|binance|llms)[^"]*)"/g)
  expect(linked.length).toBeGreaterThan(4)
  for (const path of new Set([...named, ...linked]))
    expect({ path, status: (await guest.ask(path)).status }).toEqual({ path, status: 200 })
})
