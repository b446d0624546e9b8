// What the watcher does about the deposits that it knows: deep enough they are credited, and one whose block is gone goes to a person.
//
// A deposit is gone when its node has another block where its block was and the transfer in none, or in one that is not deep enough for
// what was credited, or as other money; and when it was found so by several looks over some minutes (domain/funds/deposit.ts). A node that
// is behind has no block there, and one that answers with two voices has the same: from such a look nothing follows, and one that fails
// is none. A deposit that a person must look at keeps its owner's money away, so nobody is sent there by one answer.
//
// A transaction is credited as of one block. Mined again it may bring other money, or bring it to another of our users: what is credited
// as of the block before is first found again, or recalled.

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
import { tellAccount } from '../account-room'
import { eachAlone } from '../each-alone'
import { type CallMeter, CallsUsedUp } from './call-meter'
import type { Chain, ChainPlace, ChainTransfer } from './chain'
import { tellOfDeposit } from '../funds/notice'

/** How long after its credit a deposit's block is looked for again. */
const LOOKED_AT_AGAIN_MS = 6 * HOUR_MS
/** Who was looked at more lately has a turn only where few were credited: a gateway may be paid by the call. */
const LOOKED_AT_EVERY_MS = 10 * MINUTE_MS
/** Calls to a node, at most, and perhaps some to a room besides. */
const CALLS_PER_LOOK = 4
/** Looks at a time at what waits, and at what was credited: at saturation nearly as many, or what comes would keep those from being seen again. */
const CONFIRMING_PER_TURN = 25
const CREDITED_PER_TURN = 20
/** Of either of one network in one run, if there are calls left after the first turn: as many as its calls are enough for. */
const LOOKS_PER_RUN = 150
/** Each is a call to a room. */
const OWING_PER_RUN = 10

export interface Watch {
  readonly network: string
  readonly chain: Chain
  readonly catalogue: Catalogue
  readonly now: number
  /** Calls to nodes that are left in this run. */
  readonly meter: CallMeter
}

/** Whose turn in this run has not come yet, in their order: those that are not credited yet, and those that lately were. */
interface Waiting {
  readonly confirming: readonly DepositRow[]
  readonly credited: readonly DepositRow[]
}

/** One turn, with the height of the network's newest block, where it is known: first come those that can be deep enough by it. */
export async function lookAtDeposits(env: Env, watch: Watch, tip: number | null): Promise<Waiting> {
  const { network, now } = watch
  const lately = { since: now - LOOKED_AT_AGAIN_MS, limit: LOOKS_PER_RUN }
  const confirming = await listConfirming(env.DB, network, { tip, limit: LOOKS_PER_RUN })
  const credited = await listLatelyCredited(env.DB, network, lately)
  const waiting = await lookAtNext(env, watch, { confirming, credited })
  const isDue = ({ lookedAt, createdAt }: DepositRow) => now - (lookedAt ?? createdAt) >= LOOKED_AT_EVERY_MS
  const owing = await listOwing(env.DB, network, OWING_PER_RUN)
  await markLooked(env.DB, owing, now)
  await byTransaction(owing, (row) => gatherOwed(env, row))
  return { ...waiting, credited: waiting.credited.filter(isDue) }
}

/** Looks at the first of those that wait. Answers the others. */
export async function lookAtNext(env: Env, watch: Watch, { confirming, credited }: Waiting): Promise<Waiting> {
  return {
    confirming: await lookAtFirst(env, watch, confirming, { max: CONFIRMING_PER_TURN, look: confirm }),
    credited: await lookAtFirst(env, watch, credited, { max: CREDITED_PER_TURN, look: lookAgain }),
  }
}

type Look = (env: Env, watch: Watch, row: DepositRow) => Promise<void>

/** As many as there are calls for: one that was marked and not looked at would have lost its turn. */
async function lookAtFirst(
  env: Env,
  watch: Watch,
  rows: readonly DepositRow[],
  { max, look }: { readonly max: number; readonly look: Look },
): Promise<readonly DepositRow[]> {
  const next = rows.slice(0, Math.min(max, Math.floor(watch.meter.available / CALLS_PER_LOOK)))
  await markLooked(env.DB, next, watch.now)
  await byTransaction(next, (row) => look(env, watch, row))
  return rows.slice(next.length)
}

