// Local Workers runtime, and the Worker of wrangler.toml as its configuration. The caller supplies the variables.

import { join } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { OFFLINE, ROOT } from './run.mjs'

const CONFIG = join(ROOT, 'wrangler.toml')

// wrangler is used only for its configuration; its warnings belong to its own command line.
Object.assign(process.env, OFFLINE)
process.env.WRANGLER_LOG ??= 'error'

/** Imported on demand, because the import is slow: a process that receives its Worker's options does not need it. */
const loadWrangler = () => import('wrangler')

/** wrangler.toml as wrangler reads it; `env` names an environment of it. @param {string} [env] @returns {Promise<import('wrangler').Unstable_Config>} */
export async function readConfig(env) {
  const { unstable_readConfig: read } = await loadWrangler()
  return read({ config: CONFIG, env })
}

export const configuredVariables = async () => (await readConfig()).vars

/**
 * Rooms, databases, assets and rules of wrangler.toml, in the form of Miniflare 4, which wrangler and the test pool still speak.
 * @param {Record<string, any>} bindings all variables
 * @param {string} [assetsFolder] in place of the configured one
 */
export async function workerOptions(bindings, assetsFolder) {
  const { unstable_getMiniflareWorkerOptions: read } = await loadWrangler()
  /** @type {Record<string, any>} */
  const options = read(CONFIG).workerOptions
  if (assetsFolder) options.assets = { ...options.assets, directory: assetsFolder }
  return { ...options, bindings }
}

/** Variables of wrangler.toml with overrides of .dev.vars, as in `wrangler dev`. */
export async function localVariables() {
  const { unstable_getMiniflareWorkerOptions: read } = await loadWrangler()
  return read(CONFIG).workerOptions.bindings
}

/**
 * A runtime that is ready to be asked.
 * @param {import('miniflare').V4MiniflareOptions & { persistDir?: string }} options in the form of Miniflare 4; without `persistDir` the data
 * is in memory, without `workers` the compatibility date is that of wrangler.toml
 */
export async function startRuntime({ persistDir, ...options }) {
  const date = options.workers ? {} : { compatibilityDate: (await readConfig()).compatibility_date }
  const converted = convertV4MiniflareOptions({ cf: false, ...date, ...options })
  const miniflare = new Miniflare({ ...converted, resourcePersistencePath: persistDir })
  await miniflare.ready
  return miniflare
}
