// A deployment goes through only when the doctor finds nothing wrong with it. The platform's command is a stand-in that answers what it is
// told and notes what it was asked.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deploy, examineDeployment, runWrangler } from '../../scripts/lib/deployment.mjs'
import { examineSite, printFindings, readDoctorArguments } from '../../scripts/lib/doctor.mjs'
import { readConfig } from '../../scripts/lib/runtime.mjs'

const STAND_IN = `
import { appendFileSync, readFileSync } from 'node:fs'
const folder = process.argv[1].replace(/wrangler\\.mjs$/, '')
const said = process.argv.slice(2).join(' ')
appendFileSync(folder + 'asked', said + '\\n')
const { secrets, failing } = JSON.parse(readFileSync(folder + 'state', 'utf8'))
if (said.startsWith(failing)) { console.error('\\u001b[31m✘ [ERROR] no such Worker\\u001b[0m'); process.exit(1) }
if (said.startsWith('secret list')) console.log(JSON.stringify(secrets.map((name) => ({ name, type: 'secret_text' }))))
`

const SECRETS = ['SESSION_SECRET', 'BACKUP_TOKEN', 'LOG_KEY', 'MAIL_TOKEN', 'METRICS_TOKEN']
type Config = Awaited<ReturnType<typeof readConfig>>

