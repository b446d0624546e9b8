// Pictures and media of artworks that users send in: cleaned (see domain/image and domain/media), kept in R2 under a random name, and shown
// to whom they concern.
// A reference ("/uploads/…") is what other features store; it is also the address where the picture is.

import { type UploadRow, deleteUpload, findUpload, insertUpload, setUploadsPublic } from '#db/platform/upload'
import { type ImageRefusal, cleanImage } from '#domain/image/image'
import { type MediaRefusal, checkMedia } from '#domain/media/media'
import { type Span, spanOf } from '#domain/media/range'
import type { WorkKind } from '#domain/nft/artwork'
import { type Outcome, done } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from './account-room'
import { countAttempt, uploadLimits } from './identity/limit'

export type UploadRefusal = ImageRefusal | 'session_ended' | 'too_many_requests'

/** What is private stays so: an avatar that was sent in privately is a copy (`publishUpload`). */
export type UploadPurpose = 'avatar' | 'private'

/** Whoever asks to see a picture: nobody known, a user whose session was proven, who has a signed address, or staff at the desk. */
export type UploadReader =
  | { readonly kind: 'guest' }
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'signed' }
  | { readonly kind: 'staff' }

export interface UploadContent {
  readonly contentType: string
  readonly isPublic: boolean
  /** Pages of any site may show it: nobody's cookie has opened it. */
  readonly isForAnyPage: boolean
  readonly etag: string
  readonly size: number
  readonly span: Span
  /** Of the span; null where it has no bytes. */
  readonly body: ReadableStream | Uint8Array<ArrayBuffer> | null
}

const REFERENCE = /^\/uploads\/([\w-]{22})$/

/** Keeps the picture and answers its reference. */
export async function saveUpload(
  env: Env,
  session: Session,
  file: { readonly purpose: UploadPurpose; readonly bytes: Uint8Array<ArrayBuffer> },
  now: number,
): Promise<Outcome<string, UploadRefusal>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  // Only now: whose session is over uses up nothing of its owner's.
  const counted = await countAttempt(env, uploadLimits(session.userId), now)
  if (!counted.ok) return counted
  // After the counter: a picture made to be hard to read is tried a few times at most.
  const image = cleanImage(file.bytes)
  if (!image.ok) return image

  const { type: contentType, bytes } = image.value
  const isPublic = file.purpose === 'avatar'
  return done(await store(env, { userId: session.userId, isPublic, contentType, createdAt: now }, bytes))
}

/**
 * Keeps the medium of a work, seen by its owner and staff until the work is listed. The bytes are taken over: they may be changed, and are
 * not copied, because a video is half of what the Worker may hold.
 */
export async function saveMedia(
  env: Env,
  session: Session,
  file: { readonly kind: WorkKind; readonly bytes: Uint8Array<ArrayBuffer> },
  now: number,
): Promise<Outcome<string, MediaRefusal | UploadRefusal>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const counted = await countAttempt(env, uploadLimits(session.userId), now)
  if (!counted.ok) return counted
  const media = checkMedia(file.bytes, file.kind)
  if (!media.ok) return media
  const { type: contentType, bytes } = media.value
  return done(await store(env, { userId: session.userId, isPublic: false, contentType, createdAt: now }, bytes))
}

/** The content type of an upload of this user's; null when there is none. */
export async function findUploadType(env: Pick<Env, 'DB'>, userId: number, reference: string): Promise<string | null> {
  return (await findOwn(env, userId, reference))?.contentType ?? null
}

/** Shows uploads to everybody, or to their owner and staff alone. References that are none of uploads are passed over. */
export async function showUploads(env: Env, references: readonly string[], isPublic: boolean): Promise<void> {
  const ids = references.map(uploadId).filter((id) => id !== null)
  if (ids.length > 0) await setUploadsPublic(env.DB, ids, isPublic)
}

/**
 * The picture, or null when there is none or when this reader may not see it: the two look the same. `asked` are the headers that may ask
 * for a part of it.
 */
