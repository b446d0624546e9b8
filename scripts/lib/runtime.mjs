// Local Workers runtime, and the Worker of wrangler.toml as its configuration. The caller supplies the variables.

import { join } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readWorkerOptions, unstable_readConfig as readConfig } from 'wrangler'
import { ROOT } from './run.mjs'

const CONFIG = join(ROOT, 'wrangler.toml')

// wrangler is used only for its configuration; its warnings belong to its own command line.
process.env.WRANGLER_LOG ??= 'error'

const { vars: configuredVariables, compatibility_date: compatibilityDate } = readConfig({ config: CONFIG })

export { compatibilityDate, configuredVariables }

/**
 * Rooms, databases, assets and rules of wrangler.toml, in the form of Miniflare 4, which wrangler and the test pool still speak.
 * @param {Record<string, any>} bindings all variables
 */
export const workerOptions = (bindings) => ({ ...readWorkerOptions(CONFIG).workerOptions, bindings })

/** Variables of wrangler.toml with overrides of .dev.vars, as in `wrangler dev`. */
export const localVariables = () => readWorkerOptions(CONFIG).workerOptions.bindings

/**
 * A runtime that is ready to be asked.
 * @param {import('miniflare').V4MiniflareOptions & { persistDir?: string }} options in the form of Miniflare 4; without `persistDir` the data
 * is in memory
 */
export async function startRuntime({ persistDir, ...options }) {
  const converted = convertV4MiniflareOptions({ cf: false, compatibilityDate, ...options })
  const miniflare = new Miniflare({ ...converted, resourcePersistencePath: persistDir })
  await miniflare.ready
  return miniflare
}
