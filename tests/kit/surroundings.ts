// Environment variables that tests inherit from the shell.

import { existsSync, statfsSync } from 'node:fs'
import { OFFLINE } from '../../scripts/lib/run.mjs'

/** Paths of this machine and settings of the tests. */
const HEARD =
  /^(?:PATH|HOME|USER|TMPDIR|TEMP|TMP|XDG_\w+|LD_LIBRARY_PATH|WINDIR|SYSTEMDRIVE|SHELL|CI|LONG|SHOTS|CRASH_\w+|VITEST\w*|CHROMIUM_PATH|PLAYWRIGHT_BROWSERS_PATH|PATHEXT|SYSTEMROOT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES.*)$/i

/** Room commits wait for disks, not for memory. Killed processes lose nothing from either. */
const MEMORY = '/dev/shm'
const MEMORY_LEAST = 4 * 2 ** 30

/** Where temporary files go unless TMPDIR says it. The long form uses the disk. */
function memoryFolder(): string | undefined {
  if (process.env['LONG'] === '1' || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_LEAST ? MEMORY : undefined
}

/** Forgets the rest: a time zone, a language or a mode of Node's decides no test. Processes that are started later inherit it. */
export function forgetSurroundings(): void {
  for (const name of Object.keys(process.env)) if (!HEARD.test(name)) delete process.env[name]
  const folder = process.env['TMPDIR'] ?? memoryFolder()
  Object.assign(process.env, OFFLINE, folder && { TMPDIR: folder }, { NODE_ENV: 'test', TZ: 'UTC', LANG: 'C.UTF-8' })
}
