// Size of the built Worker. A new isolate reads all of it before its first answer, so it has a bound (tests/repo/bundle.pages.test.ts).

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes. What makes the Worker larger belongs into the assets, or is loaded by browsers alone. */
export const GZIP_MAX = 1_800_000

/** Bytes of what is uploaded from a folder of wrangler's output: script and texts, without source maps. */
export function sizeOf(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|sql|txt)$/.test(name))
  const bytes = Buffer.concat(names.sort().map((name) => readFileSync(join(folder, name))))
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }
}
