// Uploaded pictures and media at their reference URL, and media of the house gallery. Files without read access answer
// "not found". Supports range requests.

import { spanOf } from '#domain/media/range'
import { lastingAddress } from '#services/nft/pictures'
import { type UploadReader, readUpload, uploadResponse } from '#services/uploads'
import { isSessionLive } from '#services/sessions'
import { isSignedPicture } from '#services/signed-picture'
import { readSession } from '#session/session'

export async function answerPicture(request: Request, env: Env): Promise<Response> {
  const address = new URL(request.url)
  const reference = address.pathname
  // Avatars are shown without asking anybody's room.
  const picture =
    (await readUpload(env, reference, { kind: 'guest' }, request.headers)) ??
    (await readUpload(env, reference, await readerOf(request, env, address), request.headers))
  return picture ? uploadResponse(picture) : new Response('Not found', { status: 404, headers: NO_STORE })
}

const GALLERY_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  gif: 'image/gif',
  wav: 'audio/wav',
  webm: 'video/webm',
}

/** The files are static assets, which are only served whole, so range requests are answered here. */
export async function answerGallery(request: Request, env: Env): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const [, name = '', ending = ''] = /^\/media\/([\w-]+)\.(\w+)$/.exec(pathname) ?? []
  const contentType = GALLERY_TYPES[ending]
  const file = contentType && (await env.ASSETS.fetch(new URL(`/gallery-media/${name}.${ending}`, request.url)))
  if (!file || file.status !== 200) return new Response('Not found', { status: 404, headers: NO_STORE })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const etag = `"${name}-${bytes.byteLength}"`
  const span = spanOf(request.headers, { size: bytes.byteLength, etag })
  const body = span.kind === 'part' ? bytes.slice(span.start, span.end + 1) : span.kind === 'whole' ? bytes : null
  const facts = { contentType, isPublic: true, isForAnyPage: true, etag, size: bytes.byteLength, span, body }
  const isLasting = search !== '' && pathname + search === lastingAddress(pathname)
  return uploadResponse({ ...facts, ...(isLasting && { isLasting }) })
}

const NO_STORE = { 'Cache-Control': 'no-store' }

async function readerOf(request: Request, env: Env, address: URL): Promise<UploadReader> {
  if (isSignedPicture(env, address, Date.now())) return { kind: 'signed' }
  const session = await readSession(request, env)
  return session && (await isSessionLive(env, session)) ? { kind: 'user', userId: session.userId } : { kind: 'guest' }
}
