// Modules of the product for scripts: it is written in TypeScript and imports by its own names, so a module is bundled before it is read.

import { build } from 'esbuild'
import { ROOT } from './run.mjs'

/** The module at `path` of this project, with all that it imports. */
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
