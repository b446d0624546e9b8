// User uploads (pictures, NFT media): sanitised (domain/image, domain/media), stored in R2 under a random name, with
// access control. Features store the reference "/uploads/…", which is also the URL.

import { count } from '#lib/counters'
import { type UploadRow, deleteUpload, findUpload, insertUpload, setUploadsPublic } from '#db/platform/upload'
import { type ImageRefusal, checkPicture } from '#domain/image/image'
import { type MediaRefusal, checkMedia } from '#domain/media/media'
import { type Span, spanOf } from '#domain/media/range'
import type { WorkKind } from '#domain/nft/artwork'
import { type Outcome, done } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from './account-room'
import { countAttempt, uploadLimits } from './identity/limit'

export type UploadRefusal = ImageRefusal | 'session_ended' | 'too_many_requests'

/** Private uploads stay private: an avatar from a private upload is a copy (`publishUpload`). */
export type UploadPurpose = 'avatar' | 'private'

/** Reader of an upload: guest, authenticated user, holder of a signed URL, or staff. */
export type UploadReader =
  | { readonly kind: 'guest' }
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'signed' }
  | { readonly kind: 'staff' }

export interface UploadContent {
  readonly contentType: string
  readonly isPublic: boolean
  /** Embeddable by other sites, since no cookie was needed to read it. */
  readonly isForAnyPage: boolean
  /** Absent: kept for a day only, because an upload may be taken away again. */
  readonly isLasting?: boolean
  readonly etag: string
  readonly size: number
  readonly span: Span
  /** Body of the span; null for an empty one. */
  readonly body: ReadableStream | Uint8Array<ArrayBuffer> | null
}

const REFERENCE = /^\/uploads\/([\w-]{22})$/

/** Stores a picture and returns its reference. */
export async function saveUpload(
  env: Env,
  session: Session,
  file: { readonly purpose: UploadPurpose; readonly bytes: Uint8Array<ArrayBuffer> },
  now: number,
): Promise<Outcome<string, UploadRefusal>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  // Counted after the session check, so that an ended session does not use up the owner's limit.
  const counted = await countAttempt(env, uploadLimits(session.userId), now)
  if (!counted.ok) return counted
  // Decoded after counting, which bounds attempts with maliciously expensive images.
  const image = checkPicture(file.bytes)
  if (!image.ok) return image

  const { type: contentType, bytes } = image.value
  const isPublic = file.purpose === 'avatar'
  return done(await store(env, { userId: session.userId, isPublic, contentType, createdAt: now }, bytes))
}

/**
 * Stores media of a work, visible to owner and staff until listed. Takes ownership of the bytes, which may be modified;
 * they are not copied, because a video takes half of the Worker's memory.
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

/** Content type of an own upload; null without one. */
export async function findUploadType(env: Pick<Env, 'DB'>, userId: number, reference: string): Promise<string | null> {
  return (await findOwn(env, userId, reference))?.contentType ?? null
}

/** Makes uploads public or private. References of other kinds are ignored. */
export async function showUploads(env: Env, references: readonly string[], isPublic: boolean): Promise<void> {
  const ids = references.map(uploadId).filter((id) => id !== null)
  if (ids.length > 0) await setUploadsPublic(env.DB, ids, isPublic)
}

/** Upload, or null both for a missing one and without access. `asked` contains Range and conditional headers. */
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

/** True for a reference to a private picture uploaded by this user. Features check it before storing a reference. */
export async function ownsUpload(env: Pick<Env, 'DB'>, userId: number, reference: string): Promise<boolean> {
  const row = await findOwn(env, userId, reference)
  return row !== null && !row.isPublic
}

/** Digest of a private upload's content, for duplicate detection; null for an unknown upload. */
export async function findUploadDigest(
  env: Pick<Env, 'DB'>,
  userId: number,
  reference: string,
): Promise<string | null> {
  const row = await findOwn(env, userId, reference)
  if (!row || row.isPublic) return null
  return row.digest === '' ? reference : row.digest
}

/** Public reference of an own upload: itself if public, otherwise a public copy. Null for an unknown upload. */
export async function publishUpload(env: Env, userId: number, reference: string, now: number): Promise<string | null> {
  const row = await findOwn(env, userId, reference)
  if (!row || row.isPublic) return row && reference
  const object = await env.UPLOADS.get(objectKey(row.id))
  if (!object) return null
  const bytes = new Uint8Array(await object.arrayBuffer())
  return store(env, { userId, isPublic: true, contentType: row.contentType, createdAt: now }, bytes)
}

/** Deletes a user's public picture. Private pictures are evidence and remain. */
export async function withdrawUpload(env: Env, userId: number, reference: string): Promise<void> {
  const row = await findOwn(env, userId, reference)
  if (!row?.isPublic) return
  await deleteUpload(env.DB, { id: row.id, userId })
  await env.UPLOADS.delete(objectKey(row.id))
}

const DAY_S = 24 * 60 * 60
const YEAR_S = 365 * DAY_S

/** Response with upload security headers: fixed type, no script execution, no caching of private files. */
export function uploadResponse({ span, body, ...file }: UploadContent): Response {
  const { size, isPublic, isLasting = false } = file
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Disposition': 'inline',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': file.isForAnyPage ? 'cross-origin' : 'same-origin',
    'Cache-Control': isPublic ? `public, max-age=${isLasting ? YEAR_S : DAY_S}, immutable` : 'private, no-store',
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

/** Stores a validated file under an id; idempotent. */
export async function keepFile(
  env: Env,
  { id, ...facts }: Omit<UploadRow, 'byteCount' | 'digest'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  // Object first: a row without an object would be a dangling reference.
  await env.UPLOADS.put(objectKey(id), bytes, { httpMetadata: { contentType: facts.contentType } }).catch(
    (failure: unknown) => {
      count('cm_upload_failures')
      throw failure
    },
  )
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  await insertUpload(env.DB, { ...facts, id, digest, byteCount: bytes.byteLength })
  return referenceOf(id)
}

/** Bytes of a stored file, read from an offset; null for a missing file or an offset past its end. */
export async function readFilePart(
  env: Pick<Env, 'UPLOADS'>,
  id: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const object = await env.UPLOADS.get(objectKey(id), { range: { offset, length } }).catch(() => null)
  return object && new Uint8Array(await object.arrayBuffer())
}

export const deleteFile = (env: Pick<Env, 'UPLOADS'>, id: string): Promise<void> => env.UPLOADS.delete(objectKey(id))

/** Id of an upload reference, or null for other references. */
const uploadId = (reference: string): string | null => REFERENCE.exec(reference)?.[1] ?? null

const referenceOf = (id: string): string => `/uploads/${id}`
const objectKey = (id: string): string => `picture/${id}`

function maySee(row: { readonly userId: number; readonly isPublic: boolean }, reader: UploadReader): boolean {
  if (row.isPublic || reader.kind === 'staff' || reader.kind === 'signed') return true
  return reader.kind === 'user' && reader.userId === row.userId
}
