// Environment variables that tests inherit from the shell.

import { OFFLINE } from '../../scripts/lib/run.mjs'

/** Paths of this machine and settings of the tests. */
const HEARD =
  /^(?:PATH|HOME|USER|TMPDIR|TEMP|TMP|XDG_\w+|LD_LIBRARY_PATH|WINDIR|SYSTEMDRIVE|SHELL|CI|LONG|SHOTS|CRASH_\w+|VITEST\w*|CHROMIUM_PATH|PLAYWRIGHT_BROWSERS_PATH|PATHEXT|SYSTEMROOT|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES.*)$/i

/** Forgets the rest: a time zone, a language or a mode of Node's decides no test. Processes that are started later inherit it. */
export function forgetSurroundings(): void {
  for (const name of Object.keys(process.env)) if (!HEARD.test(name)) delete process.env[name]
  Object.assign(process.env, OFFLINE, { NODE_ENV: 'test', TZ: 'UTC', LANG: 'C.UTF-8' })
}
