// Texts of pages in the built app, which come from its assets.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const WORDS = { path: '/words/jp.abc.json', words: { shell: { nav_home: 'ホーム' } } }

/** The module as built: without the texts of development. */
const asBuilt = () => import('../../app/text/words.server')

let asked: string[]
function assets(...answers: Response[]): Env {
  const fetch = (url: string): Promise<Response> => {
    asked.push(new URL(url).pathname)
    return Promise.resolve(answers.shift() ?? new Response('too many', { status: 500 }))
  }
  return { ASSETS: { fetch } } as unknown as Env
}

beforeEach(() => {
  asked = []
  vi.stubEnv('DEV', false)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('are asked for once', async () => {
  const { allWordsOf, loadWords, wordsPath } = await asBuilt()
  const env = assets(Response.json(WORDS))
  await loadWords('jp', env)
  await loadWords('jp', env)
  expect(asked).toEqual(['/page-words/jp.json'])
  expect(allWordsOf('jp')).toEqual(WORDS.words)
  expect(wordsPath('jp')).toBe(WORDS.path)
})

test('are never missing silently: a page fails when the assets do, and the next one asks again', async () => {
  const { broughtTexts, loadWords } = await asBuilt()
  const env = assets(new Response('busy', { status: 503 }), Response.json(WORDS))
  await expect(loadWords('jp', env)).rejects.toThrow('503')
  expect(() => broughtTexts('jp', 'desk')).toThrow('before they were loaded')
  await loadWords('jp', env)
  expect(broughtTexts('jp', 'desk')).toEqual({})
})

test('of another language are not taken instead', async () => {
  const { allWordsOf, loadWords } = await asBuilt()
  await loadWords('jp', assets(Response.json(WORDS)))
  expect(() => allWordsOf('fra')).toThrow('before they were loaded')
})
