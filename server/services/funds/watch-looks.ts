// What the watcher does about the deposits that it knows: deep enough they are credited, and one whose block is gone goes to a person.
//
// A deposit is gone when its node has another block where its block was and the transfer in none, or in one that is not deep enough for
// what was credited, or as other money; and when it was found so by several looks over some minutes (domain/funds/deposit.ts). A node that
// is behind has no block there, and one that answers with two voices has the same: from such a look nothing follows, and one that fails
// is none. A deposit that a person must look at keeps its owner's money away, so nobody is sent there by one answer.

import {
  type DepositRow,
  changeDeposit,
  listConfirming,
  listLatelyCredited,
  listOwing,
  markLooked,
  openDepositReview,
} from '#db/platform/deposit'
import { type Asset, type Catalogue, knownAssets } from '#domain/catalogue'
import { NOT_MISSED, REORGANISED, countMissed, isGone } from '#domain/funds/deposit'
import { type Amount, amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { HOUR_MS } from '#domain/time'
import { tellAccount } from '../account-room'
import { type CallMeter, CallsUsedUp } from './call-meter'
import type { Chain, ChainPlace, ChainTransfer } from './chain'
import { tellOfDeposit } from './notice'

/** How long after its credit a deposit's block is looked for again. */
const LOOKED_AT_AGAIN_MS = 6 * HOUR_MS
/** Looks of one network in one run: each is two to four calls to its node, and perhaps one to a room. */
const CONFIRMING_PER_RUN = 25
const CREDITED_PER_RUN = 10
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

/** With the height of the network's newest block, where it is known: first come those that can be deep enough by it. */
export async function lookAtDeposits(env: Env, watch: Watch, tip: number | null): Promise<void> {
  const { network, now } = watch
  const lately = { since: now - LOOKED_AT_AGAIN_MS, limit: CREDITED_PER_RUN }
  const confirming = await listConfirming(env.DB, network, { tip, limit: CONFIRMING_PER_RUN })
  const credited = await listLatelyCredited(env.DB, network, lately)
  await markLooked(env.DB, [...confirming, ...credited], now)
  await eachAlone(confirming, (row) => confirm(env, watch, row))
  await eachAlone(credited, (row) => lookAgain(env, watch, row))
  const owing = await listOwing(env.DB, network, OWING_PER_RUN)
  await markLooked(env.DB, owing, now)
  await eachAlone(owing, (row) => gatherOwed(env, row))
}

/** One that fails keeps no other waiting; it comes again with the next run. */
async function eachAlone(rows: readonly DepositRow[], work: (row: DepositRow) => Promise<void>): Promise<void> {
  const tried = rows.map(async (row) => {
    try {
      await work(row)
    } catch (failure) {
      if (!(failure instanceof CallsUsedUp)) console.error(`deposit ${row.id}: could not be looked at`, failure)
    }
  })
  await Promise.all(tried)
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
function isSame({ catalogue }: Watch, row: DepositRow, seen: ChainTransfer): boolean {
  const asset = knownAssets(catalogue).find(({ code }) => code === seen.assetCode)
  return asset?.id === row.assetId && seen.address === row.address && seen.memo === row.memo
    ? toScale(asset, seen) === row.amount
    : false
}

/** Where its money stands now; "missed" where the chain has it no more, or has other money in its place. */
async function lookFor(watch: Watch, row: DepositRow): Promise<ChainPlace | 'missed' | 'unknown'> {
  const { txId, outputIndex, height, blockHash } = row
  if (txId === null || outputIndex === null || height === null || blockHash === null) return 'unknown'
  const seen = await watch.chain.find({ txId, outputIndex, height, blockHash })
  if (seen === 'unknown') return seen
  if (seen === 'replaced' || !isSame(watch, row, seen)) return 'missed'
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
  const place = await lookFor(watch, row)
  if (place === 'unknown') return
  if (place === 'missed') {
    const change = { confirmations: 0, reason: REORGANISED }
    if (await isMissedForLong(env, watch, row))
      await openDepositReview(env.DB, row, { from: ['confirming'], at: watch.now, change })
    return
  }
  const found = { ...place, ...NOT_MISSED }
  if (place.confirmations < row.confirmationsMin) {
    await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, found)
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
  const place = await lookFor(watch, row)
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
