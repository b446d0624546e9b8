// Locks of builds and servers: one holder at a time, and none left by a killed process.

import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tryLock, withLock } from '../../scripts/lib/lock.mjs'

/** No process has it: it is above the highest id of Linux, macOS and Windows. */
const NOBODY = 2 ** 31 - 1

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cm-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): string {
  const file = join(folder, path)
  writeFileSync(file, text)
  return file
}

describe('a lock', () => {
  test('is held by one until it is released', () => {
    const file = join(folder, 'cache/build.pid')
    const release = tryLock(file)
    expect(tryLock(file)).toBeUndefined()
    release?.()
    expect(existsSync(file)).toBe(false)
    const again = tryLock(file)
    expect(again).toBeDefined()
    again?.()
  })

  test('is waited for, and released when the holder failed', async () => {
    const file = join(folder, 'install.pid')
    const done: string[] = []
    const first = withLock(file, async () => {
      await new Promise(setImmediate)
      done.push('first')
      throw new Error('no network')
    })
    const second = withLock(file, () => done.push('second'))
    await expect(first).rejects.toThrow('no network')
    await second
    expect(done).toEqual(['first', 'second'])
    expect(existsSync(file)).toBe(false)
  })

  test('of a killed process is free', () => {
    const release = tryLock(write('build.pid', String(NOBODY)))
    expect(release).toBeDefined()
    release?.()
  })

  test('of a killed process is free although its id belongs to another program now', () => {
    const file = write('build.pid', String(process.pid))
    utimesSync(file, 0, 0)
    const release = tryLock(file)
    expect(release).toBeDefined()
    release?.()
  })

  test('in a folder that cannot be written to is an error and no endless wait', () => {
    write('cache', 'a file and no folder')
    expect(() => tryLock(join(folder, 'cache/build.pid'))).toThrow(/EEXIST|ENOTDIR/)
  })
})
