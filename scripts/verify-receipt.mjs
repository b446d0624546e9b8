// `node verify.mjs [--key KEY] [--witness KEY …] [--offline | --site URL] file.json …`: recomputes receipts by the settlement formulas. Files are
// answers of the API, or receipts by themselves: any number of receipts; /api/v1/log/receipt for what proves one in the log; /api/v1/log/round for
// the round that an order's answer named; all blocks of /api/v1/ieo/allocation for the total of a sale and the allotments of others;
// /api/v1/log/consistency, and checkpoints that witnesses cosigned; /api/v1/simulator/days for commitments of simulated prices; a file of
// /fairness/liabilities/mine, checked up to the root that it names. KEY is the log's public key, as the page /fairness shows it: with it, a receipt
// that no checkpoint covers is refused; with --witness, one that the witness did not cosign. --offline reads proofs from all files beside the named
// ones, --site asks a site for them. Bundled by the build without dependencies and served as /verify.mjs.

import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkLiabilityProof, provenText } from '../server/domain/liabilities/proof.ts'
import { spkiOf } from '../server/domain/log/ed25519.ts'
import { COSIGNATURE_KEY, NOTE_KEY, readPublicKey } from '../server/domain/log/note.ts'
import { digestOfTicks, roundText } from '../server/domain/log/leaf.ts'
import { checkProof, checkRoundProof } from '../server/domain/log/proof.ts'
import { checkSimulatedDay, wrongSimulatedTicks } from '../server/domain/quotes/simulated-day.ts'
import { IEO_CLAIMS_RULE, IEO_LIST_RULE } from '../server/domain/ieo/commitment.ts'
import { FUTURES_RULE } from '../server/domain/futures/receipt.ts'
import { IEO_RULE } from '../server/domain/ieo/allotment.ts'
import { checkWholeList } from '../server/domain/ieo/whole-list.ts'
import { OLD_QUIZ_BETS_RULE, QUIZ_BETS_RULE } from '../server/domain/quiz/commitment.ts'
import { OLD_QUIZ_RULE, QUIZ_RULE } from '../server/domain/quiz/receipt.ts'
import { checkReceipt, commitmentOf, loggedPart, ticksOf } from '../server/domain/receipt.ts'
import { proofStore } from './lib/proof-store.mjs'
import { readFile } from './lib/receipt-file.mjs'
import { filesBeside, readFromSite } from './lib/receipt-source.mjs'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const digest = (text) => createHash('sha256').update(text).digest('base64url')
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex')
const sha256Bytes = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())
const verifySignature = (key, message, signature) =>
  verify(null, message, createPublicKey({ key: Buffer.from(spkiOf(key)), format: 'der', type: 'spki' }), signature)

/** What is committed to, and before what, by rule. */
const COMMITTED = {
  [QUIZ_RULE]: { inputs: 'bets, fee and options', decision: 'the answer' },
  [OLD_QUIZ_RULE]: { inputs: 'bets', decision: 'the answer' },
  [IEO_LIST_RULE]: { inputs: 'applications', decision: 'the sharing' },
}
/** Subject of a receipt, by rule, where an event or a sale has one receipt. */
const ONLY = {
  [QUIZ_BETS_RULE]: ({ event }) => `the bets of event ${event}`,
  [OLD_QUIZ_BETS_RULE]: ({ event }) => `the bets of event ${event}`,
  [QUIZ_RULE]: ({ event }) => `the payout of event ${event}`,
  [OLD_QUIZ_RULE]: ({ event }) => `the payout of event ${event}`,
  [IEO_CLAIMS_RULE]: ({ project }) => `the applications of sale ${project}`,
  [IEO_LIST_RULE]: ({ project }) => `the allotments of sale ${project}`,
}
/** Rules of receipts that are commitments themselves. */
const COMMITMENTS = new Set([QUIZ_BETS_RULE, OLD_QUIZ_BETS_RULE, IEO_CLAIMS_RULE])
const COMMITMENT_RULES = {
  [QUIZ_RULE]: QUIZ_BETS_RULE,
  [OLD_QUIZ_RULE]: OLD_QUIZ_BETS_RULE,
  [IEO_LIST_RULE]: IEO_CLAIMS_RULE,
}

const NOT_WRITTEN = 'it is not written as its rule says'
const UNREADABLE = { problems: [NOT_WRITTEN], proven: [], open: [] }
const USAGE = 'node verify.mjs [--key KEY] [--witness KEY …] [--offline | --site URL] file.json …'
const { options, names, problem: misuse } = readWords(process.argv.slice(2))
const readKey = (text, kind) => {
  const found = readPublicKey(sha256Bytes, text)
  if (found?.kind !== kind) say(false, `${text} is no public key of a ${kind === NOTE_KEY ? 'log' : 'witness'}`)
  return found?.kind === kind ? found : null
}
const key = options.key === undefined ? null : readKey(options.key, NOTE_KEY)
const witnesses = options.witness.flatMap((text) => readKey(text, COSIGNATURE_KEY) ?? [])
const LOG_CHECKS = { sha256: sha256Bytes, digest: sha256, verify: verifySignature, key }
if (misuse) say(false, `${misuse}\n${USAGE}`)
else if (names.length === 0) say(true, USAGE)

