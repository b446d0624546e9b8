// The file of a backup: read back as written, encrypted or not, and no changed bit passes.

import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkBackupFile, openBackupWriter, readBackupFile, readKey } from '../../scripts/lib/backup-file.mjs'
import { type Entry, writeSite } from '../../scripts/lib/backup-site.mjs'

const folder = mkdtempSync(join(tmpdir(), 'cm-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ENTRIES: readonly Entry[] = [
  { name: 'head', part: 0, isLast: true, body: '{"format":"cm-backup","version":1,"at":1}' },
  { name: 'room/Account/10001', part: 0, isLast: false, body: '{"table":"entry"}\n["ドル",1]' },
  { name: 'room/Account/10001', part: 1, isLast: true, body: '["2",null]' },
  { name: 'directory', part: 0, isLast: true, body: '' },
  { name: 'upload/picture/one', part: 0, isLast: true, type: 'image/png', body: new Uint8Array([0, 1, 255]) },
  { name: 'end', part: 0, isLast: true, body: '{"rooms":1,"uploads":1}' },
]

let files = 0

async function write(entries: readonly Entry[], key: Buffer | null): Promise<string> {
  const path = join(folder, `${(files += 1)}`)
  const writer = await openBackupWriter(path, key)
  for (const entry of entries) await writer.write(entry)
  await writer.close()
  return path
}

async function read(path: string, key: Buffer | null): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readBackupFile(path, key)) entries.push(entry)
  return entries
}

/** Where each frame begins. */
function framesOf(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let at = 0; at < bytes.length; at += 12 + bytes.readUInt32BE(at + 4) + bytes.readUInt32BE(at + 8) + 32)
    starts.push(at)
  return starts
}

const KEY = randomBytes(32)

describe.each([
  ['plain', null],
  ['encrypted', KEY],
])('a %s backup', (_, key) => {
  test('is read as it was written', async () => {
    expect(await read(await write(ENTRIES, key), key)).toEqual(ENTRIES)
  })

  test('whose bit is flipped, whichever, is refused by the name of the entry or of the one before', async () => {
    const path = await write(ENTRIES, key)
    const whole = readFileSync(path)
    const starts = framesOf(whole)
    for (let at = 0; at < whole.length; at += 3) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at)
      writeFileSync(path, bytes)
      const frame = starts.filter((start) => start <= at).length - 1
      const names = [ENTRIES[frame]?.name, ENTRIES[frame - 1]?.name ?? 'the start of the file']
      const told = await checkBackupFile(path, key).catch((error: unknown) => String(error))
      expect({
        at,
        told,
        isNamed: typeof told === 'string' && names.some((name) => told.includes(name ?? '')),
      }).toMatchObject({
        isNamed: true,
      })
    }
  })

  test('without its last, a middle, or with a repeated entry is refused', async () => {
    const whole = readFileSync(await write(ENTRIES, key))
    const starts = [...framesOf(whole), whole.length]
    const frames = ENTRIES.map((_entry, index) => whole.subarray(starts[index], starts[index + 1]))
    for (const changed of [frames.slice(0, -1), frames.toSpliced(2, 1), frames.toSpliced(3, 0, frames[2] ?? whole)]) {
      const path = await write([], null)
      writeFileSync(path, Buffer.concat(changed))
      await expect(checkBackupFile(path, key)).rejects.toThrow(/damaged|ends/)
    }
  })
})

/** Frames in that order, with hashes as if they had been written so: anybody can compute them. */
function chained(frames: readonly Buffer[]): Buffer {
  let before: Buffer = Buffer.alloc(32)
  const whole = frames.map((frame) => {
    const text = frame.subarray(0, -32)
    before = createHash('sha256').update(before).update(text).digest()
    return Buffer.concat([text, before])
  })
  return Buffer.concat(whole)
}

function splitFrames(bytes: Buffer): Buffer[] {
  const starts = [...framesOf(bytes), bytes.length]
  return ENTRIES.map((_entry, index) => bytes.subarray(starts[index], starts[index + 1]))
}

