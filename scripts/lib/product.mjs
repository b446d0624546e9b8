// Imports product modules into scripts: TypeScript with path aliases, so each is bundled first.

import { build } from 'esbuild'
import { ROOT } from './run.mjs'

/** Module at `path` of this project, with its imports. */
export async function importProduct(path) {
  const { outputFiles } = await build({
    entryPoints: [ROOT + path],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'error',
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}
