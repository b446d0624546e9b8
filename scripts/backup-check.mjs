// `npm run backup:check -- FILE [--key-file FILE]`: reads a backup to its end and names the first damaged entry. Without the key of an
// encrypted one the hashes are checked and the contents are not.

import { checkBackupFile, readKey } from './lib/backup-file.mjs'
import { readBackupArguments } from './lib/operator.mjs'
import { fail } from './lib/run.mjs'

try {
  const { file, keyFile } = readBackupArguments()
  const { rooms, uploads, parts, head } = await checkBackupFile(file, readKey(keyFile))
  const made = head ? `as of ${new Date(head.at).toISOString()}` : 'encrypted, its contents unread'
  console.log(`${file} is whole: ${rooms} rooms, ${uploads} uploads, ${parts} parts, ${made}.`)
} catch (error) {
  fail(error)
}