const files = names.map((name) => ({ name, ...readFile(() => readFileSync(name, 'utf8')) }))
const beside = options.offline ? filesBeside(names) : []
const days = [...files, ...beside].flatMap((file) => file.days ?? [])
/** Names of receipts, texts of rounds and hashes of ticks, by subject: a second one of a subject is another history. */
const only = new Map()
const store = proofStore({ files: [...files, ...beside], ask: options.site && readFromSite(options.site) })
if (!misuse) for (const file of files) await checkFile(file)
for (const { name } of misuse ? [] : store.unused()) say(false, `${name}: proof of a receipt that is not here`)

function readWords(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        witness: { type: 'string', multiple: true, default: [] },
        offline: { type: 'boolean', default: false },
        site: { type: 'string' },
      },
    })
    const read = { options: values, names: positionals }
    if (values.offline && values.site !== undefined) return { ...read, problem: '--offline asks no site' }
    if (values.site !== undefined && !URL.canParse(values.site)) return { ...read, problem: '--site is no address' }
    const needs = values.offline ? '--offline' : values.site === undefined ? values.witness[0] && '--witness' : '--site'
    return needs && values.key === undefined ? { ...read, problem: `${needs} needs --key` } : read
  } catch (failure) {
    return { options: { witness: [] }, names: [], problem: failure.message }
  }
}

async function checkFile({ name, problem, days: own, liabilities, round, receipts = [] }) {
  if (problem) say(false, `${name}: ${problem}`)
  if (own)
    tell(
      name,
      attempt(() => own.flatMap((day) => checkSimulatedDay(day, sha256))),
    )
  if (liabilities) checkLiabilities(name, liabilities)
  if (round) checkRound(name, round)
  for (const body of receipts)
    await checkOne(receipts.length > 1 ? `${name}, ${sha256(body).slice(0, 12)}` : name, body)
}

function checkLiabilities(name, proofs) {
  const problems = proofs.flatMap((proof) => checkLiabilityProof(proof, digest))
  tell(name, problems)
  if (problems.length === 0) for (const proof of proofs) console.log(`  ${provenText(proof)}`)
}

function checkRound(name, proof) {
  if (!key) return say(false, `${name}: a round is proven with --key alone`)
  const { problems, proven, open } = checkRoundProof(LOG_CHECKS, proof)
  tell(name, problems)
  for (const each of proven) console.log(`  proven: ${each}`)
  for (const each of open) console.log(`  not proven: ${each}`)
  if (problems.length === 0) expectOnly(`round ${proof.round.no} was logged twice`, roundText(proof.round))
}

async function checkOne(name, body) {
  const receipt = JSON.parse(body)
  const problems = attempt(() => [
    // Of a field that stands twice one reader takes the first, another the last.
    ...(JSON.stringify(receipt) === body ? [] : ['its text is not the one that its rule writes']),
    ...checkReceipt(receipt, { sha256, hmac }),
    ...wrongSimulatedTicks(ticksOf(receipt), days),
  ])
  tell(name, problems)
  // A part is made of what the check has read.
  const logged = problems.length === 0 ? loggedPart(receipt) : receipt
  if (problems.length === 0) tellOnly(logged, sha256(logged === receipt ? body : JSON.stringify(logged)))
  await checkLogged(
    logged,
    logged === receipt ? body : JSON.stringify(logged),
    logged === receipt ? 'its name' : 'the name of its list',
  )
  if (problems.length === 0 && receipt.rule === IEO_RULE) await checkOthers(receipt)
  if (problems.length === 0) tellTime(logged)
  if (problems.length === 0 && receipt.rule === OLD_QUIZ_RULE)
    console.log('  not proven: that its fee and options are those of the bets (its rule commits to bets alone)')
}

/** The log proves an order; the time of a commitment is the site's word. */
function tellTime({ rule, at, committedAt }) {
  const said = COMMITMENTS.has(rule) ? at : committedAt
  if (said === undefined) return
  const time = `it was committed to at ${new Date(said).toISOString()}`
  console.log(`  not proven: that ${time} (a checkpoint proves the order, a cosignature the latest time)`)
}

/** Checks the total of a sale, and the allotments of other applicants. */
async function checkOthers({ sale, list }) {
  const listed = await store.wholeList(sha256(JSON.stringify(list)), sale.project)
  if (!listed)
    return console.log('  not proven: its total, and the other allotments (not all blocks of /api/v1/ieo/allocation)')
  const problems = checkWholeList(sha256, { sale, list }, listed)
  for (const each of problems) say(false, `  WRONG: ${each}`)
  if (problems.length === 0) console.log(`  proven: the total, and all ${listed.length} allotments of the sale`)
}

