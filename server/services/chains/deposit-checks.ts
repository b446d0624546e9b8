// Checks of stored deposits: sufficient confirmations lead to a credit, a vanished block to a staff review.
//
// A deposit counts as missed when the node has another block at its height and the transfer is in no block, lacks the
// confirmations of a credited deposit, or has another amount or receiver. Only several misses over some minutes count
// (domain/funds/deposit.ts), because a review blocks the owner's money. A lagging or contradictory node answers
// "unknown", which counts neither way.
//
// A transaction is credited in one block only. If a reorg mines it again with another amount or receiver, the earlier
// credit must first be found again or recalled.

import { logWarning } from '#lib/log-line'
import {
  findCreditedElsewhere,
  listConfirming,
  listLatelyCredited,
  listCountedOfTransaction,
  listOwing,
  markLooked,
} from '#db/platform/chain-deposit'
import { type DepositRow, changeDeposit, openDepositReview } from '#db/platform/deposit'
import { type Asset, type Catalogue, findKnownAsset } from '#domain/catalogue'
import { NOT_MISSED, REORGANISED, countMissed, isGone } from '#domain/funds/deposit'
import { type Amount, ZERO, add, amount, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { callAccountAsSystem } from '../account-room'
import { eachAlone } from '../each-alone'
import { type CallMeter, CallsUsedUp } from './call-meter'
import type { Chain, ChainPlace, ChainTransfer } from './chain'
import { findSenderHit } from '../screening/check'
import { notifyOfDeposit } from '../funds/notice'

/** How long a credited deposit's block is checked again. */
const RECHECKED_FOR_MS = 6 * HOUR_MS
/** Minimum interval between two checks of a credited deposit after the first turn, because gateways may charge per call. */
const RECHECK_INTERVAL_MS = 10 * MINUTE_MS
/** Maximum node calls per check. */
const CALLS_PER_CHECK = 4
/** Nearly equal, so that new deposits do not starve the checks of credited ones. */
const CONFIRMING_PER_TURN = 25
const CREDITED_PER_TURN = 20
/** Maximum deposits of each kind loaded per network and run. */
const CHECKS_PER_RUN = 150
/** Each recall needs an Account call. */
const OWING_PER_RUN = 10

export interface Watch {
  readonly network: string
  readonly chain: Chain
  readonly catalogue: Catalogue
  readonly now: number
  /** The remaining calls to nodes in this run. */
  readonly meter: CallMeter
}

/** Deposits due for a check in this run, in order. */
interface Waiting {
  readonly confirming: readonly DepositRow[]
  readonly credited: readonly DepositRow[]
}

/** The first turn of a run. `tip` orders the deposits that may have enough confirmations first. */
export async function checkDeposits(env: Env, watch: Watch, tip: number | null): Promise<Waiting> {
  const { network, now } = watch
  const lately = { since: now - RECHECKED_FOR_MS, limit: CHECKS_PER_RUN }
  const confirming = await listConfirming(env.DB, network, { tip, limit: CHECKS_PER_RUN })
  const credited = await listLatelyCredited(env.DB, network, lately)
  const waiting = await checkNext(env, watch, { confirming, credited })
  const isDue = ({ lookedAt, createdAt }: DepositRow) => now - (lookedAt ?? createdAt) >= RECHECK_INTERVAL_MS
  const owing = await listOwing(env.DB, network, OWING_PER_RUN)
  await markLooked(env.DB, owing, now)
  await byTransaction(owing, (row) => recallOwed(env, row))
  return { ...waiting, credited: waiting.credited.filter(isDue) }
}

/** One turn: checks the first deposits and returns the others. */
export async function checkNext(env: Env, watch: Watch, { confirming, credited }: Waiting): Promise<Waiting> {
  return {
    confirming: await checkFirst(env, watch, confirming, { max: CONFIRMING_PER_TURN, check: creditIfConfirmed }),
    credited: await checkFirst(env, watch, credited, { max: CREDITED_PER_TURN, check: recheck }),
  }
}

type Check = (env: Env, watch: Watch, row: DepositRow) => Promise<void>

/** Takes only as many deposits as the call budget covers: a marked but unchecked one would lose its turn. */
async function checkFirst(
  env: Env,
  watch: Watch,
  rows: readonly DepositRow[],
  { max, check }: { readonly max: number; readonly check: Check },
): Promise<readonly DepositRow[]> {
  const next = rows.slice(0, Math.min(max, Math.floor(watch.meter.available / CALLS_PER_CHECK)))
  await markLooked(env.DB, next, watch.now)
  await byTransaction(next, (row) => check(env, watch, row))
  return rows.slice(next.length)
}

/** Checks deposits of one transaction sequentially, because a credit depends on the others' states. */
async function byTransaction(rows: readonly DepositRow[], check: (row: DepositRow) => Promise<void>): Promise<void> {
  const work = async (row: DepositRow) => {
    try {
      await check(row)
    } catch (failure) {
      if (!(failure instanceof CallsUsedUp)) throw failure
    }
  }
  const together = new Map<string, DepositRow[]>()
  for (const row of rows) {
    const key = row.txId ?? String(row.id)
    together.set(key, [...(together.get(key) ?? []), row])
  }
  const failed = ({ id }: DepositRow) => `deposit ${id}: could not be looked at`
  const inTurn = (some: readonly DepositRow[]) => eachAlone(some, { work, failed, concurrency: 1 })
  await Promise.all([...together.values()].map(inTurn))
}

/** Converts the chain's units to the asset's scale, rounded down in the house's favour. */
export function toScale(
  { scale }: Pick<Asset, 'scale'>,
  { units, decimals }: Pick<ChainTransfer, 'units' | 'decimals'>,
): Amount {
  if (decimals <= scale) return amount(units * 10n ** BigInt(scale - decimals))
  return amount(divideDown(units, 10n ** BigInt(decimals - scale)))
}

/** True if the chain's transfer has the amount, receiver and memo that were read, in whichever block. */
async function isSame(env: Env, asset: Asset, row: DepositRow, seen: ChainTransfer): Promise<boolean> {
  if (seen.assetCode !== asset.code || seen.address !== row.address || seen.memo !== row.memo) return false
  const value = toScale(asset, seen)
  if (seen.outputIndex !== null) return value === row.amount
  // Older rows were stored per log, so several rows may form this transfer; a log renumbered by a reorg appears as two
  // rows.
  const counted = await listCountedOfTransaction(env.DB, { ...row, txId: seen.txId })
  const sum = counted.reduce((all, one) => add(all, one.amount), ZERO)
  if (row.outputIndex === null || value <= sum) return value === sum
  // Dust logs were not stored then.
  const listed = asset.networks.find(({ name }) => name === row.network)
  return listed !== undefined && subtract(value, sum) < listed.depositMin
}

/** Block now containing the deposit; "missed" if none does, or with another amount or receiver. */
async function lookFor(
  env: Env,
  { catalogue, chain }: Watch,
  row: DepositRow,
): Promise<ChainPlace | 'missed' | 'unknown'> {
  const { txId, outputIndex, address, height, blockHash } = row
  const asset = findKnownAsset(catalogue, row.assetId)
  if (!asset || txId === null || height === null || blockHash === null) return 'unknown'
  const seen = await chain.find({ txId, outputIndex, assetCode: asset.code, address, height, blockHash })
  if (seen === 'unknown') return seen
  if (seen === 'replaced' || !(await isSame(env, asset, row, seen))) return 'missed'
  return { height: seen.height, blockHash: seen.blockHash, confirmations: seen.confirmations }
}

/** Counts a miss. True once the misses suffice for a review. */
async function countMiss(env: Env, { now }: Watch, row: DepositRow): Promise<boolean> {
  const missed = countMissed(row, now)
  if (isGone(missed, now)) return true
  await changeDeposit(env.DB, { id: row.id, from: [row.state] }, missed)
  return false
}

async function creditIfConfirmed(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const place = await lookFor(env, watch, row)
  if (place === 'unknown') return
  if (place === 'missed') {
    const change = { confirmations: 0, reason: REORGANISED }
    if (await countMiss(env, watch, row))
      await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change })
    return
  }
  const found = { ...place, ...NOT_MISSED }
  const { blockHash } = place
  const isDeep = place.confirmations >= row.confirmationsMin
  const elsewhereAt = isDeep ? await findCreditedElsewhere(env.DB, row, blockHash) : null
  if (!isDeep || (elsewhereAt !== null && elsewhereAt > watch.now - RECHECKED_FOR_MS)) {
    await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, found)
    return
  }
  if (elsewhereAt !== null) {
    // Checks of the other deposit have ended, so staff must decide which of the two the chain pays.
    const change = { ...found, reason: REORGANISED }
    await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change })
    return
  }
  const hit = await findSenderHit(env, row)
  if (hit?.state === 'open') {
    // Checked again once two people have decided.
    await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, found)
    return
  }
  if (hit?.state === 'confirmed') {
    await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change: found })
    return
  }
  const credit = { depositId: row.id, assetId: row.assetId, amount: encodeAmount(row.amount) }
  const { state } = await callAccountAsSystem(env, row.userId, { type: 'credit_deposit', ...credit })
  if (state !== 'credited') return
  const passed = { ...found, state: 'passed', isCredited: true, settledAt: watch.now } as const
  if (await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, passed))
    await notifyOfDeposit(env, row, 'passed', watch.now)
}

