// `npm run clients`: programs of other people against the built app: CCXT with the class of clients/ccxt, and CCXT's `binance` class with
// only its addresses changed. CCXT is installed in `.cache` when asked for: nothing else needs its 60 MB.
//
//   npm run clients -- binance      one of them

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build as bundle } from 'esbuild'
import { build } from './lib/build.mjs'
import { makeKey } from './lib/first-key.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'

const FOLDER = `${ROOT}.cache/clients`
const CCXT = '4.5.84'
const CHECKS = ['ccxt', 'binance']
const { positionals } = parseArgs({ allowPositionals: true })

try {
  const chosen = positionals.length === 0 ? CHECKS : CHECKS.filter((name) => positionals.includes(name))
  if (chosen.length === 0) throw new Error(`There are ${CHECKS.join(' and ')}.`)
  install()
  await build()
  const ours = await bundleClass()
  const app = await serve()
  try {
    for (const name of chosen) {
      const { check } = await import(`../clients/check/${name}.mjs`)
      const [key, reader] = [
        await makeKey(app.url, `${name}@example.com`),
        await makeKey(app.url, `${name}-2@example.com`, ['read']),
      ]
      await check({ url: app.url, key, reader, ours, ccxt: (await import(ccxtUrl())).default })
      if (name === 'binance') runExample(app.url, key)
    }
  } finally {
    await app.stop()
  }
  process.exit(0)
} catch (error) {
  fail(error)
}

function ccxtUrl() {
  return pathToFileURL(`${FOLDER}/node_modules/ccxt/js/ccxt.js`).href
}

function install() {
  const installed = `${FOLDER}/node_modules/ccxt/package.json`
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === CCXT) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `ccxt@${CCXT}`]
  const options = { cwd: FOLDER, stdio: 'inherit', env: withoutNpm(process.env), shell: process.platform === 'win32' }
  if (spawnSync('npm', args, options).status !== 0) throw new Error('CCXT could not be installed; npm said why above.')
}

/** The example of docs/programs.md, as it is written. */
function runExample(url, { id, secret }) {
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(`${ROOT}docs/programs.md`, 'utf8')) ?? []
  writeFileSync(`${FOLDER}/example.mjs`, code)
  const variables = { ...process.env, CM_URL: url, CM_KEY: id, CM_SECRET: secret }
  const { stdout, stderr } = spawnSync(process.execPath, [`${FOLDER}/example.mjs`], {
    env: variables,
    encoding: 'utf8',
  })
  if (!stdout.includes('"status":"NEW"')) throw new Error(`The example of docs/programs.md failed:\n${stdout}${stderr}`)
}

/** Compiles the class in the place that it has in CCXT's sources. */
async function bundleClass() {
  const outfile = `${FOLDER}/cm.mjs`
  const src = `${FOLDER}/node_modules/ccxt/js/src/`
  await bundle({
    entryPoints: [`${ROOT}clients/ccxt/pro/cm.ts`],
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'warning' },
    plugins: [
      {
        name: 'as in CCXT',
        setup(build) {
          build.onResolve({ filter: /^\.\.?\/base\// }, ({ path }) => ({
            path: pathToFileURL(src + path.replace(/^\.\.?\//, '')).href,
            external: true,
          }))
          build.onResolve({ filter: /^@noble\/hashes\// }, ({ path }) => ({
            path: pathToFileURL(`${FOLDER}/node_modules/${path}`).href,
            external: true,
          }))
        },
      },
    ],
  })
  return (await import(pathToFileURL(outfile).href)).default
}
