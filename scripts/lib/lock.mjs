// Locks between processes of this checkout: a file with the holder's process id, touched for as long as the holder runs.
// Node built-ins only, compatible with Node 18.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const TOUCH_EVERY_MS = 1_000
const ASK_EVERY_MS = 200
/** A file untouched for this long has no holder: its process was killed, and its id may belong to another program now. */
const UNTOUCHED_MS = 20_000

/** Takes the lock until the returned function is called or this process ends; undefined while another process holds it. */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld(file)) return undefined
    rmSync(file, { force: true })
    return tryLock(file)
  }
  // Somebody may have deleted the file's folder.
  const touch = setInterval(() => utimes(file, new Date(), new Date(), () => undefined), TOUCH_EVERY_MS).unref()
  const release = () => {
    process.off('exit', release)
    clearInterval(touch)
    rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

/** Waits for the lock, runs `work` and releases it. */
export async function withLock(file, work) {
  let release
  while (!(release = tryLock(file))) await wait(ASK_EVERY_MS)
  try {
    return await work()
  } finally {
    release()
  }
}

function isHeld(file) {
  if (!existsSync(file)) return false
  const untouchedMs = Math.abs(Date.now() - statSync(file).mtimeMs)
  return untouchedMs < UNTOUCHED_MS && isRunning(Number(readFileSync(file, 'utf8')))
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