/** Those of one transaction come one after the other: whether one of them may be credited hangs on what became of the others. */
async function byTransaction(rows: readonly DepositRow[], look: (row: DepositRow) => Promise<void>): Promise<void> {
  const work = async (row: DepositRow) => {
    try {
      await look(row)
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
  const inTurn = (some: readonly DepositRow[]) => eachAlone(some, { work, failed, atOnce: 1 })
  await Promise.all([...together.values()].map(inTurn))
}

/** Units of the chain in units of the asset; a fraction of ours is not money. */
export function toScale(
  { scale }: Pick<Asset, 'scale'>,
  { units, decimals }: Pick<ChainTransfer, 'units' | 'decimals'>,
): Amount {
  if (decimals <= scale) return amount(units * 10n ** BigInt(scale - decimals))
  return amount(divideDown(units, 10n ** BigInt(decimals - scale)))
}

/** True when the transfer that the chain has now is the one that was read: the same money to the same place, in whichever block. */
async function isSame(env: Env, asset: Asset, row: DepositRow, seen: ChainTransfer): Promise<boolean> {
  if (seen.assetCode !== asset.code || seen.address !== row.address || seen.memo !== row.memo) return false
  const value = toScale(asset, seen)
  if (seen.outputIndex !== null) return value === row.amount
  // Put in log by log, before these were one transfer, they are it together; and one log that got another number then is two rows of it.
  const counted = await listCountedOfTransaction(env.DB, { ...row, txId: seen.txId })
  const sum = counted.reduce((all, one) => add(all, one.amount), ZERO)
  if (row.outputIndex === null || value <= sum) return value === sum
  // Of logs that were dust nothing was put in then.
  const listed = asset.networks.find(({ name }) => name === row.network)
  return listed !== undefined && subtract(value, sum) < listed.depositMin
}

/** Where its money stands now; "missed" where the chain has it no more, or has other money in its place. */
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

/** True when it was missed for long enough; until then it is only counted. */
async function isMissedForLong(env: Env, { now }: Watch, row: DepositRow): Promise<boolean> {
  const missed = countMissed(row, now)
  if (isGone(missed, now)) return true
  await changeDeposit(env.DB, { id: row.id, from: [row.state] }, missed)
  return false
}

async function confirm(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const place = await lookFor(env, watch, row)
  if (place === 'unknown') return
  if (place === 'missed') {
    const change = { confirmations: 0, reason: REORGANISED }
    if (await isMissedForLong(env, watch, row))
      await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change })
    return
  }
  const found = { ...place, ...NOT_MISSED }
  const { blockHash } = place
  const isDeep = place.confirmations >= row.confirmationsMin
  const elsewhereAt = isDeep ? await findCreditedElsewhere(env.DB, row, blockHash) : null
  if (!isDeep || (elsewhereAt !== null && elsewhereAt > watch.now - LOOKED_AT_AGAIN_MS)) {
    await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, found)
    return
  }
  if (elsewhereAt !== null) {
    // Nobody looks for that one any more: which of the two the chain pays a person must see.
    const change = { ...found, reason: REORGANISED }
    await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change })
    return
  }
  const credit = { depositId: row.id, assetId: row.assetId, amount: encodeAmount(row.amount) }
  const { state } = await tellAccount(env, row.userId, { type: 'credit_deposit', ...credit })
  if (state !== 'credited') return
  const passed = { ...found, state: 'passed', isCredited: true, settledAt: watch.now } as const
  if (await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, passed))
    await tellOfDeposit(env, row, 'passed', watch.now)
}

/** A credited deposit whose block is gone, or that is not deep enough any more, is set aside until somebody has looked at it. */
async function lookAgain(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const place = await lookFor(env, watch, row)
  if (place === 'unknown') return
  if (place !== 'missed' && place.confirmations >= row.confirmationsMin) {
    // The block is written down, too: a node that is behind is told by it later.
    if (row.missedLooks > 0 || place.blockHash !== row.blockHash)
      await changeDeposit(env.DB, { id: row.id, from: ['passed'] }, { ...place, ...NOT_MISSED })
    return
  }
  // In the block in which it was deep enough, and fewer on top of it: not the chain is another, the node is behind.
  if (place !== 'missed' && place.blockHash === row.blockHash) return
  if (!(await isMissedForLong(env, watch, row))) return
  const { missing } = await tellAccount(env, row.userId, { type: 'recall_deposit', depositId: row.id })
  const confirmations = place === 'missed' ? 0 : place.confirmations
  const change = { confirmations, reason: REORGANISED, missing: decodeAmount(missing) }
  if (await openDepositReview(env.DB, row, { from: ['passed'], at: watch.now, change }))
    console.warn(
      `chain ${row.network}: deposit ${row.id} was credited and its block is gone; ${missing} units are missing`,
    )
}

/** What has come into a wallet since, from an order that was filled or cancelled, goes where the rest went. */
async function gatherOwed(env: Env, row: DepositRow): Promise<void> {
  const { missing: text } = await tellAccount(env, row.userId, { type: 'recall_deposit', depositId: row.id })
  const missing = decodeAmount(text)
  if (missing !== row.missing) await changeDeposit(env.DB, { id: row.id, from: [row.state] }, { missing })
}
