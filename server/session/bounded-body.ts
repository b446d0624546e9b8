// Request body limits: small for visitors, picture-sized for sessions.

import { IMAGE_MB_MAX } from '#domain/image/image'

export const BODY_KB_MAX = 64
/** Limit for one picture plus form fields, in KB. */
export const PICTURE_BODY_KB_MAX = IMAGE_MB_MAX * 1024 + BODY_KB_MAX

/**
 * Body, or null when longer than allowed or broken off by the client; reading stops at the limit. Content-Length only permits an early refusal: a
 * chunked body may exceed it.
 */
export async function readBoundedBody(
  request: Pick<Request, 'headers' | 'body'>,
  kbMax: number = BODY_KB_MAX,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytesMax = kbMax * 1024
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) return null
  // The client hung up: no reader waits for the answer, and nothing failed here.
  return readStream(request, bytesMax).catch(() => null)
}

async function readStream(request: Pick<Request, 'body'>, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > bytesMax) {
      reader?.releaseLock()
      return null
    }
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** Largest body of any request that the platform passes on. */
const DROPPED_BYTES_MAX = 100 * 1024 * 1024

/**
 * Reads and drops what a refusal has left unread. A server that answers before the end of a body resets the connection,
 * and then most clients never see the answer.
 */
export async function dropBody({ body }: Pick<Request, 'body'>): Promise<void> {
  if (!body || body.locked) return
  try {
    const reader = body.getReader()
    let size = 0
    for (let read = await reader.read(); !read.done && size < DROPPED_BYTES_MAX; read = await reader.read())
      size += read.value.byteLength
  } catch {
    // The client is gone.
  }
}
