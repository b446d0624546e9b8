// Runs Vitest as a watched process group: after too long without a test starting or ending, it prints stack traces,
// then ends the group.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT, endGroup, scriptOf, startGroup } from './run.mjs'

const execute = promisify(execFile)
const REPORTS = '.cache/tests'
/** A process writes its stacks within this, unless it is beyond answering. */
const ANSWER_MS = 3_000
/** Silence factor before the first test, while a run loads all modules. */
const COLD_START = 3
/** Interval of the progress checks. */
const LOOK_MS = 10_000
/** A run that computes gets this much more time: on a busy machine a collection of garbage may take a minute. */
const BUSY_FACTOR = 3
/** Least share of a processor that a computing run gets. */
const BUSY_SHARE = 0.05
const GDB_LIMIT_MS = 20_000
/** Longest wait for the last lines of an ended run. */
const LAST_WORDS_MS = 1_000

/**
 * Runs Vitest to its end, or ends it when `limitMs` is over or no test has begun or ended for `silenceMs` (longer where a running test may take longer, or
 * while its processes compute). Its output is shown.
 * @returns {Promise<{ isGood: boolean, stoodStill: boolean, tookMs: Map<string, number> }>} Time of each test file, by its name
 */
export function runWatched(args, { limitMs, silenceMs, startMs = silenceMs * COLD_START, lookMs = LOOK_MS }) {
  mkdirSync(ROOT + REPORTS, { recursive: true })
  const stacks = `${REPORTS}/stacks-${process.pid}-${Date.now()}.json`
  const child = startGroup(scriptOf('vitest'), [...args, '--reporter=./tests/kit/progress.ts'], {
    // By a pipe, Vitest prints lines and redraws none, so that two runs can share a screen.
    stdio: 'pipe',
    execArgv: [
      '--report-on-signal',
      '--report-signal=SIGUSR2',
      '--report-exclude-network',
      `--report-filename=${stacks}`,
    ],
  })
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  return new Promise((resolve) => {
    const tookMs = new Map()
    let running = []
    let heardAt = Date.now()
    let patienceMs = startMs
    let stoodStill = false
    const giveUp = async (why) => {
      stoodStill = true
      clearTimeout(limit)
      clearInterval(watch)
      console.error([`${why} It was here:`, ...running, ...(await stacksOf(child.pid, stacks))].join('\n  '))
      await endGroup(child)
    }
    const limit = setTimeout(() => void giveUp(`Ended after ${limitMs / 60_000} minutes without a result.`), limitMs)
    let usedMs = 0
    const watch = setInterval(() => {
      const before = usedMs
      usedMs = processorMsOf(child.pid)
      const isBusy = usedMs - before > lookMs * BUSY_SHARE
      const silentMs = Date.now() - heardAt
      if (silentMs > patienceMs * (isBusy ? BUSY_FACTOR : 1))
        void giveUp(`Ended: no test began or ended for ${Math.round(silentMs / 1_000)} s.`)
    }, lookMs)
    child.on('message', (message) => {
      if (message.file) return tookMs.set(message.file, message.tookMs)
      running = message.running
      heardAt = Date.now()
      // Wait longer for a test with a longer time limit of its own.
      patienceMs = Math.max(silenceMs, message.limitMs + lookMs)
    })
    child.once('exit', async (code) => {
      clearTimeout(limit)
      clearInterval(watch)
      // A process left behind may keep the pipe open.
      await Promise.race([once(child, 'close'), wait(LAST_WORDS_MS)])
      // A run that ended well while it was asked where it stands is not trusted either.
      resolve({ isGood: code === 0 && !stoodStill, stoodStill, tookMs })
    })
  })
}

/** Stack traces of Node and the Workers runtime, if available. */
async function stacksOf(pid, file) {
  try {
    process.kill(pid, 'SIGUSR2')
    for (let waited = 0; waited < ANSWER_MS && !existsSync(ROOT + file); waited += 50) await wait(50)
    await wait(50)
    const node = existsSync(ROOT + file) ? nodeStack(ROOT + file) : ['Node does not answer']
    rmSync(ROOT + file, { force: true })
    return [...node, ...(await Promise.all(runtimesOf(pid).map(runtimeStack))).flat()]
  } catch (error) {
    // The process ended, or the system lacks the signal.
    return [`no stacks: ${error.message}`]
  }
}

function nodeStack(file) {
  const { javascriptStack, libuv } = JSON.parse(readFileSync(file, 'utf8'))
  const waitsFor = libuv.filter((handle) => handle.is_active).map(({ type }) => type)
  // Without a stack, Node waits in its event loop.
  return [...(javascriptStack.stack ?? []).slice(0, 10), `Node waits for ${waitsFor.join(', ')}`]
}

/** Processes of the group, with the fields of their state; detectable on Linux only. */
function processesOf(group) {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const [, name, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/ \(|\) /)
      return Number(fields.split(' ')[2]) === group ? [{ pid, name, fields: fields.split(' ') }] : []
    } catch {
      // No such process, or just ended.
      return []
    }
  })
}

const runtimesOf = (group) => processesOf(group).flatMap(({ pid, name }) => (name === 'workerd' ? [pid] : []))

/** Processor time of the fields of a process or thread; a tick is ten milliseconds. */
const processorMs = ([, , , , , , , , , , , user, system]) => (Number(user) + Number(system)) * 10

const processorMsOf = (group) => processesOf(group).reduce((sum, { fields }) => sum + processorMs(fields), 0)

async function runtimeStack(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [name, fields] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      .split(/ \(|\) /)
      .slice(1)
    return `thread ${name}: ${fields[0]}, ${processorMs(fields.split(' ')) / 1_000} s of processor`
  })
  // gdb may be missing.
  const { stdout } = await execute('gdb', ['-p', pid, '-batch', '-ex', 'thread apply all bt 15'], {
    timeout: GDB_LIMIT_MS,
  }).catch(() => ({ stdout: '' }))
  const frames = stdout.split('\n').filter((line) => /^(?:#|Thread )/.test(line))
  return [`workerd ${pid}`, ...threads, ...frames]
}
