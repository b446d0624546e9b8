// How much may be sent in one request: little by a stranger, a picture by who has a session.

import { IMAGE_MB_MAX } from '#domain/image/image'

export const BODY_KB_MAX = 64
/** A picture and the other fields of its form. */
export const PICTURE_BODY_KB_MAX = IMAGE_MB_MAX * 1024 + BODY_KB_MAX

/**
 * The body, or null when it is longer than allowed; reading stops there, whatever Content-Length said. A body that comes in pieces may be
 * announced as shorter than it is, so what was said spares the reading and is never believed.
 */
export async function readBoundedBody(
  request: Request,
  kbMax: number = BODY_KB_MAX,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytesMax = kbMax * 1024
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) return null
  return readStream(request, bytesMax)
}

async function readStream(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > bytesMax) return null
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
