// Writes build/client/sw.js after the pages are built: the service worker with the files of this release that every page needs.

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { build } from 'esbuild'
import { ROOT } from './run.mjs'

const CLIENT = `${ROOT}build/client`
const SOURCE = `${ROOT}app/pwa/service-worker.mjs`

export async function buildServiceWorker() {
  const shell = shellFiles()
  const release = createHash('sha256')
    .update(readFileSync(SOURCE))
    .update(readdirSync(`${CLIENT}/assets`).sort().join())
    .digest('hex')
    .slice(0, 12)
  await build({
    entryPoints: [SOURCE],
    outfile: `${CLIENT}/sw.js`,
    bundle: true,
    minify: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
    define: { RELEASE: JSON.stringify(release), SHELL: JSON.stringify(shell) },
  })
}

/** Scripts and styles of the frame common to all pages, from Remix's manifest. */
function shellFiles() {
  const names = readdirSync(`${CLIENT}/assets`).map((name) => `/assets/${name}`)
  const manifestPath = names.find((name) => /\/manifest-\w+\.js$/.test(name))
  if (!manifestPath) throw new Error('the built pages have no manifest')
  const text = readFileSync(CLIENT + manifestPath, 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const scripts = [entry.module, ...entry.imports, routes.root.module, ...(routes.root.imports ?? [])]
  return [...new Set([manifestPath, ...scripts, ...names.filter((name) => /\/styles-[\w-]+\.css$/.test(name))])]
}
