// /verify.mjs: script for checking a receipt offline, built from the same formulas as settlement.

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
