// Locks between processes of this checkout: a file with the holder's process id, touched for as long as the holder runs.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const TOUCH_EVERY_MS = 1_000
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
