// Reads the seed of the directory, which stands in the folder of what it seeds.

import { importProduct } from './product.mjs'

/** SQL statements that may be run any number of times; with `isDemo` the tokens that are sold for play money too. */
export async function readSeed({ isDemo = true } = {}) {
  const { seedStatements } = await importProduct('db/platform/seed/index.ts')
  return seedStatements({ isDemo })
}
