// Batches of payouts at the desk: proposed by one person and approved by another, prepared for signing, and completed by signed
// transactions or by the ids of transactions that were sent elsewhere. Each step needs a recent login.

import { logWarning } from '#lib/log-line'
import { isAnyElsewhere, isTransactionElsewhere, sendStatements, setAside } from '#db/platform/payout'
import {
  type PayoutBatchRow,
  dropUnscreened,
  findBatch,
  listOfBatch,
  listPayable,
  storeDocument,
} from '#db/platform/payout-batch'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import { BATCH_MAX, SIGNED_LENGTH_MAX } from '#domain/funds/payout'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'
import { sql } from 'drizzle-orm'
import { loadCatalogue } from '../catalogue'
import type { SignedRefusal } from '../chains/payer'
import { openPayer } from '../chains/networks'
import { writeAudited } from '../desk/audit'
import { isFresh } from '../desk/factors'
import { checkNotOwn } from '../desk/own-account'
import { type ProposeRefusal, propose } from '../desk/propose'
import { type StaffMember, checkPermission } from '../desk/session'
import { screenPayable } from '../screening/subjects'
import { batchLines } from './documents'
import { confirmationsOf, methodOf, newSend, paymentOf, pickForBatch } from './payments'

interface Command {
  readonly commandId: string
  readonly at: number
}

export type PayoutRefusal =
  | ProposeRefusal
  | SignedRefusal
  | 'permission_missing'
  | 'desk_login_stale'
  | 'own_account'
  | 'payout_nothing'
  | 'payout_batch_open'
  | 'payout_batch_not_found'
  | 'payout_no_source'
  | 'payout_node_failed'
  | 'payout_transactions_malformed'
  | 'payout_transaction_known'

function admit(by: StaffMember, at: number): Outcome<null, 'permission_missing' | 'desk_login_stale'> {
  const admitted = checkPermission(by, 'payouts:write')
  if (!admitted.ok) return admitted
  return isFresh(by, at) ? done(null) : refuse('desk_login_stale')
}

/** Proposes a batch of everything that is approved on a network (empty: banks), oldest first. */
export async function proposeBatch(
  env: Env,
  by: StaffMember,
  { network, commandId, at }: Command & { readonly network: string },
): Promise<Outcome<null, PayoutRefusal>> {
  const admitted = admit(by, at)
  if (!admitted.ok) return admitted
  const [catalogue, rows] = await Promise.all([loadCatalogue(env), listPayable(env.DB, network)])
  const picked = await screenPayable(env, pickForBatch(rows, BATCH_MAX), at)
  if (picked.length === 0) return refuse('payout_nothing')
  const target = `payouts:${network || 'bank'}`
  for (const { userId } of picked) {
    const foreign = await checkNotOwn(env, by, {
      userId,
      target,
      commandId: `${commandId}:${userId}`,
      at,
    })
    if (!foreign.ok) return foreign
  }
  const method = methodOf(network, openPayer(env, { network, catalogue, now: at }))
  const withdrawalIds = picked.map(({ id }) => id)
  return propose(env, by, {
    proposal: { act: 'payout_batch', network, method, withdrawalIds },
    target,
    facts: { act: 'payout_batch', network, method, withdrawals: withdrawalIds.join(' ') },
    commandId,
    at,
  })
}

interface OpenBatch {
  readonly batch: PayoutBatchRow
  readonly rows: readonly WithdrawalRow[]
  readonly catalogue: Catalogue
}

async function openBatch(
  env: Env,
  by: StaffMember,
  { batchId, at }: { readonly batchId: number; readonly at: number },
): Promise<Outcome<OpenBatch, PayoutRefusal>> {
  const admitted = admit(by, at)
  if (!admitted.ok) return admitted
  const [batch, rows, catalogue] = await Promise.all([
    findBatch(env.DB, batchId),
    listOfBatch(env.DB, batchId),
    loadCatalogue(env),
  ])
  return batch ? done({ batch, rows, catalogue }) : refuse('payout_batch_not_found')
}

