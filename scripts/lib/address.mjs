// Last served address of the app on this machine, for scripts that print links.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

const FOLDER = '.cache'
const FILE = 'address'

/** @param {string} url @param {string} [root] */
export function noteAddress(url, root = ROOT) {
  mkdirSync(join(root, FOLDER), { recursive: true })
  writeFileSync(join(root, FOLDER, FILE), url)
}

/**
 * Base URL: PORT as in `npm start`, otherwise the stored address.
 * @param {string} [root]
 * @returns {string}
 */
export function knownAddress(root = ROOT) {
  const { PORT } = process.env
  if (PORT) return `http://localhost:${PORT}`
  try {
    return readFileSync(join(root, FOLDER, FILE), 'utf8').trim()
  } catch {
    // Not served yet: default address.
    return 'http://localhost:8787'
  }
}
