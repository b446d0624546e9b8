// What is deployed: [env.production] of wrangler.toml and the platform's secrets, examined; and the deployment itself.

import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { importProduct } from './product.mjs'
import { ROOT, scriptOf } from './run.mjs'
import { readConfig } from './runtime.mjs'

/** @typedef {import('../../server/domain/operating/setup').Finding} Finding */

const D1_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EVERY_MINUTE = '* * * * *'

/**
 * Runs the platform's command, or another script, with its login and questions as in a shell.
 * @param {readonly string[]} args
 * @param {{ isCaptured?: boolean, script?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runWrangler(args, { isCaptured = false, script = scriptOf('wrangler') } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = isCaptured ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(process.execPath, ['--no-warnings', script, ...args], {
      cwd: ROOT,
      env: { ...process.env, CI: '', WRANGLER_LOG: '', WRANGLER_HIDE_BANNER: 'true' },
      stdio,
    })
    let output = ''
    let said = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: code === 0 ? output : said + output }))
  })
}

/** @param {{ wrangler?: typeof runWrangler, production?: object, local?: object }} [from] @returns {Promise<Finding[]>} */
export async function examineDeployment({ wrangler = runWrangler, production, local } = {}) {
  const { judgeSettings } = await importProduct('server/domain/operating/setup.ts')
  const config = production ?? (await readConfig('production'))
  const { names, fault } = await listSecrets(wrangler)
  const settings = judgeSettings({ values: config.vars, secrets: names })
  return [
    ...judgeBindings(config, local ?? (await readConfig())),
    // Without a list every secret would be said to be missing.
    ...(fault ? [fault, ...settings.filter(({ part }) => part === 'settings')] : settings),
  ]
}

async function listSecrets(wrangler) {
  const { code, output } = await wrangler(['secret', 'list', '--env', 'production', '--format', 'json'], {
    isCaptured: true,
  })
  try {
    if (code === 0)
      return { names: new Set(JSON.parse(output.slice(output.indexOf('['))).map(({ name }) => name)), fault: null }
  } catch {
    // Said below.
  }
  const said = stripVTControlCharacters(output).trim().split('\n')
  const reason = said.find((line) => line.includes('ERROR')) ?? said.at(-1) ?? ''
  const fault = {
    part: 'secrets',
    state: 'bad',
    says: `The platform lists no secrets: ${reason.trim()}`,
    todo: 'wrangler login; then the secrets of docs/operate.md, the first of which makes the Worker',
  }
  return { names: new Set(), fault }
}

/** Bindings are not inherited by an environment, so each of the local ones is looked for. @returns {Finding[]} */
function judgeBindings(production, local) {
  const of = (config) => [
    ...config.d1_databases.map(({ binding }) => binding),
    ...config.r2_buckets.map(({ binding }) => binding),
    ...config.durable_objects.bindings.map(({ name }) => name),
  ]
  const bound = new Set(of(production))
  const missing = of(local).filter((name) => !bound.has(name))
  const finding = (says, todo) => ({ part: 'bindings', state: 'bad', says, todo })
  const faults = [
    ...(missing.length > 0
      ? [finding(`Not bound in production: ${missing.join(', ')}.`, 'Bind them in [env.production] of wrangler.toml')]
      : []),
    ...production.d1_databases.flatMap(({ binding, database_id: id }) =>
      D1_ID.test(id ?? '')
        ? []
        : [
            finding(
              `The database ${binding} has no id: "${id ?? ''}".`,
              'wrangler d1 create cm; its id goes into [env.production] of wrangler.toml',
            ),
          ],
    ),
    ...(production.triggers.crons?.includes(EVERY_MINUTE)
      ? []
      : [finding('The sweep of every minute has no cron.', `crons = ["${EVERY_MINUTE}"] in wrangler.toml`)]),
  ]
  return faults.length > 0
    ? faults
    : [{ part: 'bindings', state: 'good', says: 'Database, bucket, rooms and cron are bound.', todo: '' }]
}

/**
 * Examines, and deploys only what nothing is wrong with.
 * @param {{ wrangler: typeof runWrangler, examine: () => Promise<Finding[]>, report: (findings: Finding[]) => number,
 *   build: () => Promise<unknown>, seed: () => Promise<unknown> }} steps
 */
export async function deploy({ wrangler, examine, report, build, seed }) {
  const count = report(await examine())
  if (count > 0) throw new Error('Not deployed: put right what is wrong, then deploy again.')
  await build()
  const must = async (...args) => {
    const { code } = await wrangler([...args, '--env', 'production'])
    if (code !== 0)
      throw new Error(`wrangler ${args.join(' ')} ended with code ${code}; the steps after it were not taken.`)
  }
  await must('d1', 'time-travel', 'info', 'cm')
  await must('d1', 'migrations', 'apply', 'cm', '--remote')
  await seed()
  await must('deploy')
}
