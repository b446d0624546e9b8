// Example requests, taken from the pages of the API as they are shown, and run by curl, Node and Python against the app that serves them.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomUtils } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longTest } from '../kit/long'
import { makeJpeg } from '../kit/pictures'
import { Visitor, openPerson } from '../kit/visitor'
import { type ExampleLanguage, LANGUAGES, runAll } from './run-examples'

interface Operation {
  readonly id: string
  readonly method: string
}

const guest = new Visitor()
let folder = ''
let operations: readonly Operation[]
let refusals: readonly (readonly [code: string, sentence: RegExp])[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cm-examples-'))
  await writeFile(join(folder, 'picture.jpg'), makeJpeg())
  const { paths } = await (
    await guest.ask('/api/openapi.json')
  ).json<{ paths: Record<string, Record<string, { operationId: string }>> }>()
  operations = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, { operationId: id }]) => ({ method, id })),
  )
  const files = (await readdir('locales/en')).filter((name) => name.endsWith('refusals.json'))
  const words = await Promise.all(files.map((name) => readFile(`locales/en/${name}`, 'utf8')))
  refusals = words.flatMap((text) =>
    Object.entries(JSON.parse(text) as Record<string, string>).map(([code, sentence]) => [code, patternOf(sentence)]),
  )
})
afterAll(() => rm(folder, { recursive: true }))

const patternOf = (sentence: string): RegExp => {
  const parts = sentence.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

async function shown(id: string, language: ExampleLanguage): Promise<string> {
  const page = await guest.open(`/api/docs/${id}?in=${language}`)
  const [code] = page.all(({ name }) => name === 'pre')
  return code ? DomUtils.textContent(code) : ''
}

const newToken = async (): Promise<string> => (await openPerson()).cookies.get('cm_session') ?? ''

/** "ok", the codes whose sentence an output has, or the output itself. */
function answerOf(output: string): readonly string[] {
  try {
    const { type, code, message } = JSON.parse(output) as { type?: string; code?: number; message?: unknown }
    // The candles alone have no type.
    if (type === 'ok' || (type === undefined && code === 1)) return ['ok']
    const codes = refusals.filter(([, sentence]) => sentence.test(String(message))).map(([name]) => name)
    if (codes.length > 0) return codes
  } catch {
    // No JSON, such as a failure of the program.
  }
  return [output]
}

async function run(language: ExampleLanguage, rows: readonly { readonly id: string; readonly token: string }[]) {
  const programs = []
  for (const { id, token } of rows) programs.push({ token, code: await shown(id, language) })
  const outputs = await runAll(language, { programs, folder })
  return rows.map(({ id }, index) => ({ id, language, answer: answerOf(outputs[index] ?? '') }))
}

/** The first needs a picture that was uploaded before; fields of the second have no names that an example could be made of. */
const NEED_MORE = ['post_wallet_charge_req', 'post_user_cash_save_international']
const LOGOUT = 'get_user_logout'

test('examples of all questions run, each in one language, and find what they ask for or that there is none', async () => {
  const ids = operations.filter(({ method, id }) => method === 'get' && id !== LOGOUT).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(150)
  const token = await newToken()
  const all = await Promise.all(
    LANGUAGES.map((language, turn) =>
      run(
        language,
        ids.filter((_, index) => index % LANGUAGES.length === turn).map((id) => ({ id, token })),
      ),
    ),
  )
  const wrong = all.flat().filter(({ answer }) => !answer.some((code) => code === 'ok' || code.endsWith('_not_found')))
  expect(wrong).toEqual([])
}, 120_000)

test('examples of an order, of a file and of a login run in every language', async () => {
  const ids = ['post_v1_order', 'post_upload', 'post_v1_support_thread', LOGOUT]
  for (const language of LANGUAGES) {
    const token = await newToken()
    const rows = await run(
      language,
      ids.map((id) => ({ id, token })),
    )
    expect(rows).toEqual(ids.map((id) => ({ id, language, answer: ['ok'] })))
  }
}, 60_000)

longTest(
  'every example in every language is a request that its endpoint reads',
  async () => {
    for (const language of LANGUAGES) {
      const rows = []
      for (const { id } of operations.filter((each) => !NEED_MORE.includes(each.id)))
        rows.push({ id, token: await newToken() })
      const unread = (code: string) => /(?:_missing|_malformed|_not_taken)$/.test(code) || /[^a-z_]/.test(code)
      expect((await run(language, rows)).filter(({ answer }) => answer.every(unread))).toEqual([])
    }
  },
  1_800_000,
)
