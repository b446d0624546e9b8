// `npm run backup -- FILE [--url https://site] [--key-file FILE]`: the whole site in one file. It stands still while its rooms are read.

import { renameSync, rmSync } from 'node:fs'
import { openBackupWriter, readKey } from './lib/backup-file.mjs'
import { readSite } from './lib/backup-site.mjs'
import { openSite, readBackupArguments } from './lib/operator.mjs'
import { fail } from './lib/run.mjs'

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
  fail(error.message)
}

/** Under another name until it is whole. */
async function save(site, file, key) {
  const unfinished = `${file}.part`
  rmSync(unfinished, { force: true })
  const writer = await openBackupWriter(unfinished, key)
  const counted = { rooms: 0, bytes: 0 }
  for await (const entry of readSite(site)) {
    counted.bytes += await writer.write(entry)
    if (entry.name.startsWith('room/') && entry.part === 0) counted.rooms += 1
  }
  await writer.close()
  renameSync(unfinished, file)
  return counted
}