/** Recalls a credited deposit whose block vanished or lacks confirmations, and opens a review. */
async function recheck(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const place = await lookFor(env, watch, row)
  if (place === 'unknown') return
  if (place !== 'missed' && place.confirmations >= row.confirmationsMin) {
    // Stores the new block: later checks compare with it to recognise a node that is behind.
    if (row.missedLooks > 0 || place.blockHash !== row.blockHash)
      await changeDeposit(env.DB, { id: row.id, from: ['passed'] }, { ...place, ...NOT_MISSED })
    return
  }
  // Fewer confirmations in the same block: the node lags; no reorg happened.
  if (place !== 'missed' && place.blockHash === row.blockHash) return
  if (!(await countMiss(env, watch, row))) return
  const { missing } = await callAccountAsSystem(env, row.userId, { type: 'recall_deposit', depositId: row.id })
  const confirmations = place === 'missed' ? 0 : place.confirmations
  const change = { confirmations, reason: REORGANISED, missing: decodeAmount(missing) }
  if (await openDepositReview(env.DB, row, { from: ['passed'], at: watch.now, change }))
    logWarning(
      `chain ${row.network}: deposit ${row.id} was credited and its block is gone; ${missing} units are missing`,
    )
}

/** Recalls funds that reached the wallet since, e.g. from a cancelled order. */
async function recallOwed(env: Env, row: DepositRow): Promise<void> {
  const { missing: text } = await callAccountAsSystem(env, row.userId, { type: 'recall_deposit', depositId: row.id })
  const missing = decodeAmount(text)
  if (missing !== row.missing) await changeDeposit(env.DB, { id: row.id, from: [row.state] }, { missing })
}
