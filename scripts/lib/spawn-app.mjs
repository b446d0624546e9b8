// Serves the built Worker in its own process group, which can be killed to simulate a power failure.

import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readWorker } from './miniflare.mjs'
import { endGroup, startGroup } from './run.mjs'

const SCRIPT = fileURLToPath(new URL('../serve-direct.mjs', import.meta.url))
const START_LIMIT_MS = 180_000

/**
 * @param {import('./miniflare.mjs').ServeOptions & { log?: string, isOwn?: boolean }} [options] `log`: file for the app's output, instead of
 * this process's; `isOwn`: with the variables of this machine, which it reads itself, and without sweeps
 * @returns {Promise<{ url: string, pid: number, sweep: () => void, stop: () => Promise<void>, kill: () => Promise<void> }>}
 */
export async function spawnApp({ log, ...options } = {}) {
  const served = JSON.stringify(options.isOwn ? options : { worker: await readWorker(options), ...options })
  const output = log === undefined ? 'inherit' : openSync(log, 'a')
  const child = startGroup(SCRIPT, [served], { stdio: output })
  if (typeof output === 'number') closeSync(output)
  const url = await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The app did not start within three minutes.')), START_LIMIT_MS)
    child.once('message', (message) => {
      clearTimeout(limit)
      resolve(message.url)
    })
    child.once('exit', (code) => reject(new Error(`The app ended with code ${code} before it answered.`)))
  })
  return {
    url,
    pid: child.pid,
    /** Starts a sweep without waiting for its end, so that a kill can interrupt it. */
    sweep: () => void child.send('sweep', () => undefined),
    stop: () => endGroup(child),
    /** SIGKILL to server and workerd, without any cleanup. */
    kill: () => endGroup(child, { signal: 'SIGKILL' }),
  }
}
