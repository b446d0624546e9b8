// Order of a backup and of a restore over the operators' endpoints (server/api/backup.ts). Entries are small pieces, read and written one
// after the other, so neither end holds more than a few of them.

/** The log last: what it has, its sources have. */
const KINDS = ['Account', 'Market', 'Watch', 'Leader', 'Event', 'Lot', 'Thread', 'Chat', 'Quotes', 'Log']
const ROOMS_AT_ONCE = 50
const PARTS_AT_ONCE = 50
const PARTS_LENGTH = 2_000_000

const FORMAT = { format: 'cm-backup', version: 1 }

/**
 * @typedef {object} Entry
 * @property {string} name `head`, `room/<kind>/<name>`, `directory`, `upload/<key>` or `end`
 * @property {number} part from 0
 * @property {boolean} isLast
 * @property {string} [type] content type of an upload
 * @property {string | Uint8Array} body
 *
 * @typedef {object} Site
 * @property {(path: string, body: object) => Promise<any>} ask
 * @property {(key: string, offset: number) => Promise<{ type: string, bytes: Uint8Array } | null>} readUpload
 * @property {(to: { key: string, type: string, restore: number }, bytes: Uint8Array<ArrayBuffer>) => Promise<void>} writeUpload
 */

/**
 * Entries of a site. The site stands still from the first room to the last table of the directory.
 * @param {Site} site
 * @returns {AsyncGenerator<Entry>}
 */
export async function* readSite(site) {
  const start = await site.ask('/start', {})
  const copied = []
  let isWhole = true
  try {
    yield { name: 'head', part: 0, isLast: true, body: JSON.stringify({ ...FORMAT, ...start }) }
    for (const kind of KINDS) yield* readRooms(site, { kind, until: start.until, copied })
    yield* readDirectory(site)
  } finally {
    isWhole = await resume(site, { copied, until: start.until })
  }
  if (!isWhole)
    throw new Error(
      'The pause ended before everything was read, or another backup began: this one is of no one moment.',
    )
  let uploads = 0
  for await (const entry of readUploads(site)) {
    if (entry.isLast) uploads += 1
    yield entry
  }
  yield { name: 'end', part: 0, isLast: true, body: JSON.stringify({ rooms: copied.length, uploads }) }
}

async function resume(site, { copied, until }) {
  let isWhole = true
  for (const rooms of slices(copied, 100)) if ((await site.ask('/resume', { until, rooms })).length > 0) isWhole = false
  return (await site.ask('/end', { until })) && isWhole
}

async function* readRooms(site, { kind, until, copied }) {
  for (let after = ''; after !== null;) {
    const { names, next } = await site.ask('/list', { kind, after })
    after = next
    for (const some of slices(names, ROOMS_AT_ONCE)) {
      const parts = new Map()
      let owed = some.map((name) => ({ kind, name, cursor: null }))
      copied.push(...owed.map(({ name }) => ({ kind, name })))
      while (owed.length > 0) {
        const answered = await site.ask('/rooms', { until, rooms: owed })
        for (const { name, text, next: cursor } of answered) {
          const part = parts.get(name) ?? 0
          parts.set(name, part + 1)
          yield { name: `room/${kind}/${name}`, part, isLast: cursor === null, body: text }
        }
        const further = answered.filter((each) => each.next !== null)
        owed = [...further.map(({ name, next: cursor }) => ({ kind, name, cursor })), ...owed.slice(answered.length)]
      }
    }
  }
}

async function* readDirectory(site) {
  for (let cursor = null, part = 0, isLast = false; !isLast; part += 1) {
    const { text, next } = await site.ask('/directory', { cursor })
    cursor = next
    isLast = next === null
    yield { name: 'directory', part, isLast, body: text }
  }
}

async function* readUploads(site) {
  for (let cursor = null, isDone = false; !isDone;) {
    const { objects, next } = await site.ask('/uploads', { cursor })
    cursor = next
    isDone = next === null
    for (const { key, size } of objects) {
      let offset = 0
      for (let part = 0; part === 0 || offset < size; part += 1) {
        const read = await site.readUpload(key, offset)
        // Deleted meanwhile, as its owner may.
        if (!read) break
        offset += read.bytes.length
        yield { name: `upload/${key}`, part, isLast: offset >= size, type: read.type, body: read.bytes }
        if (read.bytes.length === 0) break
      }
    }
  }
}

/**
 * Fills an empty site. Rooms stay closed until all is there; then they wake, and what was under way between them is delivered. The site
 * serves nobody before that, also when the restore is broken off; another one begins anew. Each has a number, and calls of an earlier
 * one are refused.
 * @param {Site} site
 * @param {AsyncIterable<Entry>} entries
 */
export async function writeSite(site, entries) {
  const rooms = []
  let parts = []
  let upload = []
  let restore = 0
  const flush = async () => {
    if (parts.length > 0) await site.ask('/restore/rooms', { restore, parts })
    parts = []
  }
  for await (const { name, part, isLast, type, body } of entries) {
    const [, place, kind, key] = /^(\w+)\/?(?:([A-Z]\w+)\/)?(.*)$/.exec(name) ?? []
    if (place === 'head') restore = await begin(site, JSON.parse(String(body)))
    else if (place === 'room') {
      if (part === 0) rooms.push({ kind, name: key })
      parts.push({ kind, name: key, text: String(body), no: part })
      const length = parts.reduce((sum, { text }) => sum + text.length, 0)
      if (parts.length >= PARTS_AT_ONCE || length > PARTS_LENGTH) await flush()
    } else await flush()
    if (place === 'directory') await site.ask('/restore/directory', { restore, text: String(body) })
    if (place === 'upload') {
      // One that was deleted while it was read has no end.
      upload = part === 0 ? [body] : [...upload, body]
      if (isLast) await site.writeUpload({ key: name.slice('upload/'.length), type: type ?? '', restore }, join(upload))
    }
  }
  while (!(await site.ask('/restore/end', { restore })));
  for (const some of slices(rooms, 100)) await site.ask('/restore/wake', { restore, rooms: some })
  await site.ask('/restore/open', { restore })
  return { rooms: rooms.length }
}

async function begin(site, head) {
  if (head.format !== FORMAT.format || head.version !== FORMAT.version)
    throw new Error(`A backup of format ${head.format} ${head.version} cannot be read by this release.`)
  const { restore } = await site.ask('/restore/start', { tables: head.tables, secret: head.secret })
  return restore
}

function* slices(list, size) {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

function join(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
