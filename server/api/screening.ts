// Endpoint of the operators' command that loads sanctions lists (scripts/screening.mjs), behind BACKUP_TOKEN. Files are read there: they have
// tens of megabytes. It is no part of the public API.

import { Hono } from 'hono'
import * as v from 'valibot'
import { SCREENING_SOURCES, listEntry } from '#domain/screening/list'
import { addListPart, endList, startList } from '#services/screening/lists'
import { admitted } from './operator'

const BODY_LENGTH_MAX = 1_000_000
const ENTRIES_MAX = 200_000
const KEY_NAMES_MAX = 900_000

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ENTRIES_MAX))
const listId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const CALLS = {
  '/start': v.strictObject({
    source: v.picklist(SCREENING_SOURCES),
    published: v.pipe(v.string(), v.isoDate()),
    digest: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    entries: count,
    keys: v.pipe(v.number(), v.integer(), v.minValue(1)),
    isShrunk: v.boolean(),
  }),
  '/part': v.strictObject({
    id: listId,
    entries: v.array(v.strictTuple([count, listEntry])),
    keys: v.array(
      v.strictTuple([
        v.pipe(v.string(), v.minLength(1), v.maxLength(210)),
        v.pipe(v.string(), v.minLength(1), v.maxLength(KEY_NAMES_MAX)),
      ]),
    ),
  }),
  '/end': v.strictObject({ id: listId }),
} as const

export const screeningApp = new Hono<{ Bindings: Env }>()

screeningApp.use(admitted)

screeningApp.post('/:step', async (context) => {
  const text = await context.req.text()
  if (text.length > BODY_LENGTH_MAX) return context.text('Too large', 413)
  const answered = await answer(context.env, `/${context.req.param('step')}`, parsed(text))
  if (answered === undefined) return context.text('Malformed', 400)
  return typeof answered === 'string' ? context.text(answered, 409) : context.json(answered)
})

/** Undefined for a malformed call; text for a problem. */
async function answer(env: Env, step: string, body: unknown): Promise<object | string | null | undefined> {
  const now = Date.now()
  if (step === '/start' && v.is(CALLS['/start'], body)) return startList(env, body, now)
  if (step === '/end' && v.is(CALLS['/end'], body)) return endList(env, body.id, now)
  if (step !== '/part' || !v.is(CALLS['/part'], body)) return undefined
  await addListPart(env, body)
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
