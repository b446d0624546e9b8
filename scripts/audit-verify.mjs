// `npm run audit:verify`: walks the desk's log line by line and names the first break; prints how many lines it has and the last hash.
// Note that hash down somewhere else: it shows later whether lines were cut off at the end. For a deployed database add
// `--remote --env production`.

import { query, readArguments, sha256 } from './lib/desk.mjs'
import { importProduct } from './lib/product.mjs'
import { fail } from './lib/run.mjs'

const LINES_PER_READ = 500

const { where } = readArguments([])
const { FIRST_HASH, findBreak } = await importProduct('server/domain/desk/audit.ts')
let before = { seq: 0, hash: FIRST_HASH }
for (;;) {
  const lines = await query(
    where,
    `select seq, at, staff_id as staffId, action, target, facts, command_id as commandId, previous_hash as previousHash, hash
      from audit_entry where seq > ${before.seq} order by seq limit ${LINES_PER_READ}`,
  )
  const broken = findBreak(before, lines, sha256)
  if (broken) fail(`Broken at line ${broken.seq}: ${broken.kind}.`)
  if (lines.length === 0) break
  before = lines.at(-1)
}
console.log(`${before.seq} lines, sound. Last hash: ${before.hash}`)
