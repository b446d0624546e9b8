// `npm run walk -- readme`: user journeys through the two commands, including obstacles. Node built-ins only, because
// it runs before packages are installed. Every journey but `readme` installs a fresh copy of this checkout and takes
// minutes.

import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyProject } from './lib/copy-project.mjs'
import { ask, buy, login, register } from './lib/first-order.mjs'
import { withoutNpm } from './lib/run.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const PORT = 18_787
const URL_ = `http://127.0.0.1:${PORT}`
/** Unique, because an earlier run in this checkout registered its user already. */
const EMAIL = `dana-${Date.now()}@example.com`
const START_LIMIT_MS = 15 * 60_000
const STATE = '.wrangler/state'
/** Kill points of `npm start`: files that exist once a step has begun, and not before. */
const STEPS = {
  installing: ['node_modules'],
  building: ['.cache/build.pid'],
  built: ['.cache/build.hash'],
  migrating: [`${STATE}/baseline`],
  seeding: [`${STATE}/migrated`],
  serving: [`${STATE}/seeded`],
}

/** Running processes; all end with this one. */
const started = new Set()

const WAYS = {
  /** README instructions in this checkout, as CI begins. */
  readme: async () => {
    const app = await startApp(ROOT)
    await trade()
    await stop(app)
  },
  /** Tests first, then start. The other order is that of CI. */
  reverse: () =>
    inCopy('reverse', async (folder) => {
      await npmTest(folder)
      const app = await startApp(folder)
      await trade()
      await stop(app)
    }),
  beside: () =>
    inCopy('beside', async (folder) => {
      const app = await startApp(folder)
      const token = await trade()
      await npmTest(folder)
      await ask(URL_, 'GET', '/v1/orders?stage=closed', {}, token)
      await stop(app)
    }),
  /** A second instance is refused while the first serves, and finds all data afterwards. */
  twice: () =>
    inCopy('twice', async (folder) => {
      const first = await startApp(folder)
      await trade()
      const second = npm(folder, ['start'])
      if ((await second.ended) === 0 || !second.said().includes('is taken')) throw new Error('Two served on one port.')
      await login(URL_, EMAIL)
      await stop(first)
      await startsWithData(folder)
    }),
  /** Changes of a pull: lock file, migration, variable. */
  pull: () =>
    inCopy('pull', async (folder) => {
      const app = await startApp(folder)
      await trade()
      await stop(app)
      writeOlderInstallation(folder)
      writeFileSync(
        join(folder, 'db/platform/migrations/0001_walk.sql'),
        'CREATE TABLE walk (id INTEGER PRIMARY KEY);\n',
      )
      appendFileSync(join(folder, '.dev.vars.example'), '\n# WALK=""\n')
      const migrated = readFileSync(join(folder, STATE, 'migrated'), 'utf8')
      const said = await startsWithData(folder)
      if (!said.includes('Installing packages')) throw new Error('The packages of the new lock were not installed.')
      if (readFileSync(join(folder, STATE, 'migrated'), 'utf8') === migrated)
        throw new Error('The migration was not applied.')
    }),
  /** Killed in each step, it resumes at the next start. */
  interrupted: () =>
    inCopy('interrupted', async (folder) => {
      for (const [step, paths] of Object.entries(STEPS)) {
        const app = npm(folder, ['start'])
        await until(() => paths.every((path) => existsSync(join(folder, path))), app)
        app.kill()
        await app.ended
        console.log(`killed: ${step}`)
      }
      const app = await startApp(folder)
      await trade()
      await stop(app)
      await startsWithData(folder)
    }),
  /** Adverse environment: the usual port in use, unusual paths and variables. */
  elsewhere: () =>
    inCopy('next door', async (nextDoor) => {
      const app = await startApp(nextDoor, { PORT: '8787' })
      await inCopy('elsewhére it is', async (folder) => {
        writeOtherVariables(folder)
        writeOldState(folder)
        const taken = await occupy(9229)
        await npmTest(folder, { NODE_ENV: 'production', TZ: 'Pacific/Chatham', LANG: 'th_TH.UTF-8', FORCE_COLOR: '1' })
        taken?.close()
      })
      await stop(app)
    }),
}

