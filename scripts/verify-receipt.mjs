// `node verify.mjs receipt.json …`: recomputes receipts offline by the settlement formulas. With a file of
// /api/v1/simulator/days it also checks those days' commitments, and each simulated price of the receipts. A file of
// /fairness/liabilities/mine is checked up to the root of liabilities that it names. Bundled by
// the build without dependencies and served by every site as /verify.mjs.

import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkLiabilityProof, liabilityProofsIn, provenText } from '../server/domain/liabilities/proof.ts'
import { checkSimulatedDay, wrongSimulatedTicks } from '../server/domain/quotes/simulated-day.ts'
import { checkReceipt } from '../server/domain/receipt.ts'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const digest = (text) => createHash('sha256').update(text).digest('base64url')
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex')

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isDays = (answer) => Array.isArray(answer?.message) && answer.message.every(({ commitment }) => commitment)

const files = process.argv.slice(2)
const days = files.flatMap((file) => {
  const answer = readJson(readFileSync(file, 'utf8'))
  return isDays(answer) ? answer.message : []
})
if (files.length === 0) console.log('node verify.mjs receipt.json …')
for (const file of files) {
  const text = readFileSync(file, 'utf8').trim()
  const answer = readJson(text)
  if (answer === undefined) {
    console.log(`${file}: no receipt, because it is no JSON`)
    process.exitCode = 1
    continue
  }
  if (isDays(answer)) {
    const wrong = answer.message.flatMap((day) => checkSimulatedDay(day, sha256))
    console.log(wrong.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${wrong.join('\n  ')}`)
    if (wrong.length > 0) process.exitCode = 1
    continue
  }
  const proofs = liabilityProofsIn(answer)
  if (proofs !== null) {
    const wrong = proofs.flatMap((proof) => checkLiabilityProof(proof, digest))
    console.log(wrong.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${wrong.join('\n  ')}`)
    if (wrong.length === 0) for (const proof of proofs) console.log(`  ${provenText(proof)}`)
    if (wrong.length > 0) process.exitCode = 1
    continue
  }
  // In an answer of /api/v1/receipt, the receipt is the text inside.
  const body = typeof answer?.message?.body === 'string' ? answer.message.body : text
  const receipt = readJson(body)
  const problems = [...checkReceipt(receipt, { sha256, hmac }), ...wrongSimulatedTicks(receipt?.ticks ?? [], days)]
  console.log(problems.length === 0 ? `${file}: right` : `${file}: WRONG\n  ${problems.join('\n  ')}`)
  console.log(`  its name is ${sha256(body)}`)
  if (problems.length > 0) process.exitCode = 1
}
