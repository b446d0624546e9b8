// Multipart form with one large file, read into one buffer of its announced length: a form parser would hold a video
// several times and exceed the Worker's memory. The file is a view into the buffer.

const HEAD_BYTES_MAX = 4_096

export interface FileForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: Uint8Array<ArrayBuffer>
}

/** `too_large` before reading; `malformed` for another form shape or a length different from Content-Length. */
export async function readFileForm(request: Request, bytesMax: number): Promise<FileForm | 'too_large' | 'malformed'> {
  const [, boundary] = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?/i.exec(request.headers.get('Content-Type') ?? '') ?? []
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN)
  if (length > bytesMax) return 'too_large'
  if (!boundary || !Number.isSafeInteger(length)) return 'malformed'
  // A truncated body is malformed too.
  const bytes = await readExactly(request, length).catch(() => null)
  return (bytes && splitForm(bytes, boundary)) ?? 'malformed'
}

async function readExactly(request: Request, length: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(length)
  const reader = request.body?.getReader()
  let at = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    if (at + read.value.byteLength > length) return null
    bytes.set(read.value, at)
    at += read.value.byteLength
  }
  return at === length ? bytes : null
}

/** Parts of a multipart form (RFC 7578): text fields by name, and the last file. */
function splitForm(bytes: Uint8Array<ArrayBuffer>, boundary: string): FileForm | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = `--${boundary}`
  const fields: Record<string, string> = {}
  let file = new Uint8Array(0)
  if (!all.subarray(0, mark.length).equals(Buffer.from(mark))) return null
  for (let at = mark.length; ;) {
    if (all.subarray(at, at + 2).toString('latin1') === '--') return { fields, file }
    const headEnd = all.indexOf('\r\n\r\n', at)
    const end = all.indexOf(`\r\n${mark}`, headEnd)
    if (headEnd < 0 || end < 0 || headEnd - at > HEAD_BYTES_MAX) return null
    const head = all.subarray(at, headEnd).toString('utf8')
    const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? ''
    const part = bytes.subarray(headEnd + 4, end)
    if (/\bfilename=/i.test(head)) file = part
    else fields[name] = new TextDecoder().decode(part)
    at = end + 2 + mark.length
  }
}
