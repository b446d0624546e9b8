// Runs Vitest as a process group that is watched: one in which nothing begins or ends for too long is asked where it stands, then ended.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT, endGroup, scriptOf, startGroup } from './run.mjs'

const REPORTS = '.cache/tests'
/** A process writes its stacks within this, unless it is beyond answering. */
const ANSWER_MS = 3_000
/** Before its first test a run loads every module: it may be silent for this many times as long. */
const COLD_START = 3
const GDB_LIMIT_MS = 20_000

/**
 * Runs Vitest to its end, or ends it when `limitMs` is over or nothing has happened for `silenceMs`. Its words are shown.
 * @returns {Promise<{ isGood: boolean, stoodStill: boolean }>}
 */
export function runWatched(args, { limitMs, silenceMs }) {
  mkdirSync(ROOT + REPORTS, { recursive: true })
  const stacks = `${REPORTS}/stacks-${process.pid}-${Date.now()}.json`
  const child = startGroup(scriptOf('vitest'), [...args, '--reporter=./tests/support/progress.ts'], {
    execArgv: [
      '--report-on-signal',
      '--report-signal=SIGUSR2',
      '--report-exclude-network',
      `--report-filename=${stacks}`,
    ],
  })
  return new Promise((resolve) => {
    let running = []
    let stoodStill = false
    const giveUp = async (why) => {
      stoodStill = true
      console.error(`${why} It was here:`)
      console.error([...running, ...(await stacksOf(child.pid, stacks))].map((line) => `  ${line}`).join('\n'))
      void endGroup(child)
    }
    const limit = setTimeout(() => giveUp(`Ended after ${limitMs / 60_000} minutes without a result.`), limitMs)
    const onSilence = () => giveUp(`Ended: no test began or ended for ${silenceMs / 1_000} s or more.`)
    let silence = setTimeout(onSilence, silenceMs * COLD_START)
    child.on('message', (message) => {
      running = message.running
      clearTimeout(silence)
      if (!stoodStill) silence = setTimeout(onSilence, silenceMs)
    })
    child.once('exit', (code) => {
      clearTimeout(limit)
      clearTimeout(silence)
      resolve({ isGood: code === 0, stoodStill })
    })
  })
}

/** Where Node and the Workers runtime stand, as far as this system tells. */
async function stacksOf(pid, file) {
  process.kill(pid, 'SIGUSR2')
  for (let waited = 0; waited < ANSWER_MS && !existsSync(ROOT + file); waited += 50) await wait(50)
  await wait(50)
  const node = existsSync(ROOT + file) ? nodeStack(ROOT + file) : ['Node does not answer']
  rmSync(ROOT + file, { force: true })
  return [...node, ...runtimesOf(pid).flatMap(runtimeStack)]
}

function nodeStack(file) {
  const { javascriptStack, libuv } = JSON.parse(readFileSync(file, 'utf8'))
  const waitsFor = libuv.filter((handle) => handle.is_active).map(({ type }) => type)
  // Without a stack it waits in its event loop.
  return [...(javascriptStack.stack ?? []).slice(0, 10), `Node waits for ${waitsFor.join(', ')}`]
}

/** Processes of the group that are a Workers runtime. Linux alone tells. */
function runtimesOf(group) {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      return Number(fields.split(' ')[2]) === group && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd'
    } catch {
      // No process, or one that has ended meanwhile.
      return false
    }
  })
}

function runtimeStack(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [name, fields] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      .split(/ \(|\) /)
      .slice(1)
    const [state, , , , , , , , , , , user, system] = fields.split(' ')
    return `thread ${name}: ${state}, ${(Number(user) + Number(system)) / 100} s of processor`
  })
  const { stdout } = spawnSync('gdb', ['-p', pid, '-batch', '-ex', 'thread apply all bt 15'], {
    encoding: 'utf8',
    timeout: GDB_LIMIT_MS,
  })
  const frames = (stdout ?? '').split('\n').filter((line) => /^(?:#|Thread )/.test(line))
  return [`workerd ${pid}`, ...threads, ...frames]
}
