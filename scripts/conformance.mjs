// `npm run conformance`: the protocol's own conformance tests against /mcp of the built app. Those of features that /mcp does not have, and
// those that call a fixed list of test tools, are not among them. Installed in `.cache` when asked for.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from './lib/build.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'

const FOLDER = `${ROOT}.cache/conformance`
const VERSION = '0.1.16'
const NAME = '@modelcontextprotocol/conformance'
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

try {
  install()
  await build()
  const app = await serve()
  const options = { cwd: FOLDER, stdio: 'inherit' }
  const program = `${FOLDER}/node_modules/${NAME}/dist/index.js`
  let failed = []
  try {
    failed = SCENARIOS.filter((scenario) => {
      const args = [program, 'server', '--url', `${app.url}/mcp`, '--scenario', scenario]
      return spawnSync(process.execPath, args, options).status !== 0
    })
  } finally {
    await app.stop()
  }
  if (failed.length > 0) throw new Error(`Not as the protocol wants it: ${failed.join(', ')}`)
  process.exit(0)
} catch (error) {
  fail(error)
}

function install() {
  const installed = `${FOLDER}/node_modules/${NAME}/package.json`
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === VERSION) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${NAME}@${VERSION}`]
  const options = { cwd: FOLDER, stdio: 'inherit', env: withoutNpm(process.env), shell: process.platform === 'win32' }
  if (spawnSync('npm', args, options).status !== 0)
    throw new Error(`${NAME} could not be installed; npm said why above.`)
}
