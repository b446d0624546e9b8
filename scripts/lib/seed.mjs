// Reads the directory seed, located in the seeded store's folder.

import { importProduct } from './product.mjs'

/** Idempotent SQL statements; `isDemo` adds demo data for this machine. */
export async function readSeed({ isDemo = true } = {}) {
  const { seedStatements } = await importProduct('db/platform/seed/index.ts')
  return seedStatements({ isDemo, isLocal: isDemo })
}
