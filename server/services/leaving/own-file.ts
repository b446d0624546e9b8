// Everything that the site holds about one person, as one JSON file, written as it is read: the directory's rows, the Account's rows, talks
// with support, and uploads. Asked for with a proof of the owner, which makes an address that is good for minutes in the same session.

import { ownDirectoryRows, ownTables, ownUploads } from '#db/platform/leaving'
import { installationDigest } from '#lib/digest'
import { assert } from '#domain/assert'
import { knownAssets } from '#domain/catalogue'
import { FILE_LIFE_MS } from '#domain/leaving/own-data'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isSameText } from '#domain/same-text'
import type { OwnerProof } from '#domain/security'
import { HOUR_MS } from '#domain/time'
import type { Session } from '#session/session'
import { callAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { countAttempt } from '../identity/limit'
import { type OwnerRefusal, proveOwner } from '../security/owner'
import { ownThreads, readWholeThread } from '../support/threads'
import { readFilePart } from '../uploads'
import { revealNumber } from '../verification/document-number'

const FILES_PER_HOUR = 5
/** A multiple of three: the base64 of parts is the base64 of the whole. */
const FILE_PART = 3 * 256 * 1024

export interface FileTicket {
  readonly ticket: string
  readonly expiresAt: number
}

/** A ticket for the file, for the owner. */
export async function askOwnFile(
  env: Env,
  session: Session,
  proof: OwnerProof,
  now: number,
): Promise<Outcome<FileTicket, OwnerRefusal | 'too_many_requests'>> {
  const limit = { key: `own-file:${session.userId}`, max: FILES_PER_HOUR, windowMs: HOUR_MS }
  const owner = await proveOwner(env, session, proof, now)
  if (!owner.ok) return owner
  const counted = await countAttempt(env, [limit], now)
  if (!counted.ok) return counted
  const expiresAt = now + FILE_LIFE_MS
  return done({ ticket: `${expiresAt}.${signTicket(env, session, expiresAt)}`, expiresAt })
}

/** Whether a ticket is valid for this session's file. */
export function isTicketGood(env: Env, session: Session, ticket: string, now: number): boolean {
  const [, at = '', signature = ''] = /^(\d{13})\.([\w-]{43})$/.exec(ticket) ?? []
  const expiresAt = parseInt(at, 10)
  return now < expiresAt && isSameText(signature, signTicket(env, session, expiresAt))
}

const signTicket = (env: Env, { userId, sessionId }: Session, expiresAt: number): string =>
  installationDigest(env, 'own-file', `${userId}\n${sessionId}\n${expiresAt}`)

type Row = Readonly<Record<string, unknown>>

/** Parts of the file's text, or the refusal of a session that has ended. */
export async function openOwnFile(
  env: Env,
  session: Session,
  now: number,
): Promise<Outcome<AsyncGenerator<string, void>, 'session_ended'>> {
  // The first question checks the session, before anything is sent.
  const first = await callAccount(env, session, { type: 'own_rows', cursor: null })
  return first.ok ? done(writeFile(env, session, now)) : refuse('session_ended')
}

async function* writeFile(env: Env, session: Session, now: number): AsyncGenerator<string, void> {
  const assets = knownAssets(await loadCatalogue(env)).map(({ id, code, scale }) => ({ id, code, scale }))
  const about = {
    format: 'own-data-1',
    account: session.userId,
    made_at: new Date(now).toISOString(),
    units:
      'amounts are whole numbers of the smallest unit; `scale` of the asset says how many decimals it has; times are milliseconds since 1970',
  }
  yield `{"about":${JSON.stringify(about)},\n"assets":${JSON.stringify(assets)},\n"directory":{`
  yield* tablesOf(directoryParts(env, session.userId))
  yield '},\n"account":{'
  yield* tablesOf(accountParts(env, session))
  yield '},\n"support":['
  yield* listOf(talks(env, session.userId))
  yield '],\n"files":['
  yield* files(env, session.userId)
  yield ']}\n'
}

interface Part {
  readonly table: string
  readonly rows: readonly Row[]
}

async function* directoryParts(env: Env, userId: number): AsyncGenerator<Part, void> {
  for (const own of await ownTables(env.DB)) {
    for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null;) {
      const page = await ownDirectoryRows(env.DB, own, { userId, after })
      yield {
        table: own.table,
        rows: own.table === 'verification' ? await withNumbers(env, userId, page.rows) : page.rows,
      }
      after = page.next
    }
  }
}

/** Identity numbers lie sealed; their owner reads them. */
const withNumbers = async (env: Env, userId: number, rows: readonly Row[]): Promise<readonly Row[]> => {
  const sealed = await env.DB.prepare('SELECT id, number_sealed FROM verification WHERE user_id = ?')
    .bind(userId)
    .all<{ readonly id: number; readonly number_sealed: string | null }>()
  const byId = new Map(sealed.results.map(({ id, number_sealed }) => [id, number_sealed]))
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      number: await revealNumber(env, { userId, numberSealed: byId.get(Number(row['id'])) ?? null }),
    })),
  )
}

async function* accountParts(env: Env, session: Session): AsyncGenerator<Part, void> {
  let cursor: { readonly table: string; readonly row: number } | null = null
  do {
    const page: Awaited<ReturnType<typeof readRows>> = await readRows(env, session, cursor)
    if (page.table !== null) yield { table: page.table, rows: page.rows }
    cursor = page.next
  } while (cursor !== null)
}

async function readRows(env: Env, session: Session, cursor: { readonly table: string; readonly row: number } | null) {
  const page = await callAccount(env, session, { type: 'own_rows', cursor })
  // A file that breaks off is incomplete JSON, which every reader rejects.
  assert(page.ok, 'the session lives while its file is written')
  return page.value
}

/** Members of an object, one table each; parts of one table follow each other. */
async function* tablesOf(parts: AsyncGenerator<Part, void>): AsyncGenerator<string, void> {
  let open: string | null = null
  for await (const { table, rows } of parts) {
    if (rows.length === 0) continue
    yield table === open ? ',\n' : `${open === null ? '' : '],'}\n${JSON.stringify(table)}:[`
    open = table
    yield rows.map((row) => JSON.stringify(row)).join(',\n')
  }
  if (open !== null) yield ']'
}

async function* listOf(items: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  let isFirst = true
  for await (const item of items) {
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(item)}`
    isFirst = false
  }
}

async function* talks(env: Env, userId: number): AsyncGenerator<object, void> {
  for (const { id } of await ownThreads(env, { userId, guestId: null }))
    yield { id, lines: await readWholeThread(env, id) }
}

async function* files(env: Env, userId: number): AsyncGenerator<string, void> {
  let isFirst = true
  for (const { id } of await ownUploads(env.DB, userId)) {
    yield `${isFirst ? '\n' : ',\n'}{"id":${JSON.stringify(id)},"base64":"`
    isFirst = false
    for (let offset = 0; ; offset += FILE_PART) {
      const part = await readFilePart(env, id, { offset, length: FILE_PART })
      if (part) yield Buffer.from(part).toString('base64')
      if (!part || part.byteLength < FILE_PART) break
    }
    yield '"}'
  }
}
