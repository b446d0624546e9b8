// A copy of this checkout as somebody else would receive it: no data, no secret. The installed packages are lent, so that nothing is fetched,
// and the build, which would be the same again; with LONG=1 the copy builds by itself. Its server is the process that `npm start` is.

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../scripts/lib/copy-project.mjs'
import { freePort } from '../../scripts/lib/port.mjs'
import { LONG } from '../support/long'

const ROOT = join(import.meta.dirname, '../..')
/** What a build makes, and how it knows that it is not stale. */
const BUILD = ['build', 'dist', 'public/swagger', '.cache/build.hash', '.cache/bundle-size']

/** The folder of the copy. */
export function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cm-fresh-'))
  copyProject(folder)
  for (const path of LONG ? [] : BUILD) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}

export interface Served {
  readonly url: string
  /** Ctrl-C. Answers the exit code. */
  readonly stop: () => Promise<number | null>
  /** Whatever it said so far. */
  readonly said: () => string
}

/** Starts the copy on a port of its own, and waits until it says where it is. Rejects when it ends before that. */
export async function startCopy(folder: string): Promise<Served> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { ...withoutNpm(process.env), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let words = ''
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        words += text
        if (words.includes('CM is running at')) resolve()
      })
    }
  })
  const failed = ended.then((code) => Promise.reject(new Error(`It ended with code ${code}. It said:\n${words}`)))
  // Once it runs, its end is no failure any more.
  failed.catch(() => undefined)
  await Promise.race([heard, failed])
  return { url: `http://127.0.0.1:${port}`, stop: () => interrupt(child, ended), said: () => words }
}

function interrupt(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  child.kill('SIGINT')
  return ended
}

export const removeCopy = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })

/** What npm tells its scripts about this run is not about that one. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$)/.test(name)))