const isSigning = ({ state }: WithdrawalRow): boolean => state === 'signing'

/**
 * Writes the file to sign: unsigned transactions from the network's node, or instructions. Prepared again, it replaces the earlier file
 * with one that cannot be paid beside it.
 */
export async function prepareBatch(
  env: Env,
  by: StaffMember,
  { batchId, commandId, at }: Command & { readonly batchId: number },
): Promise<Outcome<null, PayoutRefusal>> {
  const open = await openBatch(env, by, { batchId, at })
  if (!open.ok) return open
  const { batch, catalogue } = open.value
  const payer = openPayer(env, { network: batch.network, catalogue, now: at })
  const waiting = await screenedRows(env, open.value, { canSign: payer?.signing != null, at })
  if (waiting.length === 0) return refuse('payout_nothing')
  if (!payer?.signing && (batch.method === 'evm' || batch.method === 'psbt')) return refuse('payout_no_source')
  const prepared = await attempt(batch, async () =>
    payer?.signing
      ? payer.signing.prepare(
          waiting.map((row) => paymentOf(catalogue, row)),
          readDocument(batch),
        )
      : { document: instructions(catalogue, waiting), nonces: new Map<number, number>(), refused: [] as number[] },
  )
  if (!prepared) return refuse('payout_node_failed')
  const document = JSON.stringify(prepared.document, null, 2)
  for (const row of waiting) if (prepared.refused.includes(row.id)) await setAside(env.DB, row, at)
  await storeDocument(env.DB, { id: batch.id, document, nonces: prepared.nonces })
  const facts = { digest: sha256(document) }
  const entry = { staffId: by.id, action: 'payout_prepared', target: `batch:${batchId}`, facts, commandId, at } as const
  // A retry prepares anew, so its digest may differ.
  const written = await writeAudited(env, entry, { statements: [], isSame: () => true })
  return written.ok ? done(null) : written
}

/** Rows to prepare. Plain instructions may already be executed, so such batches keep all rows. */
async function screenedRows(
  env: Env,
  { batch, rows }: OpenBatch,
  { canSign, at }: { readonly canSign: boolean; readonly at: number },
): Promise<readonly WithdrawalRow[]> {
  const waiting = rows.filter(isSigning)
  if (batch.document !== '' || !canSign) return waiting
  await screenPayable(env, waiting, at)
  await dropUnscreened(env.DB, batch.id)
  return (await listOfBatch(env.DB, batch.id)).filter(isSigning)
}

const readDocument = ({ document }: Pick<PayoutBatchRow, 'document'>): unknown =>
  document === '' ? null : JSON.parse(document)

function instructions(catalogue: Catalogue, rows: readonly WithdrawalRow[]) {
  const { heads, lines } = batchLines(catalogue, rows)
  return { payments: lines.map((line) => Object.fromEntries(heads.map((head, index) => [head, line[index]]))) }
}

/** Null if the node fails. */
async function attempt<Value>({ id }: PayoutBatchRow, work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (failure) {
    logWarning(`batch ${id}: the node failed: ${String(failure)}`)
    return null
  }
}

