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
import { openTraders, tell } from './traders.mjs'

const SECONDS_MAX = 600
const USDT = 3
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
  const traders = await openTraders(port, accounts)
  await database
    .prepare(
      `INSERT INTO user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at)
       SELECT value, 'bench' || value || '@cm.example', 'none', 'Bench ' || value, 'en', 'B' || value, 1, 1 FROM json_each(?)`,
    )
    .bind(JSON.stringify(traders.map(({ userId }) => userId)))
    .run()
  const waiting = traders.values()
  const work = async () => {
    for (const { userId } of waiting)
      for (let no = 1; no <= Number(options.deposits); no++) {
        const amount = String(userId * 1000 + no)
        await tell(port, userId, { type: 'credit_deposit', depositId: userId * 100 + no, assetId: USDT, amount })
      }
  }
  await Promise.all(Array.from({ length: 32 }, work))
  return traders.map(({ userId }) => userId)
}

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
    const userIds = await fill(source)
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
