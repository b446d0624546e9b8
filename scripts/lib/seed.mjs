// Reads the seed of the directory, which stands in the folder of what it seeds.

import { importProduct } from './product.mjs'

/** SQL statements that may be run any number of times. */
export async function readSeed() {
  const { seedStatements } = await importProduct('db/platform/seed/index.ts')
  return seedStatements()
}