try {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !(name in WAYS))
  if (names.length === 0 || unknown.length > 0) throw new Error(`Ways: ${Object.keys(WAYS).join(', ')}`)
  for (const name of names) {
    const startedAt = Date.now()
    await WAYS[name]()
    console.log(`✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)`)
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  for (const app of started) app.kill()
}

async function inCopy(name, work) {
  const parent = mkdtempSync(join(tmpdir(), 'cm-walk-'))
  const folder = join(parent, name)
  try {
    copyProject(folder)
    await work(folder)
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  }
}

/** npm in its own process group. */
function npm(folder, args, env = {}) {
  const child = spawn('npm', args, {
    cwd: folder,
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
    env: { ...withoutNpm(process.env), PORT: String(PORT), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (words += text))
  const app = { said: () => words, interrupt: () => signal(child, 'SIGINT'), kill: () => signal(child, 'SIGKILL') }
  started.add(app)
  app.ended = new Promise((resolve) =>
    child.once('close', (code) => {
      started.delete(app)
      resolve(code)
    }),
  )
  return app
}

/** Signals the process group; its servers end with their parent. Windows has neither groups nor signals. */
function signal(child, name) {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-child.pid, name)
}

async function startApp(folder, env = {}) {
  const app = npm(folder, ['start'], env)
  await until(() => app.said().includes('CM is running at'), app)
  return app
}

async function until(isThere, app) {
  const limit = Date.now() + START_LIMIT_MS
  while (!isThere()) {
    if (Date.now() > limit) throw new Error(`npm start took too long. It said:\n${app.said()}`)
    await Promise.race([pause(20), endedEarly(app)])
  }
}

async function endedEarly(app) {
  const code = await app.ended
  throw new Error(`npm start ended with code ${code}. It said:\n${app.said()}`)
}

async function stop(app) {
  app.interrupt()
  await app.ended
  if (process.platform !== 'win32' && !app.said().includes('All data is kept'))
    throw new Error(`npm start did not stop by itself:\n${app.said()}`)
}

async function trade() {
  const token = await register(URL_, EMAIL)
  const { state } = await buy(URL_, token)
  if (state !== 'filled') throw new Error(`The order is ${state}.`)
  return token
}

async function startsWithData(folder) {
  const app = await startApp(folder)
  const { list } = await ask(URL_, 'GET', '/v1/orders?stage=closed', {}, await login(URL_, EMAIL))
  if (list.length !== 1) throw new Error('The order is gone.')
  await stop(app)
  return app.said()
}

async function npmTest(folder, env = {}) {
  const run = npm(folder, ['test'], env)
  const code = await run.ended
  console.log(run.said().split('\n').slice(-20).join('\n'))
  if (code !== 0) throw new Error(`npm test ended with code ${code}.`)
}

/** Packages as of an earlier lock. */
function writeOlderInstallation(folder) {
  const record = join(folder, 'node_modules/.package-lock.json')
  const installed = JSON.parse(readFileSync(record, 'utf8'))
  installed.packages['node_modules/hono'].version = '0.0.0'
  writeFileSync(record, JSON.stringify(installed))
}

/** Sets every example variable to another value. */
function writeOtherVariables(folder) {
  const example = readFileSync(join(folder, '.dev.vars.example'), 'utf8')
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  writeFileSync(join(folder, '.dev.vars'), names.map((name) => `${name}="something else"\n`).join(''))
}

function writeOldState(folder) {
  mkdirSync(join(folder, STATE, 'v3/d1'), { recursive: true })
  for (const name of ['baseline', 'migrated', 'seeded', 'v3/d1/old.sqlite'])
    writeFileSync(join(folder, STATE, name), 'of an old release')
}

/** Foreign server on the port, unless one already runs. */
function occupy(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end()).once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
