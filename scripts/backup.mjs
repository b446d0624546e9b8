// `npm run backup -- FILE [--url https://site] [--key-file FILE]`: the whole site in one file. It stands still while its rooms are read.

import { renameSync, rmSync } from 'node:fs'
import { openBackupWriter, readKey } from './lib/backup-file.mjs'
import { readSite } from './lib/backup-site.mjs'
import { tryLock } from './lib/lock.mjs'
import { openSite, readBackupArguments } from './lib/operator.mjs'
import { fail } from './lib/run.mjs'

/** Ctrl-C ends the pause of the site at once; a second one ends this process however it stands. */
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (isStopped = true))

try {
  const { file, url, keyFile } = readBackupArguments()
  const key = readKey(keyFile)
  const { site, close } = await openSite(url)
  const began = Date.now()
  try {
    const { rooms, bytes } = await save(site, file, key)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`${rooms} rooms, ${(bytes / 1e6).toFixed(1)} MB${key ? ', encrypted' : ''}, in ${seconds} s: ${file}`)
  } finally {
    await close()
  }
} catch (error) {
  fail(error)
}

/** Under another name until it is whole. */
async function save(site, file, key) {
  const unfinished = `${file}.part`
  if (!tryLock(`${unfinished}.pid`))
    throw new Error(`Another backup is being written to ${file}: wait for it, or name another file.`)
  rmSync(unfinished, { force: true })
  const writer = await openBackupWriter(unfinished, key)
  const counted = { rooms: 0, bytes: 0 }
  for await (const entry of readSite(site)) {
    if (isStopped)
      throw new Error(`Stopped: no backup was made, and the site goes on. What was read is in ${unfinished}.`)
    counted.bytes += await writer.write(entry)
    if (entry.name.startsWith('room/') && entry.part === 0) counted.rooms += 1
  }
  await writer.close()
  renameSync(unfinished, file)
  return counted
}
