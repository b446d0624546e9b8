// `node verify.mjs receipt.json …`: computes receipts again, offline and by the formulas that settled them. The build makes one file of it,
// without dependencies, which every site serves as /verify.mjs.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FUTURES_RULE, checkFuturesReceipt } from '../server/domain/futures/receipt.ts'
import { tickText } from '../server/domain/quotes/chain.ts'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** What is wrong with the receipt in a file; nothing when it is right. */
function check(file) {
  const body = readFileSync(file, 'utf8').trim()
  const receipt = JSON.parse(body)
  if (receipt.rule !== FUTURES_RULE) return [`it is of the rule "${receipt.rule}", which this script does not know`]
  const ticks = receipt.ticks
    .filter((tick) => sha256(tickText(tick)) !== tick.hash)
    .map(({ symbol, seq }) => `tick ${seq} of ${symbol} does not have the hash that it says`)
  return [...ticks, ...checkFuturesReceipt(receipt)]
}

const files = process.argv.slice(2)
if (files.length === 0) console.log('node verify.mjs receipt.json …')
for (const file of files) {
  const problems = check(file)
  console.log(problems.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${problems.join('\n  ')}`)
  console.log(`  its name is ${sha256(readFileSync(file, 'utf8').trim())}`)
  if (problems.length > 0) process.exitCode = 1
}
