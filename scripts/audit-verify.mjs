// `npm run audit:verify`: checks the hash chain of the desk's log and prints the first break, the number of lines and
// the last hash. Admins get number and hash of the last line by mail every day; `--mark NUMBER:HASH` of such a mail
// shows whether lines were cut off at the end or the chain was recomputed. For a deployed database add
// `--remote --env production`.

import { query, readArguments, sha256 } from './lib/desk.mjs'
import { importProduct } from './lib/product.mjs'
import { fail } from './lib/run.mjs'

const LINES_PER_READ = 500

const { own, where } = readArguments(['--mark'])
const { FIRST_HASH, compareMark, findBreak, parseMark, writeMark } = await importProduct('server/domain/desk/audit.ts')
const mark = own['--mark'] === undefined ? null : parseMark(own['--mark'])
if ('--mark' in own && !mark) fail('A mark is a number, ":" and 64 hexadecimal digits, as the mail has it.')
let markedHash = null
let lastChecked = { seq: 0, hash: FIRST_HASH }
for (;;) {
  const lines = await query(
    where,
    `select seq, at, staff_id as staffId, action, target, facts, command_id as commandId, previous_hash as previousHash, hash
      from audit_entry where seq > ${lastChecked.seq} order by seq limit ${LINES_PER_READ}`,
  )
  const broken = findBreak(lastChecked, lines, sha256)
  if (broken) fail(`Broken at line ${broken.seq}: ${broken.kind}.`)
  if (lines.length === 0) break
  markedHash ??= lines.find(({ seq }) => seq === mark?.seq)?.hash ?? null
  lastChecked = lines.at(-1)
}
const change = mark && compareMark(mark, markedHash)
if (change === 'cut') fail(`Line ${mark.seq} is gone: the log ends with line ${lastChecked.seq}.`)
if (change === 'rewritten') fail(`Line ${mark.seq} is not the one that was noted: the chain was computed anew.`)
console.log(
  `${lastChecked.seq} lines, chain intact${mark ? ', and the same as noted' : ''}. Mark of the last one: ${writeMark(lastChecked)}`,
)
