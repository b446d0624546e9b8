// Where /verify.mjs finds proofs that its arguments do not name: files beside the receipts, or the site.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFile } from './receipt-file.mjs'

const FILES_MAX = 10_000
const BYTES_MAX = 2_000_000
const WAIT_MS = 20_000

/** Proofs, checkpoints and days in the folders of the named files. */
export function filesBeside(names) {
  const folders = [...new Set(names.map((name) => dirname(name)))]
  const paths = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
  const named = new Set(names.map((name) => join(name)))
  return paths
    .filter((path) => !named.has(path) && /\.(?:json|txt)$/.test(path))
    .slice(0, FILES_MAX)
    .map((path) => readFile(() => readSmall(path)))
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readSmall(path) {
  const { size } = statSync(path)
  if (size > BYTES_MAX) throw new Error('too large for a proof')
  return readFileSync(path, 'utf8')
}

/** What a site answers below /api/v1/log: read like a file, a problem where it has no such proof. */
export const readFromSite = (site) => async (path) => {
  let text
  try {
    const answer = await fetch(new URL(`/api/v1/log/${path}`, site), { signal: AbortSignal.timeout(WAIT_MS) })
    text = await answer.text()
  } catch {
    return { problem: 'the site does not answer' }
  }
  return readFile(() => text)
}
