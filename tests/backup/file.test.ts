// The file of a backup: read back as written, encrypted or not, and no changed bit passes.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkBackupFile, openBackupWriter, readBackupFile, readKey } from '../../scripts/lib/backup-file.mjs'
import type { Entry } from '../../scripts/lib/backup-site.mjs'

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
