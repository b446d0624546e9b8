// Machine load during a bench: CPU time of the server and of unrelated processes. On a shared machine rates vary; CPU
// time per request varies less and shows whether a rate is credible.

import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** CPU seconds of the Workers runtime started by this process; NaN if unavailable. */
export function serverSeconds() {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const server = children.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd')
    const [, fields] = readFileSync(`/proc/${server}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) / TICKS_PER_SECOND
  } catch {
    // Not Linux, or the server has ended.
    return NaN
  }
}

const busySeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000

const ownSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + serverSeconds()
}

/** Starts measuring; the returned function gives the CPU time of other processes since then, in processors. */
export function watchOthers() {
  const start = { at: performance.now(), busy: busySeconds(), own: ownSeconds() }
  return () => {
    const elapsed = (performance.now() - start.at) / 1000
    return Math.max(0, busySeconds() - start.busy - (ownSeconds() - start.own)) / elapsed
  }
}

/** Small durable writes per second of the disk with the bench data: the upper limit of commits per second. */
export function syncsPerSecond() {
  const folder = mkdtempSync(join(tmpdir(), 'cm-disk-'))
  const file = openSync(join(folder, 'file'), 'w')
  const page = Buffer.alloc(4096)
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < 1000; count++) {
    writeSync(file, page)
    fdatasyncSync(file)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return count
}
