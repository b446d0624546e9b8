// Reads the seed of the directory, which stands in the folder of what it seeds.

import { importProduct } from './product.mjs'

/** SQL statements that may be run any number of times; with `isDemo` what is there for play money on this machine too. */
export async function readSeed({ isDemo = true } = {}) {
  const { seedStatements } = await importProduct('db/platform/seed/index.ts')
  return seedStatements({ isDemo, isLocal: isDemo })
}
