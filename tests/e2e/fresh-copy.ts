// A copy of this checkout without data, secrets or a build. Packages are linked, so nothing is downloaded. Its server is the `npm start` process.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../scripts/lib/copy-project.mjs'
import { freePort } from '../../scripts/lib/port.mjs'
import { OFFLINE, scriptOf, withoutNpm } from '../../scripts/lib/run.mjs'

const ROOT = join(import.meta.dirname, '../..')

/** Path of the copy. */
export function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cm-fresh-'))
  copyProject(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}

export interface Served {
  readonly url: string
  /** Ctrl-C. Answers the exit code. */
  readonly stop: () => Promise<number | null>
  /** Output so far. */
  readonly said: () => string
}

/** `npm start` in the copy. */
export const startCopy = (folder: string): Promise<Served> =>
  serveCopy(folder, { args: () => ['scripts/start.mjs'], ready: 'CM is running at' })

/** Runs `npx wrangler dev` in the copy. */
export const startWrangler = (folder: string): Promise<Served> =>
  serveCopy(folder, { args: (port) => [scriptOf('wrangler'), 'dev', '--port', String(port)], ready: 'Ready on' })

interface Command {
  readonly args: (port: number) => readonly string[]
  /** Output that shows it is listening. */
  readonly ready: string
}

/** Runs it on a free port. Rejects when it ends before it listens. */
async function serveCopy(folder: string, { args, ready }: Command): Promise<Served> {
  const port = await freePort()
  const child = spawn(process.execPath, args(port), {
    cwd: folder,
    env: { ...withoutNpm(process.env), ...OFFLINE, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let words = ''
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        words += text
        if (words.includes(ready)) resolve()
      })
    }
  })
  const failed = ended.then((code) => Promise.reject(new Error(`It ended with code ${code}. It said:\n${words}`)))
  // Once it is ready, its exit is no failure.
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
