// Starts this project's tools: quiet, offline, without prompts, and as a process group that ends together.

import { fork, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const named = process.env.no_proxy ?? process.env.NO_PROXY
const direct = [named, named?.includes('127.0.0.1') ? '' : '127.0.0.1,localhost'].filter(Boolean).join()
/** A proxy of the shell is for other machines' addresses. */
const DIRECT = { NO_PROXY: direct, no_proxy: direct }
Object.assign(process.env, DIRECT)

/** No look-ups, no telemetry, no prompts, and of wrangler.toml the local environment. */
export const OFFLINE = {
  ...DIRECT,
  CI: '1',
  CLOUDFLARE_ENV: '',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: '.wrangler/logs',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  NO_UPDATE_NOTIFIER: '1',
}

/** Environment without variables set by npm or Vitest for their scripts. */
export const withoutNpm = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$)/i.test(name)))

/** Commands whose package has another name. */
const PACKAGES = { depcruise: 'dependency-cruiser', remix: '@remix-run/dev' }

/** Script behind a package's command, to run with this process's Node on every system. */
export function scriptOf(tool) {
  const folder = `${ROOT}node_modules/${PACKAGES[tool] ?? tool}/`
  const { bin } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  return folder + (typeof bin === 'string' ? bin : bin[tool])
}

/** Runs an installed command, which ends with this process. Returns its exit code and, when captured, its output. */
export function run(tool, args, { capture = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = startGroup(scriptOf(tool), args, { env, stdio: capture ? 'pipe' : 'inherit' })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a required tool; its output is printed only on failure. */
export async function mustRun(tool, args, options = {}) {
  const { code, output } = await run(tool, args, { ...options, capture: true })
  if (code === 0) return output
  process.stderr.write(output)
  throw new Error(`${tool} ${args.join(' ')} ended with code ${code}`)
}

/**
 * Starts a Node script as the head of its own process group. The group ends with `endGroup`, and also by itself
 * when this process dies however suddenly: its channel closes and `end-with-parent.mjs` notices.
 */
export function startGroup(script, args = [], { env = {}, stdio = 'inherit', execArgv = [] } = {}) {
  const watcher = new URL('./end-with-parent.mjs', import.meta.url).href
  return fork(script, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...OFFLINE, ...env },
    execArgv: ['--no-warnings', '--experimental-vm-modules', '--import', watcher, ...execArgv],
    stdio: ['ignore', stdio, stdio, 'ipc'],
  })
}

/** Ends a process group: by `signal`, then after `patienceMs` by SIGKILL. Resolves when its leader has exited. */
export function endGroup(child, { signal = 'SIGTERM', patienceMs = 5_000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), patienceMs)
    child.once('exit', () => {
      clearTimeout(force)
      // The group leader may end before its children.
      signalGroup(child, 'SIGKILL')
      resolve()
    })
    signalGroup(child, signal)
  })
}

/** Calls `stop`, perhaps several times, when a signal asks this command to end. */
export function onStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
}

/**
 * npm signals a shell that does not forward signals; the only sign of it is the shell's end, which becomes a signal to
 * this process. Without it, a command that is ended while it installs or builds would go on and serve.
 */
export function endWithShell() {
  const shell = process.ppid
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** Ctrl-C and similar signals end the group, then this process; a group that ends by itself is a failure. */
export function endGroupOnSignal(child) {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    console.log('\nStopping. All data is kept.')
    await endGroup(child)
    process.exit(0)
  }
  onStop(stop)
  child.on('exit', () => isStopping || fail('The server ended; its last words are above.'))
}

function signalGroup(child, signal) {
  // Windows has neither groups nor signals.
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // Already ended, as intended.
    if (error.code !== 'ESRCH') throw error
  }
}

/** Prints a script failure as one line and exits with code 1, without a stack trace. */
export function fail(error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  // `fetch` says only here what failed.
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exit(1)
}
