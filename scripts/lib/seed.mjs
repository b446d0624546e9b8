// Reads the seed of the directory: it is written in TypeScript, in the folder of what it seeds.

import { build } from 'esbuild'
import { ROOT } from './run.mjs'

/** SQL statements that may be run any number of times. */
export async function readSeed() {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}db/platform/seed/index.ts`],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'error',
  })
  const { seedStatements } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  return seedStatements()
}
