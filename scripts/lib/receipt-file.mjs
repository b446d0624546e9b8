// Files of /verify.mjs by their content: receipts, commitments of simulated days, proofs of the log. Every answer of the API is read as it came.

import * as v from 'valibot'
import { count, hash } from '../../server/domain/published-forms.ts'
import { readNote } from '../../server/domain/log/note.ts'
import { liabilityProofsIn } from '../../server/domain/liabilities/proof.ts'

const path = v.pipe(v.array(hash), v.maxLength(64))
const inclusion = v.strictObject({ leaf: count, size: count, text: v.string(), path })
const before = v.strictObject({
  symbol: v.string(),
  seq: count,
  at: count,
  price: v.string(),
  source: v.string(),
  previousHash: hash,
})
const proof = v.strictObject({
  checkpoint: v.string(),
  inclusion,
  ticks: v.array(
    v.nullable(
      v.strictObject({
        round: v.pipe(
          v.strictObject({ no: count, at: count, late_symbol: v.nullable(v.string()) }),
          v.transform(({ late_symbol: lateSymbol, ...round }) => ({ ...round, lateSymbol })),
        ),
        hashes: v.array(hash),
        before: v.nullable(before),
        leaf: count,
        path,
      }),
    ),
  ),
  rounds: v.array(inclusion),
})

const round = v.strictObject({
  checkpoint: v.string(),
  inclusion,
  round: v.pipe(
    v.strictObject({ no: count, at: count, late_symbol: v.nullable(v.string()), digest: hash }),
    v.transform(({ late_symbol: lateSymbol, ...rest }) => ({ ...rest, lateSymbol })),
  ),
  path,
})

const consistency = v.strictObject({ from: count, to: count, path })

const allocation = v.strictObject({
  ...{ supply_total: count, root: v.nullable(hash), blocks: count, claims_receipt_id: hash, list_receipt_id: hash },
  list: v.array(
    v.pipe(
      v.strictObject({ claim_id: count, first_claim_id: count, applied: count, allotted: count }),
      v.transform(({ claim_id: claim, first_claim_id: first, ...rest }) => ({ claim, first, ...rest })),
    ),
  ),
})

const day = v.strictObject({
  day: v.string(),
  commitment: hash,
  key: v.nullable(v.string()),
  sources: v.nullable(
    v.array(v.strictObject({ name: v.string(), start: v.number(), end: v.number(), origin: v.number() })),
  ),
})

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isReceipt = (value) => isRecord(value) && typeof value.rule === 'string'

/** What a file contains: `receipts` as the texts that were hashed, `days`, `proof`, `round`, `consistency`, `note`, `allocation`, `liabilities`, or the `problem` with it. */
export function readFile(read) {
  const whole = attempt(read)
  if (whole === undefined) return { problem: 'cannot be read' }
  if (readNote(whole)) return { note: whole }
  const text = whole.trim()
  const answer = attempt(() => JSON.parse(text))
  if (answer === undefined) return { problem: 'no receipt, because it is no JSON' }
  const liabilities = liabilityProofsIn(answer)
  if (liabilities !== null) return { liabilities }
  if (isReceipt(answer)) return { receipts: [text] }
  if (isRecord(answer) && answer.type === 'ok' && 'message' in answer) return readMessage(answer.message)
  return isRecord(answer) && Array.isArray(answer.message) ? readMessage(answer.message) : { problem: UNKNOWN }
}

const UNKNOWN = 'neither a receipt nor an answer with one'

function readMessage(message) {
  if (isReceipt(message)) return { receipts: [JSON.stringify(message)] }
  if (isRecord(message) && typeof message.body === 'string') return readBodies([message])
  if (Array.isArray(message) && message.every((each) => isRecord(each) && typeof each.body === 'string'))
    return readBodies(message)
  if (Array.isArray(message) && message.every((each) => isRecord(each) && 'commitment' in each))
    return read(v.array(day), message, 'days')
  if (isRecord(message) && typeof message.checkpoint === 'string' && typeof message.key === 'string')
    return readNote(message.checkpoint) ? { note: message.checkpoint } : { problem: 'checkpoint is no signed note' }
  if (isRecord(message) && 'from' in message && 'to' in message) return read(consistency, message, 'consistency')
  if (isRecord(message) && 'list_receipt_id' in message) return read(allocation, message, 'allocation')
  if (isRecord(message) && 'inclusion' in message && 'round' in message) return read(round, message, 'round')
  if (isRecord(message) && 'inclusion' in message) return read(proof, message, 'proof')
  return { problem: UNKNOWN }
}

function readBodies(messages) {
  const isEach = messages.every(({ body }) => isReceipt(attempt(() => JSON.parse(body))))
  return isEach ? { receipts: messages.map(({ body }) => body) } : { problem: UNKNOWN }
}

function read(schema, message, name) {
  const found = v.safeParse(schema, message)
  if (found.success) return { [name]: found.output }
  const [issue] = found.issues
  return { problem: `${v.getDotPath(issue) ?? name} is not as the API writes it` }
}

function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}