export async function readUpload(
  env: Env,
  reference: string,
  reader: UploadReader,
  asked: Headers = NOTHING_ASKED,
): Promise<UploadContent | null> {
  const id = uploadId(reference)
  const row = id === null ? null : await findUpload(env.DB, id)
  if (!row || !maySee(row, reader)) return null
  const { contentType, isPublic, byteCount: size, digest } = row
  const etag = `"${digest || row.id}"`
  const span = spanOf(asked, { size, etag })
  const facts = { contentType, isPublic, isForAnyPage: isPublic || reader.kind === 'signed', etag, size, span }
  if (span.kind === 'unchanged' || span.kind === 'none') return { ...facts, body: null }
  const part = span.kind === 'part' ? { range: { offset: span.start, length: span.end - span.start + 1 } } : {}
  const object = await env.UPLOADS.get(objectKey(row.id), part)
  return object && { ...facts, body: object.body }
}

const NOTHING_ASKED = new Headers()

/** True when the reference is a private picture that this user sent in. Features ask before they store a reference. */
export async function ownsUpload(env: Pick<Env, 'DB'>, userId: number, reference: string): Promise<boolean> {
  const row = await findOwn(env, userId, reference)
  return row !== null && !row.isPublic
}

/** What a private picture of this user's shows, by which the same one is known again; null when there is no such picture. */
export async function findUploadDigest(
  env: Pick<Env, 'DB'>,
  userId: number,
  reference: string,
): Promise<string | null> {
  const row = await findOwn(env, userId, reference)
  if (!row || row.isPublic) return null
  return row.digest === '' ? reference : row.digest
}

/** A public picture from one of the user's own: itself, or a copy of a private one. Null when the user has no such picture. */
export async function publishUpload(env: Env, userId: number, reference: string, now: number): Promise<string | null> {
  const row = await findOwn(env, userId, reference)
  if (!row || row.isPublic) return row && reference
  const object = await env.UPLOADS.get(objectKey(row.id))
  if (!object) return null
  const bytes = new Uint8Array(await object.arrayBuffer())
  return store(env, { userId, isPublic: true, contentType: row.contentType, createdAt: now }, bytes)
}

/** Removes a public picture of the user's own. Private ones are evidence, and stay. */
export async function withdrawUpload(env: Env, userId: number, reference: string): Promise<void> {
  const row = await findOwn(env, userId, reference)
  if (!row?.isPublic) return
  await deleteUpload(env.DB, { id: row.id, userId })
  await env.UPLOADS.delete(objectKey(row.id))
}

/** The answer that shows a picture: taken for nothing else than a picture, never run, and a private one never kept. */
export function uploadResponse({ span, body, ...file }: UploadContent): Response {
  const { size, isPublic } = file
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Disposition': 'inline',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': file.isForAnyPage ? 'cross-origin' : 'same-origin',
    'Cache-Control': isPublic ? 'public, max-age=86400, immutable' : 'private, no-store',
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  })
  if (span.kind === 'part') headers.set('Content-Range', `bytes ${span.start}-${span.end}/${size}`)
  if (span.kind === 'none') headers.set('Content-Range', `bytes */${size}`)
  return new Response(body, { status: STATUSES[span.kind], headers })
}

const STATUSES = { whole: 200, part: 206, unchanged: 304, none: 416 } as const satisfies Record<Span['kind'], number>

async function findOwn(env: Pick<Env, 'DB'>, userId: number, reference: string): Promise<UploadRow | null> {
  const id = uploadId(reference)
  const row = id === null ? null : await findUpload(env.DB, id)
  return row?.userId === userId ? row : null
}

const store = (
  env: Env,
  facts: Omit<UploadRow, 'id' | 'byteCount' | 'digest'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> =>
  keepFile(env, { ...facts, id: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url') }, bytes)

/** Keeps what was found fit to be kept under this id; the same id again is the same file. */
export async function keepFile(
  env: Env,
  { id, ...facts }: Omit<UploadRow, 'byteCount' | 'digest'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  // The object first: a row without its object would be a reference to nothing.
  await env.UPLOADS.put(objectKey(id), bytes, { httpMetadata: { contentType: facts.contentType } })
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  await insertUpload(env.DB, { ...facts, id, digest, byteCount: bytes.byteLength })
  return referenceOf(id)
}

/** The id in a reference, or null when it is none of ours. */
const uploadId = (reference: string): string | null => REFERENCE.exec(reference)?.[1] ?? null

const referenceOf = (id: string): string => `/uploads/${id}`
const objectKey = (id: string): string => `picture/${id}`

function maySee(row: { readonly userId: number; readonly isPublic: boolean }, reader: UploadReader): boolean {
  if (row.isPublic || reader.kind === 'staff' || reader.kind === 'signed') return true
  return reader.kind === 'user' && reader.userId === row.userId
}