describe('an encrypted backup in which somebody without the key has', () => {
  const forged = async (change: (frames: Buffer[]) => Promise<Buffer[]>) => {
    const path = await write(ENTRIES, KEY)
    writeFileSync(path, chained(await change(splitFrames(readFileSync(path)))))
    return checkBackupFile(path, KEY)
  }

  test('put a part of his own is refused', async () => {
    const own = splitFrames(readFileSync(await write(ENTRIES, null)))
    const told = forged((frames) => Promise.resolve(frames.with(2, own[2] ?? Buffer.alloc(0))))
    await expect(told).rejects.toThrow('room/Account/10001 is not encrypted')
  })

  test('put the same part of an older backup is refused', async () => {
    const older = splitFrames(readFileSync(await write(ENTRIES, KEY)))
    const told = forged((frames) => Promise.resolve(frames.with(2, older[2] ?? Buffer.alloc(0))))
    await expect(told).rejects.toThrow('room/Account/10001 cannot be decrypted')
  })

  test('left one out, with its count, is refused', async () => {
    await expect(forged((frames) => Promise.resolve(frames.toSpliced(4, 1)))).rejects.toThrow('end cannot be decrypted')
  })
})

test('a disk that is full in the middle of the last part fails the backup', () => {
  const path = join(folder, 'full')
  // 32 kB may be written; the end would begin within and stop beyond.
  const script = `
    import { randomBytes } from 'node:crypto'
    import { openBackupWriter } from './scripts/lib/backup-file.mjs'
    process.on('SIGXFSZ', () => undefined)
    const writer = await openBackupWriter(${JSON.stringify(path)}, null)
    await writer.write({ name: 'room/Account/1', part: 0, isLast: true, body: randomBytes(32_500) })
    await writer.write({ name: 'end', part: 0, isLast: true, body: '{"rooms":1,"uploads":0}' })
    await writer.close()`
  const command = ['-c', 'ulimit -f 32; exec "$0" --input-type=module -e "$1"', process.execPath, script]
  const ended = spawnSync('bash', command, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
  expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('EFBIG')])
})

test('an upload that was deleted while it was read is left out, and is not put before the next one', async () => {
  const [half, whole] = [new Uint8Array([1, 2]), new Uint8Array([3])]
  const written: unknown[] = []
  await writeSite(
    {
      ask: () => Promise.resolve({ restore: 1 }),
      readUpload: () => Promise.resolve(null),
      writeUpload: (to, bytes) => Promise.resolve(void written.push([to.key, [...bytes]])),
    },
    (async function* () {
      yield await Promise.resolve({ name: 'head', part: 0, isLast: true, body: '{"format":"cm-backup","version":1}' })
      yield { name: 'upload/gone', part: 0, isLast: false, type: '', body: half }
      yield { name: 'upload/kept', part: 0, isLast: true, type: '', body: whole }
    })(),
  )
  expect(written).toEqual([['kept', [3]]])
})

test('another file is no backup', async () => {
  const path = join(folder, 'list.xml')
  writeFileSync(path, '<?xml version="1.0"?><list></list>')
  await expect(checkBackupFile(path, null)).rejects.toThrow('This is no backup')
})

describe('a key', () => {
  test('is needed to read and not to check; another opens nothing; the file tells no content', async () => {
    const path = await write(ENTRIES, KEY)
    expect(await checkBackupFile(path, null)).toMatchObject({ rooms: 1, uploads: 1, head: null })
    await expect(checkBackupFile(path, randomBytes(32))).rejects.toThrow('the key is another')
    expect(readFileSync(path).includes('cm-backup')).toBe(false)
  })

  test('is 32 bytes in hex or base64, from a file or a variable', () => {
    const file = join(folder, 'key')
    writeFileSync(file, `${KEY.toString('hex')}\n`)
    expect(readKey(file, {})).toEqual(KEY)
    expect(readKey(null, { BACKUP_KEY: KEY.toString('base64') })).toEqual(KEY)
    expect(readKey(null, {})).toBeNull()
    expect(() => readKey(null, { BACKUP_KEY: 'short' })).toThrow('32 bytes')
  })
})
