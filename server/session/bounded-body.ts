// How much a stranger may send in one request. Uploads will have a door of their own.

export const BODY_KB_MAX = 64
const BODY_BYTES_MAX = BODY_KB_MAX * 1024

/** The body, or null when it is longer than allowed; reading stops there, whatever Content-Length said. */
export async function readBoundedBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_BYTES_MAX) return null
  if (request.headers.has('Content-Length')) return new Uint8Array(await request.arrayBuffer())
  return readStream(request)
}

async function readStream(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > BODY_BYTES_MAX) return null
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
