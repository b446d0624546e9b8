// Backup and restore of many accounts: the operators' commands' own steps, from one served site into a file and into another, empty one.
//
//   node bench/restore.mjs [--accounts 10000] [--deposits 5]
//
// Each account has play money and some deposits. Fails when the restore takes ten minutes or longer, or when an account is not as it was.

import { statSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackupWriter, readBackupFile } from '../scripts/lib/backup-file.mjs'
import { readSite, writeSite } from '../scripts/lib/backup-site.mjs'
import { openSite } from '../scripts/lib/operator.mjs'
import { Verdict } from './alternate.mjs'
import { serverSeconds, watchOthers } from './machine.mjs'
import { BACKUP_TOKEN, serve } from './served.mjs'
import { ACCOUNTS_PER_SECOND_MAX, FIRST_ACCOUNT, openingOf, tell, tellMany } from './traders.mjs'

const SECONDS_MAX = 600
const USDT = 3
/** Accounts that are filled at once. */
const AT_ONCE = 16
/** Accounts that are compared. */
const COMPARED_EVERY = 20

const { values: options } = parseArgs({
  options: { accounts: { type: 'string', default: '10000' }, deposits: { type: 'string', default: '5' } },
})
const accounts = Number(options.accounts)
process.env.BACKUP_TOKEN = BACKUP_TOKEN

const folder = mkdtempSync(join(tmpdir(), 'cm-restore-'))
const file = join(folder, 'site.cmbackup')

const siteOf = async ({ port }) => (await openSite(`http://127.0.0.1:${port}`)).site

async function fill({ port, database }) {
  const userIds = Array.from({ length: accounts }, (_, index) => FIRST_ACCOUNT + index)
  await database
    .prepare(
      `INSERT INTO user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at)
       SELECT value, 'bench' || value || '@cm.example', 'none', 'Bench ' || value, 'en', 'B' || value, 1, 1 FROM json_each(?)`,
    )
    .bind(JSON.stringify(userIds))
    .run()
  const start = performance.now()
  for (let from = 0; from < accounts; from += AT_ONCE) {
    const some = userIds.slice(from, from + AT_ONCE)
    await tellMany(
      port,
      some.map((userId) => [userId, [...openingOf(userId), ...depositsOf(userId)]]),
    )
    const dueAt = start + ((from + some.length) * 1000) / ACCOUNTS_PER_SECOND_MAX
    if (accounts > 1000) await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
  }
  return userIds
}

const depositsOf = (userId) =>
  Array.from({ length: Number(options.deposits) }, (_, index) => ({
    type: 'credit_deposit',
    depositId: userId * 100 + index + 1,
    assetId: USDT,
    amount: String(userId * 1000 + index + 1),
  }))

/** What an account says of its books. */
async function booksOf({ port }, userIds) {
  const books = []
  for (const userId of userIds) books.push(JSON.stringify(await tell(port, userId, { type: 'verify' })))
  return books
}

/** Runs the work, and says how long it took and whose processor it used. */
async function measured(name, work) {
  const [start, own, server, others] = [performance.now(), process.cpuUsage(), serverSeconds(), watchOthers()]
  const result = await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  console.log(
    `${name}: ${seconds.toFixed(1)} s; processor of the site ${(serverSeconds() - server).toFixed(1)} s, of the command ${((user + system) / 1e6).toFixed(1)} s; other work ${others().toFixed(1)} cores`,
  )
  return { seconds, result }
}

async function save(site) {
  const writer = await openBackupWriter(file, null)
  let rooms = 0
  for await (const entry of readSite(site)) {
    await writer.write(entry)
    if (entry.name.startsWith('room/') && entry.part === 0) rooms += 1
  }
  await writer.close()
  return rooms
}

const verdict = new Verdict()
try {
  const source = await serve()
  let compared, before
  try {
    const { result: userIds } = await measured('filling', () => fill(source))
    compared = userIds.filter((_, index) => index % COMPARED_EVERY === 0)
    before = await booksOf(source, compared)
    const site = await siteOf(source)
    const { result: rooms } = await measured('backup', () => save(site))
    console.log(`${rooms} rooms, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  } finally {
    await source.stop()
  }
  const target = await serve()
  try {
    const site = await siteOf(target)
    const { seconds } = await measured('restore', () => writeSite(site, readBackupFile(file, null)))
    const after = await booksOf(target, compared)
    const changed = after.filter((books, index) => books !== before[index]).length
    verdict.expect(changed === 0, `accounts that are not as they were: ${changed} of ${compared.length}`)
    verdict.expect(
      seconds < SECONDS_MAX,
      `restore of ${accounts} accounts: ${seconds.toFixed(0)} s, less than ${SECONDS_MAX}`,
    )
  } finally {
    await target.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
verdict.close()
