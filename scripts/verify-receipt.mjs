// `node verify.mjs receipt.json …`: computes receipts again, offline and by the formulas that settled them. The build makes one file of it,
// without dependencies, which every site serves as /verify.mjs.

import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkReceipt } from '../server/domain/receipt.ts'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex')

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const files = process.argv.slice(2)
if (files.length === 0) console.log('node verify.mjs receipt.json …')
for (const file of files) {
  const text = readFileSync(file, 'utf8').trim()
  const answer = readJson(text)
  if (answer === undefined) {
    console.log(`${file}: no receipt, because it is no JSON`)
    process.exitCode = 1
    continue
  }
  // As /api/v1/receipt answers it, the receipt is the text inside.
  const body = typeof answer?.message?.body === 'string' ? answer.message.body : text
  const problems = checkReceipt(readJson(body), { sha256, hmac })
  console.log(problems.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${problems.join('\n  ')}`)
  console.log(`  its name is ${sha256(body)}`)
  if (problems.length > 0) process.exitCode = 1
}
