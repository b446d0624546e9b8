// The file of a backup: frames of one entry's part each, chained by their hashes, so that a changed, missing or moved part is found and
// named. With a key each part is encrypted (AES-256-GCM) and bound to all before it; names stay readable, so that damage can be named without
// the key. Whoever has a key takes no part that is not encrypted: anybody could have put it there.
//
// Frame: "CMBK", length of the head, length of the body (32 bits each), head (JSON), body (gzip, perhaps encrypted), SHA-256 of the
// frame before and of all this.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'

const MAGIC = Buffer.from('CMBK')
const PREFIX_BYTES = 12
const HASH_BYTES = 32
const FRAME_BYTES_MAX = 64_000_000
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const START = 'the start of the file'

/** Key of the operator: 32 bytes as base64 or hex, from a file or BACKUP_KEY; null without one. It is never printed. */
export function readKey(file, env = process.env) {
  const text = file ? readFileSync(file, 'utf8').trim() : env.BACKUP_KEY?.trim()
  if (!text) return null
  const key = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== KEY_BYTES) throw new Error('The key is not 32 bytes in base64 or hex.')
  return key
}

/** Writes entries; the file exists under its name only once it is whole. */
export async function openBackupWriter(path, key) {
  const file = await open(path, 'wx', 0o600)
  let before = Buffer.alloc(HASH_BYTES)
  return {
    /** @param {import('./backup-site.mjs').Entry} entry */
    async write({ name, part, isLast, type, body }) {
      const packed = gzipSync(body)
      const iv = key ? randomBytes(IV_BYTES) : null
      const head = Buffer.from(
        JSON.stringify({ name, part, isLast, type, isText: typeof body === 'string', iv: iv?.toString('base64') }),
      )
      const payload = key && iv ? encrypt({ key, iv, head, before }, packed) : packed
      const prefix = Buffer.alloc(PREFIX_BYTES)
      MAGIC.copy(prefix)
      prefix.writeUInt32BE(head.length, 4)
      prefix.writeUInt32BE(payload.length, 8)
      before = hashOf(before, prefix, head, payload)
      // `write` may leave out the end of what a full disk no longer takes.
      await file.appendFile(Buffer.concat([prefix, head, payload, before]))
      return packed.length
    },
    async close() {
      await file.sync()
      await file.close()
    },
  }
}

/** Damage of a file, with the name of the entry. */
class DamagedError extends Error {}

/**
 * Entries of a file in order. Throws DamagedError with the name of the first damaged entry, or of the one before it.
 * @returns {AsyncGenerator<import('./backup-site.mjs').Entry>}
 */
export async function* readBackupFile(path, key) {
  const stream = createReadStream(path, { highWaterMark: 1 << 20 })
  const source = byteReader(stream)
  let before = Buffer.alloc(HASH_BYTES)
  let last = START
  let isEnded = false
  try {
    for (;;) {
      const prefix = await source.take(PREFIX_BYTES)
      if (prefix.length === 0) break
      const [headLength, bodyLength] = lengthsOf(prefix)
      const isFrame = prefix.subarray(0, 4).equals(MAGIC) && headLength + bodyLength < FRAME_BYTES_MAX
      if (!isFrame && last === START) throw new DamagedError(`This is no backup, or ${START} is damaged.`)
      if (!isFrame) throw new DamagedError(`The entry after ${last} is damaged: its beginning cannot be read.`)
      const frame = await source.take(headLength + bodyLength + HASH_BYTES)
      const head = frame.subarray(0, headLength)
      const body = frame.subarray(headLength, headLength + bodyLength)
      const name = nameOf(head) ?? `the entry after ${last}`
      if (frame.length < headLength + bodyLength + HASH_BYTES) throw new DamagedError(`${name} is cut off.`)
      const hash = hashOf(before, prefix, head, body)
      if (!hash.equals(frame.subarray(headLength + bodyLength)))
        throw new DamagedError(`${name} is damaged (after ${last}).`)
      const entry = unpack({ head, body, before, key })
      before = hash
      last = name
      isEnded = entry.name === 'end'
      yield entry
    }
    if (!isEnded) throw new DamagedError(`The file ends after ${last}, before its end.`)
  } finally {
    stream.destroy()
  }
}

/** What a file holds, once all of it was read: throws for damage. */
export async function checkBackupFile(path, key) {
  const counts = { rooms: 0, uploads: 0, parts: 0, end: null, head: null }
  for await (const { name, part, isLast, body } of readBackupFile(path, key)) {
    counts.parts += 1
    if (name.startsWith('room/') && part === 0) counts.rooms += 1
    if (name.startsWith('upload/') && isLast) counts.uploads += 1
    if (name === 'head' && body !== null) counts.head = JSON.parse(String(body))
    if (name === 'end' && body !== null) counts.end = JSON.parse(String(body))
  }
  if (counts.end && (counts.end.rooms !== counts.rooms || counts.end.uploads !== counts.uploads))
    throw new DamagedError(
      `The end counts ${counts.end.rooms} rooms and ${counts.end.uploads} uploads; there are ${counts.rooms} and ${counts.uploads}.`,
    )
  return counts
}

/** Of an encrypted entry without a key the body is null: its hash alone was checked. */
function unpack({ head, body, before, key }) {
  const { name, part, isLast, type, isText, iv } = JSON.parse(String(head))
  if (iv && !key) return { name, part, isLast, type, body: null }
  if (key && !iv)
    throw new DamagedError(`${name} is not encrypted, though a key was given: somebody may have put it there.`)
  const packed = key ? decrypt({ key, iv: Buffer.from(iv, 'base64'), head, before, name }, body) : body
  const bytes = gunzipSync(packed)
  return { name, part, isLast, type, body: isText ? bytes.toString('utf8') : new Uint8Array(bytes) }
}

/** Encrypts one part of a backup. */
function encrypt({ key, iv, head, before }, bytes) {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.concat([before, head]))
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypt({ key, iv, head, before, name }, bytes) {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.concat([before, head]))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new DamagedError(`${name} cannot be decrypted: the key is another, or the part is of another backup.`)
  }
}

const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const lengthsOf = (prefix) =>
  prefix.length < PREFIX_BYTES ? [FRAME_BYTES_MAX, 0] : [prefix.readUInt32BE(4), prefix.readUInt32BE(8)]

function nameOf(head) {
  try {
    const { name, part } = JSON.parse(String(head))
    return part > 0 ? `${name} (part ${part})` : name
  } catch {
    return null
  }
}

/** Exactly so many bytes of a stream, fewer at its end. */
function byteReader(stream) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  return {
    async take(length) {
      const parts = [rest]
      let have = rest.length
      while (have < length) {
        const { value, done } = await chunks.next()
        if (done) break
        parts.push(value)
        have += value.length
      }
      const whole = Buffer.concat(parts)
      rest = whole.subarray(length)
      return whole.subarray(0, length)
    },
  }
}
