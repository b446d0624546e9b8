// `node verify.mjs [--key KEY] file.json …`: recomputes receipts offline by the settlement formulas. Files are answers of the API, or receipts
// by themselves: any number of receipts; /api/v1/log/receipt for what proves one in the log; /api/v1/log/round for the round that an order's
// answer named; /api/v1/simulator/days for commitments of simulated
// prices; a file of /fairness/liabilities/mine, checked up to the root that it names. KEY is the log's public key, as the page /fairness shows it: with it, a receipt that no checkpoint covers is refused. Bundled by the build without dependencies and served as /verify.mjs.

import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkLiabilityProof, provenText } from '../server/domain/liabilities/proof.ts'
import { spkiOf } from '../server/domain/log/ed25519.ts'
import { readPublicKey } from '../server/domain/log/note.ts'
import { checkProof, checkRoundProof } from '../server/domain/log/proof.ts'
import { checkSimulatedDay, wrongSimulatedTicks } from '../server/domain/quotes/simulated-day.ts'
import { checkReceipt } from '../server/domain/receipt.ts'
import { readFile } from './lib/receipt-file.mjs'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const digest = (text) => createHash('sha256').update(text).digest('base64url')
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex')
const sha256Bytes = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())
const verifySignature = (key, message, signature) =>
  verify(null, message, createPublicKey({ key: Buffer.from(spkiOf(key)), format: 'der', type: 'spki' }), signature)

const words = process.argv.slice(2)
const keyAt = words.indexOf('--key')
const keyText = keyAt < 0 ? null : (words.splice(keyAt, 2)[1] ?? '')
const key = keyText === null ? null : readPublicKey(sha256Bytes, keyText)
const LOG_CHECKS = { sha256: sha256Bytes, digest: sha256, verify: verifySignature, key }
if (words.length === 0) say(true, 'node verify.mjs [--key KEY] file.json …')
if (keyText !== null && key === null) say(false, `--key: ${keyText} is no public key of a log`)

const files = words.map((name) => ({ name, ...readFile(() => readFileSync(name, 'utf8')) }))
const days = files.flatMap((file) => file.days ?? [])
const proofs = files.flatMap(({ name, proof }) => (proof ? [{ name, proof, isUsed: false }] : []))
for (const { name, problem, days: own, liabilities, round, receipts = [] } of files) {
  if (problem) say(false, `${name}: ${problem}`)
  if (own)
    tell(
      name,
      attempt(() => own.flatMap((day) => checkSimulatedDay(day, sha256))),
    )
  if (liabilities) checkLiabilities(name, liabilities)
  if (round) checkRound(name, round)
  for (const body of receipts) checkOne(receipts.length > 1 ? `${name}, ${sha256(body).slice(0, 12)}` : name, body)
}
for (const { name, isUsed } of proofs) if (!isUsed) say(false, `${name}: proof of a receipt that is not here`)

function checkLiabilities(name, proofs) {
  const problems = proofs.flatMap((proof) => checkLiabilityProof(proof, digest))
  tell(name, problems)
  if (problems.length === 0) for (const proof of proofs) console.log(`  ${provenText(proof)}`)
}

function checkRound(name, proof) {
  if (!key) return say(false, `${name}: a round is proven with --key alone`)
  const { problems, proven } = checkRoundProof(LOG_CHECKS, proof)
  tell(name, problems)
  for (const each of proven) console.log(`  proven: ${each}`)
}

function checkOne(name, body) {
  const receipt = JSON.parse(body)
  tell(
    name,
    attempt(() => [...checkReceipt(receipt, { sha256, hmac }), ...wrongSimulatedTicks(receipt.ticks ?? [], days)]),
  )
  const id = sha256(body)
  console.log(`  its name is ${id}`)
  const found = proofs.find(({ proof }) => proof.inclusion.text.endsWith(`\n${id}`))
  if (!found) {
    say(key === null, '  not proven: that it is in the log (no file of /api/v1/log/receipt for it)')
    return
  }
  found.isUsed = true
  if (!key) {
    console.log('  not proven: that it is in the log (no --key)')
    return
  }
  const { problems, proven, open } = checkProof(LOG_CHECKS, body, receipt, found.proof)
  for (const each of problems) say(false, `  WRONG: ${each}`)
  for (const each of proven) console.log(`  proven: ${each}`)
  for (const each of open) console.log(`  not proven: ${each}`)
}

/** Files come from anyone: what the formulas cannot read is named. */
function attempt(check) {
  try {
    return check()
  } catch {
    return ['it is not written as its rule says']
  }
}

function tell(name, problems) {
  say(problems.length === 0, problems.length === 0 ? `${name}: right` : `${name}: WRONG\n  ${problems.join('\n  ')}`)
}

function say(isRight, text) {
  console.log(text)
  if (!isRight) process.exitCode = 1
}
