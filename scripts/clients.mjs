// `npm run clients`: programs of other people against the built app: CCXT with the class of clients/ccxt, and with only their addresses
// changed CCXT's `binance` class and npm's `binance` and `@binance/spot`. They are installed in `.cache`: nothing else needs their 70 MB.
//
//   npm run clients -- binance      one of them

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build as bundle } from 'esbuild'
import { build } from './lib/build.mjs'
import { makeKey } from './lib/first-key.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'

const FOLDER = `${ROOT}.cache/clients`
const PACKAGES = { ccxt: '4.5.84', binance: '3.6.5', '@binance/spot': '32.0.4' }
const CHECKS = ['ccxt', 'binance', 'npm-binance', 'binance-spot']
const { positionals } = parseArgs({ allowPositionals: true })

try {
  const chosen = positionals.length === 0 ? CHECKS : CHECKS.filter((name) => positionals.includes(name))
  if (chosen.length === 0) throw new Error(`There are ${CHECKS.join(', ')}.`)
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
      await check({ url: app.url, key, reader, ours, folder: FOLDER, ...(await packages()) })
      if (name === 'binance') runExample(app.url, key)
    }
  } finally {
    await app.stop()
  }
  process.exit(0)
} catch (error) {
  fail(error)
}

async function packages() {
  const required = createRequire(`${FOLDER}/package.json`)
  const { default: ccxt } = await import(pathToFileURL(`${FOLDER}/node_modules/ccxt/js/ccxt.js`).href)
  return { ccxt, binance: required('binance'), spot: required('@binance/spot') }
}

function install() {
  const isThere = ([name, version]) => {
    const installed = `${FOLDER}/node_modules/${name}/package.json`
    return existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version
  }
  const wanted = Object.entries(PACKAGES)
  if (wanted.every(isThere)) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted.map((each) => each.join('@'))]
  const options = { cwd: FOLDER, stdio: 'inherit', env: withoutNpm(process.env), shell: process.platform === 'win32' }
  if (spawnSync('npm', args, options).status !== 0)
    throw new Error('A package could not be installed; npm said why above.')
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