let folder = ''
let local: Config
let filled: Config

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrangler-'))
  writeFileSync(join(folder, 'wrangler.mjs'), STAND_IN)
  stand({})
  local = await readConfig()
  const production = await readConfig('production')
  filled = {
    ...production,
    vars: { ...production.vars, SITE_URL: 'https://market.test', MAIL_FROM: 'a@market.test' },
    d1_databases: production.d1_databases.map((each) => ({
      ...each,
      database_id: '0e1f2a3b-0000-4000-8000-1234567890ab',
    })),
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

const stand = (state: { secrets?: readonly string[]; failing?: string }) =>
  writeFileSync(join(folder, 'state'), JSON.stringify({ secrets: SECRETS, failing: '-', ...state }))
const wrangler: typeof runWrangler = (args, options) =>
  runWrangler(args, { ...options, script: join(folder, 'wrangler.mjs') })
const examine = (production: object = filled) => examineDeployment({ wrangler, production, local })
const wrong = async (production?: object) =>
  (await examine(production)).filter(({ state }) => state === 'bad').map(({ says }) => says)
const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')

async function tryToDeploy(production: object = filled) {
  const done: string[] = []
  const lines: string[] = []
  const step = (name: string) => () => Promise.resolve(void done.push(name))
  const report = (findings: Parameters<typeof printFindings>[0]) => printFindings(findings, (line) => lines.push(line))
  const failure = await deploy({
    wrangler,
    examine: () => examine(production),
    report,
    build: step('build'),
    seed: step('seed'),
  }).then(
    () => null,
    (error: Error) => error.message,
  )
  return { done, failure, report: lines.join('\n') }
}

describe('a deployment', () => {
  test('is examined, built, migrated after a bookmark, seeded and deployed, in this order', async () => {
    expect(await tryToDeploy()).toMatchObject({ done: ['build', 'seed'], failure: null })
    expect(asked()).toEqual([
      'secret list --env production --format json',
      'd1 time-travel info cm --env production',
      'd1 migrations apply cm --remote --env production',
      'deploy --env production',
    ])
  })

  test('is refused as wrangler.toml is delivered, and nothing was touched', async () => {
    const { done, failure, report } = await tryToDeploy(await readConfig('production'))
    expect(failure).toMatch(/^Not deployed/)
    expect(done).toEqual([])
    expect(asked()).toHaveLength(1)
    expect(report).toMatch(/BAD +bindings +The database DB has no id[^]*→ wrangler d1 create cm/)
    expect(report).toMatch(/SITE_URL is ""/)
  })

  test.each(SECRETS)('is refused without %s', async (name) => {
    stand({ secrets: SECRETS.filter((each) => each !== name) })
    expect((await wrong()).join()).toContain(name)
    expect((await tryToDeploy()).failure).toMatch(/^Not deployed/)
  })

  test('is told of alarms by webhooks or by Prometheus', async () => {
    stand({ secrets: [...SECRETS.filter((name) => name !== 'METRICS_TOKEN'), 'OPERATOR_HOOKS'] })
    expect(await wrong()).toEqual([])
  })

  test.each([
    ['ENVIRONMENT', 'development', 'codes would be shown'],
    ['DEMO_MODE', 'on', 'DEMO_MODE'],
    ['QUOTES_SOURCE', 'simulator', 'QUOTES_SOURCE is "simulator"'],
    ['QUOTES_SOURCE', '', 'no source'],
    ['CARD_SOURCE', 'embedded', 'CARD_SOURCE'],
    ['RAMP_SOURCE', 'embedded', 'RAMP_SOURCE'],
    ['CARD_SOURCE', 'stripe', 'STRIPE_SECRET_KEY'],
    ['RAMP_SOURCE', 'signed', 'RAMP_SECRET'],
    ['QUOTES_SOURCE', 'binance, finnhub', 'FINNHUB_TOKEN'],
    ['PASSWORD_COST', '4', 'PASSWORD_COST'],
    ['MAIL_SENDER', 'outbox', 'MAIL_SENDER'],
    ['SITE_URL', 'http://market.test', 'SITE_URL'],
    ['SITE_URL', 'https://localhost:8787', 'SITE_URL'],
  ])('is refused with %s = "%s"', async (name, value, said) => {
    expect((await wrong({ ...filled, vars: { ...filled.vars, [name]: value } })).join()).toContain(said)
  })

  test('is refused without a binding, or without the sweep', async () => {
    const { bindings } = filled.durable_objects
    const rooms = { ...filled, durable_objects: { bindings: bindings.filter(({ name }) => name !== 'Market') } }
    expect(await wrong(rooms)).toEqual(['Not bound in production: Market.'])
    expect(await wrong({ ...filled, r2_buckets: [] })).toEqual(['Not bound in production: UPLOADS.'])
    expect(await wrong({ ...filled, triggers: { crons: [] } })).toEqual(['The sweep of every minute has no cron.'])
  })

  test('is refused when the platform lists no secrets, with what it said', async () => {
    stand({ failing: 'secret list' })
    expect(await wrong()).toEqual(['The platform lists no secrets: ✘ [ERROR] no such Worker'])
  })

  test('stops where a step fails', async () => {
    stand({ failing: 'd1 migrations' })
    const { done, failure } = await tryToDeploy()
    expect(failure).toMatch(/^wrangler d1 migrations apply/)
    expect(done).toEqual(['build'])
    expect(asked().at(-1)).toMatch(/^d1 migrations/)
  })
})

describe('the doctor’s command', () => {
  test('reads its arguments strictly', () => {
    expect(readDoctorArguments(['--url', 'https://a.test', '--mail', 'b@a.test'])).toEqual({
      url: 'https://a.test',
      mail: 'b@a.test',
      isDeployment: false,
    })
    expect(() => readDoctorArguments(['--url'])).toThrow('--url wants a value')
    expect(() => readDoctorArguments(['--mail', '--url'])).toThrow('--mail wants a value')
    expect(() => readDoctorArguments(['--urls', 'x'])).toThrow('Unknown argument')
  })

  test('compares the clocks, and finds a site of development behind an address', async () => {
    const answer = (at: number, environment: string) => ({
      ask: () => Promise.reject(new Error()),
      readUpload: () => Promise.reject(new Error()),
      writeUpload: () => Promise.reject(new Error()),
      examine: () => Promise.resolve({ at, environment, findings: [] }),
    })
    const asking = { url: 'https://a.test', mail: null }
    expect(await examineSite(answer(Date.now(), 'production'), asking)).toEqual([])
    const late = await examineSite(answer(Date.now() - 60_000, 'development'), asking)
    expect(late.map(({ part }) => part)).toEqual(['clocks', 'settings'])
    expect(printFindings(late, () => undefined)).toBe(2)
  })
})