async function checkLogged(receipt, body, named) {
  const id = sha256(body)
  console.log(`  ${named} is ${id}`)
  const found = await store.proofOf(id)
  if (!found) {
    say(key === null, '  not proven: that it is in the log (no file of /api/v1/log/receipt for it)')
    return
  }
  found.isUsed = true
  if (!key) {
    console.log('  not proven: that it is in the log (no --key)')
    return
  }
  const { problems, proven, open } = attempt(() => checkProof(LOG_CHECKS, body, receipt, found.proof), UNREADABLE)
  for (const each of problems) say(false, `  WRONG: ${each}`)
  for (const each of proven) console.log(`  proven: ${each}`)
  for (const each of open) console.log(`  not proven: ${each}`)
  if (problems.length === 0) tellRounds(receipt, found.proof)
  // The commitment of a game is the hash of its seed and no receipt.
  const inLog = COMMITTED[receipt.rule]
  if (inLog && problems.length === 0)
    tellCommitted(
      { ...inLog, until: receipt.ticks[0]?.at },
      await store.committed(LOG_CHECKS, found.proof, commitmentOf(receipt)),
    )
  for (const witness of witnesses) tellCosigned(witness.name, await store.cosigned(LOG_CHECKS, found.proof, witness))
}

/** Refuses a second receipt of one subject: somebody was shown another history. */
function tellOnly(receipt, id) {
  const commitment = commitmentOf(receipt)
  const names = [
    [receipt.rule, id],
    [COMMITMENT_RULES[receipt.rule], commitment],
  ]
  for (const [rule, name] of names) {
    const about = name !== null && ONLY[rule]?.(receipt)
    if (about) expectOnly(`${about} have two receipts`, name)
  }
  // Orders have numbers within their account, and a time in milliseconds. A salt differs wherever a settlement is made anew.
  const { order, salt: _, ...settled } = receipt
  if (order)
    expectOnly(`order ${order.no} has two receipts that differ`, JSON.stringify(settled), JSON.stringify(order), sha256)
  // A position is closed in parts, and each part that its user asked for has a time of its own.
  const { rule, position, acceptedAt } = settled
  if (rule === FUTURES_RULE && acceptedAt !== null) {
    const problem = `a close of position ${position.no} has two receipts that differ`
    expectOnly(problem, JSON.stringify(settled), JSON.stringify({ position, acceptedAt }), sha256)
  }
}

/** Refuses a second text of a round, and a second tick of a number: the log was written with two histories. */
function tellRounds(receipt, { ticks }) {
  for (const { round, hashes, beforeRound } of ticks.flatMap((tick) => tick ?? []))
    for (const each of [{ round, hashes }, beforeRound].flatMap((held) => held ?? [])) {
      const digest = digestOfTicks(sha256, each.hashes)
      expectOnly(`round ${each.round.no} was logged twice`, roundText({ ...each.round, digest }))
    }
  for (const { symbol, seq, hash } of ticksOf(receipt)) expectOnly(`tick ${seq} of ${symbol} was logged twice`, hash)
}

function expectOnly(problem, text, subject = problem, shown = String) {
  const known = only.get(subject) ?? text
  only.set(subject, known)
  if (known !== text) say(false, `  WRONG: ${problem}: ${shown(known)} and ${shown(text)}`)
}

function tellCommitted({ inputs, decision, until }, verdict) {
  if (verdict?.kind === 'before') {
    const at = new Date(until).toISOString()
    return console.log(`  proven: leaf ${verdict.leaf} committed to its ${inputs} before ${decision}, by ${at}`)
  }
  if (verdict?.kind === 'after')
    return say(false, `  WRONG: leaf ${verdict.leaf} committed to its ${inputs} after ${decision}`)
  console.log(`  not proven: that its ${inputs} were committed to before ${decision}`)
}

function tellCosigned(name, verdict) {
  const { size } = verdict
  if (verdict.kind === 'fork')
    return say(false, `  WRONG: ${name} cosigned another log: checkpoint ${size} has two roots`)
  if (verdict.kind === 'unproven') return say(false, `  not proven: cosigned by ${name}`)
  const at = new Date(verdict.seconds * 1000).toISOString()
  console.log(`  proven: cosigned by ${name}, which saw checkpoint ${size} at ${at}`)
}

/** Files come from anyone: what the formulas cannot read is named. */
function attempt(check, otherwise = [NOT_WRITTEN]) {
  try {
    return check()
  } catch {
    return otherwise
  }
}

function tell(name, problems) {
  say(problems.length === 0, problems.length === 0 ? `${name}: right` : `${name}: WRONG\n  ${problems.join('\n  ')}`)
}

function say(isRight, text) {
  console.log(text)
  if (!isRight) process.exitCode = 1
}
