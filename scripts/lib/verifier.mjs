// /verify.mjs: the script with which anybody checks a receipt offline, made of the very formulas that settle.

import { build } from 'esbuild'
import { ROOT } from './run.mjs'

export const buildVerifier = () =>
  build({
    entryPoints: [`${ROOT}scripts/verify-receipt.mjs`],
    outfile: `${ROOT}build/client/verify.mjs`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
