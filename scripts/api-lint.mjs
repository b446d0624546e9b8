// `npm run api:lint`: the built app's OpenAPI document through the presets of two linters, and into a typed client; its AsyncAPI document
// through that project's own validator. They are fetched by npx when asked for: nothing else needs their packages.

import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { build } from './lib/build.mjs'
import { serve } from './lib/miniflare.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'

const FOLDER = `${ROOT}.cache/api`
const STEPS = [
  ['@redocly/cli@2.77.0', 'redocly', 'lint', 'openapi.json', '--extends=recommended'],
  [
    '@stoplight/spectral-cli@6.16.3',
    'spectral',
    'lint',
    'openapi.json',
    '--ruleset=spectral.json',
    '--fail-severity=hint',
  ],
  ['openapi-typescript@7.13.0', 'openapi-typescript', 'openapi.json', '-o', 'client.ts'],
  ['typescript@5.9.3', 'tsc', '--noEmit', '--strict', 'client.ts'],
  ['@asyncapi/cli@6.2.0', 'asyncapi', 'validate', 'asyncapi.json', '--fail-severity=warn'],
]

try {
  await build()
  mkdirSync(FOLDER, { recursive: true })
  const app = await serve()
  for (const name of ['openapi.json', 'asyncapi.json']) {
    const answer = await fetch(`${app.url}/api/${name}`)
    writeFileSync(FOLDER + '/' + name, await answer.text())
  }
  await app.stop()
  writeFileSync(`${FOLDER}/spectral.json`, JSON.stringify({ extends: ['spectral:oas'] }))
  for (const [tool, ...words] of STEPS) {
    // On CI the last one tells its makers nothing.
    const env = { ...withoutNpm(process.env), CI: 'true' }
    const options = { cwd: FOLDER, stdio: 'inherit', env, shell: process.platform === 'win32' }
    const { status } = spawnSync('npx', ['--yes', '--package', tool, '--', ...words], options)
    if (status !== 0) throw new Error(`${words.join(' ')} ended with code ${status}`)
  }
  process.exit(0)
} catch (error) {
  fail(error)
}
