// `npm run restore -- FILE [--url https://site] [--key-file FILE]`: fills an empty site from a backup. The file is checked first.

import { checkBackupFile, readBackupFile, readKey } from './lib/backup-file.mjs'
import { writeSite } from './lib/backup-site.mjs'
import { openSite, readBackupArguments } from './lib/operator.mjs'
import { fail } from './lib/run.mjs'

try {
  const { file, url, keyFile } = readBackupArguments()
  const key = readKey(keyFile)
  const { head } = await checkBackupFile(file, key)
  if (!head) throw new Error('The file is encrypted: give its key by --key-file or BACKUP_KEY.')
  const { site, close } = await openSite(url)
  const began = Date.now()
  try {
    const { rooms } = await writeSite(site, readBackupFile(file, key))
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(
      `${rooms} rooms as of ${new Date(head.at).toISOString()} are restored, in ${seconds} s. Nobody is logged in.`,
    )
  } finally {
    await close()
  }
} catch (error) {
  fail(error)
}
