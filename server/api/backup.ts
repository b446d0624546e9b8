// Endpoints of backup and restore for the operator's own command (scripts/backup.mjs), behind BACKUP_TOKEN. They are no part of the
// public API and are not in its document.

import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { ROOM_KINDS } from '#party/protocol/backup'
import {
  copyOut,
  endBackup,
  endRestore,
  ofRestore,
  openRestored,
  restoreDirectory,
  startBackup,
  startRestore,
} from '#services/backup/site'
import { copyRoomsIn, copyRoomsOut, listRooms, resumeRooms, wakeRooms } from '#services/backup/rooms'
import { listUploads, readUploadPart, writeUpload } from '#services/backup/uploads'
import { admitted } from './operator'

const ROOMS_MAX = 100
const UPLOAD_BYTES_MAX = 100_000_000

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const cursor = v.nullable(v.strictObject({ table: v.string(), row: v.pipe(v.number(), v.safeInteger()) }))
const kind = v.picklist(ROOM_KINDS)
const room = { kind, name: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)) }
const roomList = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.array(v.strictObject(entries)), v.maxLength(ROOMS_MAX))
const restore = v.pipe(v.string(), v.regex(/^\d{1,16}$/))
const key = v.pipe(v.string(), v.regex(/^[\w./-]{1,200}$/))

/** An answer of JSON, or a problem as text with status 409. */
interface Call<Input> {
  readonly input: v.GenericSchema<unknown, Input>
  readonly run: (env: Env, input: Input) => Promise<unknown>
}

const call = <Input>(input: v.GenericSchema<unknown, Input>, run: Call<Input>['run']): Call<Input> => ({ input, run })

/** Each call of a restore names it. */
const numbered = { restore: count }
const restoreCall = <Input extends { readonly restore: number }>(
  input: v.GenericSchema<unknown, Input>,
  run: Call<Input>['run'],
) => call(input, (env, asked) => ofRestore(env, asked.restore, () => run(env, asked)))

const nothing = v.strictObject({})
const CALLS = {
  '/start': call(nothing, (env) => startBackup(env, Date.now())),
  '/list': call(v.strictObject({ kind, after: v.string() }), (env, asked) => listRooms(env, asked.kind, asked.after)),
  '/directory': call(v.strictObject({ cursor }), (env, asked) => copyOut(env, asked.cursor)),
  '/rooms': call(v.strictObject({ until: count, rooms: roomList({ ...room, cursor }) }), (env, asked) =>
    copyRoomsOut(env, asked.rooms, asked.until),
  ),
  '/uploads': call(v.strictObject({ cursor: v.nullable(v.string()) }), (env, asked) => listUploads(env, asked.cursor)),
  '/resume': call(v.strictObject({ until: count, rooms: roomList(room) }), (env, asked) =>
    resumeRooms(env, asked.rooms, asked.until),
  ),
  '/end': call(v.strictObject({ until: count }), (env, asked) => endBackup(env, asked.until, Date.now())),
  '/restore/start': call(v.strictObject({ tables: v.string(), secret: v.string() }), (env, asked) =>
    startRestore(env, asked, Date.now()),
  ),
  '/restore/rooms': restoreCall(
    v.strictObject({ ...numbered, parts: roomList({ ...room, text: v.string(), no: count }) }),
    (env, asked) => copyRoomsIn(env, asked.restore, asked.parts),
  ),
  '/restore/directory': restoreCall(v.strictObject({ ...numbered, text: v.string() }), (env, asked) =>
    restoreDirectory(env, asked.restore, asked.text),
  ),
  '/restore/end': restoreCall(v.strictObject(numbered), (env, asked) => endRestore(env, asked.restore)),
  '/restore/wake': restoreCall(v.strictObject({ ...numbered, rooms: roomList(room) }), (env, asked) =>
    wakeRooms(env, asked.restore, asked.rooms),
  ),
  '/restore/open': call(v.strictObject(numbered), (env, asked) => openRestored(env, asked.restore)),
} as const

type BackupContext = Context<{ Bindings: Env }>

export const backupApp = new Hono<{ Bindings: Env }>()

backupApp.use(admitted)

for (const [path, asked] of Object.entries(CALLS))
  backupApp.post(path, (context) => answer(context, asked as Call<unknown>))

backupApp.get('/upload', async (context) => {
  const asked = v.safeParse(
    v.strictObject({ key, offset: v.pipe(v.string(), v.regex(/^\d{1,12}$/)) }),
    context.req.query(),
  )
  if (!asked.success) return context.text('Malformed', 400)
  const part = await readUploadPart(context.env, { key: asked.output.key, offset: parseInt(asked.output.offset, 10) })
  return part ? new Response(part.body, { headers: { 'Content-Type': part.type } }) : context.text('Gone', 410)
})

backupApp.put('/restore/upload', async (context) => {
  const asked = v.safeParse(v.strictObject({ key, type: v.string(), restore }), context.req.query())
  const length = Number(context.req.header('Content-Length') ?? 0)
  if (!asked.success || length > UPLOAD_BYTES_MAX) return context.text('Malformed', 400)
  const { env } = context
  const problem = await ofRestore(env, Number(asked.output.restore), async () =>
    writeUpload(env, asked.output, await context.req.arrayBuffer()),
  )
  return problem === undefined ? context.json(null) : context.text(problem, 409)
})

async function answer(context: BackupContext, { input, run }: Call<unknown>): Promise<Response> {
  const asked = v.safeParse(input, await context.req.json().catch(() => null))
  if (!asked.success) return context.text('Malformed', 400)
  const answered = await run(context.env, asked.output)
  return typeof answered === 'string' ? context.text(answered, 409) : context.json(answered ?? null)
}