/** Stores signed transactions and sends them; one that a node does not take is sent again by the sweep. */
export async function uploadSigned(
  env: Env,
  by: StaffMember,
  { batchId, text, commandId, at }: Command & { readonly batchId: number; readonly text: string },
): Promise<Outcome<null, PayoutRefusal>> {
  const open = await openBatch(env, by, { batchId, at })
  if (!open.ok) return open
  const { batch, rows, catalogue } = open.value
  const waiting = rows.filter(isSigning)
  const signing = openPayer(env, { network: batch.network, catalogue, now: at })?.signing
  if (!signing) return refuse('payout_no_source')
  if (waiting.length === 0) return refuse('payout_nothing')
  if (text.length > SIGNED_LENGTH_MAX) return refuse('payout_signed_malformed')
  const payments = waiting.map((row) => paymentOf(catalogue, row))
  const read = await attempt(batch, () => signing.read(payments, text))
  if (!read) return refuse('payout_node_failed')
  if (!read.ok) return read
  const statements = read.value.flatMap(({ withdrawalId, txId, raw, nonce }) => {
    const row = waiting.find(({ id }) => id === withdrawalId)
    if (!row) return []
    return sendStatements(env.DB, { ...newSend(row, txId, at), raw, nonce }, confirmationsOf(catalogue, row))
  })
  const facts = {
    transactions: String(read.value.length),
    digest: sha256(read.value.map(({ txId }) => txId).join(' ')),
  }
  const written = await writeAudited(
    env,
    { staffId: by.id, action: 'payout_signed', target: `batch:${batchId}`, facts, commandId, at },
    { statements },
  )
  if (!written.ok) return written
  for (const raw of new Set(read.value.map((signed) => signed.raw))) await attempt(batch, () => signing.send(raw))
  return done(null)
}

/**
 * Names transactions that were sent elsewhere, one "withdrawal transaction" per line. A chain with a node shows the payments; others, and
 * banks, need a second person's word.
 */
export async function tellTransactions(
  env: Env,
  by: StaffMember,
  { batchId, text, commandId, at }: Command & { readonly batchId: number; readonly text: string },
): Promise<Outcome<{ readonly isProposed: boolean }, PayoutRefusal>> {
  const open = await openBatch(env, by, { batchId, at })
  if (!open.ok) return open
  const { batch, rows, catalogue } = open.value
  const told = readTold(rows, text)
  if (!told) return refuse('payout_transactions_malformed')
  const target = `batch:${batchId}`
  const facts = Object.fromEntries(told.map(({ row, txId }) => [String(row.id), txId]))
  const references = told.map(({ row, txId }) => [row.id, txId] as const)
  if (!openPayer(env, { network: batch.network, catalogue, now: at })) {
    if (await isAnyElsewhere(env.DB, told)) return refuse('payout_transaction_known')
    const proposal = { act: 'payout_told', batchId, references } as const
    const asked = await propose(env, by, { proposal, target, facts, commandId, at })
    return asked.ok ? done({ isProposed: true }) : asked
  }
  const written = await writeAudited(
    env,
    { staffId: by.id, action: 'payout_told', target, facts, commandId, at },
    {
      precondition: sql`not (${sql.join(
        told.map(({ row, txId }) => isTransactionElsewhere(row, txId)),
        sql` or `,
      )})`,
      statements: told.flatMap(({ row, txId }) =>
        sendStatements(env.DB, newSend(row, txId, at), confirmationsOf(catalogue, row)),
      ),
    },
  )
  if (written.ok) return done({ isProposed: false })
  return written.refusal.code === 'precondition_failed' ? refuse('payout_transaction_known') : written
}

const TRANSACTION = /^[\w.:/+-]{4,128}$/

/** Null unless every line names an unpaid withdrawal of the batch, each once. */
function readTold(rows: readonly WithdrawalRow[], text: string) {
  const lines = text
    .slice(0, SIGNED_LENGTH_MAX)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const told = lines.map((line) => {
    const [, id = '', txId = ''] = /^[wW#]?(\d{1,15})[\s,;]+(\S+)$/.exec(line) ?? []
    const row = rows.find((each) => String(each.id) === id && (each.state === 'signing' || each.state === 'sent'))
    return row && TRANSACTION.test(txId) ? { row, txId: txId.startsWith('0x') ? txId.toLowerCase() : txId } : null
  })
  const known = told.flatMap((each) => each ?? [])
  const isRight =
    known.length > 0 && known.length === lines.length && new Set(known.map(({ row }) => row.id)).size === known.length
  return isRight ? known : null
}
