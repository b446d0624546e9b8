// Work repeated only when its inputs changed: a hash of the inputs is stored next to the result.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run.mjs'

/** Hash over names and contents of files and folders, plus a text. Missing paths count as empty. */
export function hashOf(paths, text = '') {
  const hash = createHash('sha256').update(text)
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

/** Runs `work`, called `what` where it takes a while, unless `stamp` contains the hash of `inputs` and `text`. Returns whether it ran. */
export async function whenStale({ stamp, inputs, text, what, work }) {
  const hash = hashOf(inputs, text)
  const file = join(ROOT, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return false
  if (what) console.log(`${what}…`)
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
  return true
}

function addTo(hash, path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    hash.update(path).update(readFileSync(full))
    return
  }
  for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`)
}
