// `node verify.mjs receipt.json …`: computes receipts again, offline and by the formulas that settled them. The build makes one file of it,
// without dependencies, which every site serves as /verify.mjs.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tickText } from '../server/domain/quotes/chain.ts'
import { checkReceipt, ticksOf } from '../server/domain/receipt.ts'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** What is wrong with the receipt in a file; nothing when it is right. */
function check(file) {
  const body = readFileSync(file, 'utf8').trim()
  const receipt = JSON.parse(body)
  const ticks = ticksOf(receipt)
    .filter((tick) => sha256(tickText(tick)) !== tick.hash)
    .map(({ symbol, seq }) => `tick ${seq} of ${symbol} does not have the hash that it says`)
  return [...ticks, ...checkReceipt(receipt)]
}

const files = process.argv.slice(2)
if (files.length === 0) console.log('node verify.mjs receipt.json …')
for (const file of files) {
  const problems = check(file)
  console.log(problems.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${problems.join('\n  ')}`)
  console.log(`  its name is ${sha256(readFileSync(file, 'utf8').trim())}`)
  if (problems.length > 0) process.exitCode = 1
}
