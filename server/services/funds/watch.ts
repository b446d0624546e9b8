// The chain watcher: what arrives at our addresses becomes a deposit, deep enough it is credited, and one whose block is gone goes to
// a person. Every step may run twice at once and again after a crash: rows are told apart by transfer, and an Account credits once.

import { findAddressOwners, readCursor, writeCursor } from '#db/platform/chain'
import {
  type DepositRow,
  type NewDeposit,
  changeDeposit,
  insertDeposits,
  listConfirming,
  listLatelyCredited,
  listOwing,
  openDepositReview,
} from '#db/platform/deposit'
import { findUserById } from '#db/platform/user'
import { type Asset, type Catalogue, type Network, knownAssets } from '#domain/catalogue'
import { REORGANISED, readDepositMemo } from '#domain/funds/deposit'
import { type Amount, amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { tellAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import type { Chain, ChainPlace, ChainTransfer } from './chain'
import { findSharedAddress, isChainSimulated, openChain } from './networks'
import { tellOfDeposit } from './notice'

/** How long after its credit a deposit's block is looked for again. */
const LOOKED_AT_AGAIN_MS = 6 * 60 * 60 * 1000
const CONFIRMING_PER_RUN = 200
const READINGS_PER_RUN = 20

interface Watch {
  readonly network: string
  readonly chain: Chain
  readonly catalogue: Catalogue
  readonly now: number
}

/** Every network that somebody speaks for, each alone: one node that is down does not keep the others from being read. */
export async function watchChains(env: Env, now: number): Promise<void> {
  const catalogue = await loadCatalogue(env)
  const networks = new Set(knownAssets(catalogue).flatMap((asset) => asset.networks.map(({ name }) => name)))
  await Promise.all([...networks].map((network) => watchOne(env, { network, catalogue, now })))
}

/** In development nobody waits a minute for the sweep: a page that shows deposits looks for them, on one network or on all (null). */
export async function watchSimulated(env: Env, network: string | null, now: number): Promise<void> {
  if (!isChainSimulated(env)) return
  if (network === null) await watchChains(env, now)
  else await watchOne(env, { network, catalogue: await loadCatalogue(env), now })
}

async function watchOne(env: Env, facts: Omit<Watch, 'chain'>): Promise<void> {
  const chain = openChain(env, facts)
  if (!chain) return
  try {
    await watchNetwork(env, { ...facts, chain })
  } catch (failure) {
    console.error(`chain ${facts.network}: could not be watched`, failure)
  }
}

export async function watchNetwork(env: Env, watch: Watch): Promise<void> {
  // One reading takes so many blocks; a fast chain makes more than that between two runs.
  for (let reading = 0; reading < READINGS_PER_RUN; reading += 1) if (!(await readNew(env, watch))) break
  await eachAlone(await listConfirming(env.DB, watch.network, CONFIRMING_PER_RUN), (row) => confirm(env, watch, row))
  const since = watch.now - LOOKED_AT_AGAIN_MS
  await eachAlone(await listLatelyCredited(env.DB, watch.network, since), (row) => lookAgain(env, watch, row))
  await eachAlone(await listOwing(env.DB, watch.network), (row) => gatherOwed(env, row))
}

/** One that fails keeps no other waiting; it comes again with the next run. */
async function eachAlone(rows: readonly DepositRow[], work: (row: DepositRow) => Promise<void>): Promise<void> {
  const tried = rows.map(async (row) => {
    try {
      await work(row)
    } catch (failure) {
      console.error(`deposit ${row.id}: could not be looked at`, failure)
    }
  })
  await Promise.all(tried)
}

/** False at the tip. */
async function readNew(env: Env, watch: Watch): Promise<boolean> {
  const { network, chain, now } = watch
  const before = await readCursor(env.DB, network)
  const { transfers, position, isAtTip } = await chain.read(before, (addresses) => findOurs(env, network, addresses))
  const owners = await findOwners(env, network, transfers)
  await insertDeposits(
    env.DB,
    transfers.flatMap((transfer) => depositOf(watch, transfer, owners)),
  )
  // Only now: what was read and not written would be passed over for ever.
  await writeCursor(env.DB, network, position, now)
  return !isAtTip
}

async function findOurs(env: Env, network: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const shared = findSharedAddress(env, network)
  if (shared !== null) return new Set([shared])
  return new Set((await findAddressOwners(env.DB, network, addresses)).keys())
}

type Owners = (transfer: ChainTransfer) => number | null

async function findOwners(env: Env, network: string, transfers: readonly ChainTransfer[]): Promise<Owners> {
  const shared = findSharedAddress(env, network)
  if (shared === null) {
    const byAddress = await findAddressOwners(
      env.DB,
      network,
      transfers.map(({ address }) => address),
    )
    return ({ address }) => byAddress.get(address) ?? null
  }
  const ours = transfers.filter(({ address }) => address === shared)
  const named = new Set(ours.flatMap(({ memo }) => readDepositMemo(memo) ?? []))
  const users = await Promise.all([...named].map((id) => findUserById(env.DB, id)))
  const known = new Set(users.flatMap((user) => user?.id ?? []))
  return ({ address, memo, txId }) => {
    if (address !== shared) return null
    const id = readDepositMemo(memo)
    if (id !== null && known.has(id)) return id
    console.warn(`chain ${network}: ${txId} came to the shared address with a memo of nobody's`)
    return null
  }
}

function depositOf(
  { network, catalogue, now }: Watch,
  transfer: ChainTransfer & ChainPlace,
  ownerOf: Owners,
): NewDeposit[] {
  const asset = knownAssets(catalogue).find(({ code }) => code === transfer.assetCode)
  const listed = asset?.networks.find(({ name }) => name === network)
  const userId = ownerOf(transfer)
  if (!asset || !listed || userId === null) return []
  const value = toScale(asset, transfer)
  if (!isWorthIt(listed, value)) return []
  const { address, memo, txId, outputIndex, height, blockHash, confirmations } = transfer
  const place = { txId, outputIndex, height, blockHash, confirmations, confirmationsMin: listed.confirmationsMin }
  const money = { assetId: asset.id, network, amount: value, address, memo }
  return [{ userId, kind: 'chain', ...money, ...place, state: 'confirming', createdAt: now }]
}

/** Units of the chain in units of the asset; a fraction of ours is not money. */
function toScale({ scale }: Pick<Asset, 'scale'>, { units, decimals }: ChainTransfer): Amount {
  if (decimals <= scale) return amount(units * 10n ** BigInt(scale - decimals))
  return amount(divideDown(units, 10n ** BigInt(decimals - scale)))
}

/** Dust would cost more to look at than it is worth. What comes while deposits are closed has come all the same. */
const isWorthIt = ({ depositMin }: Network, value: Amount): boolean => value > 0n && value >= depositMin

/** True when the transfer that the chain has now is the one that was read: the same money to the same place, in whichever block. */
function isSame({ catalogue }: Watch, row: DepositRow, seen: ChainTransfer): boolean {
  const asset = knownAssets(catalogue).find(({ code }) => code === seen.assetCode)
  return asset?.id === row.assetId && seen.address === row.address && seen.memo === row.memo
    ? toScale(asset, seen) === row.amount
    : false
}

async function confirm(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const { chain, now } = watch
  const place = await chain.find(row.txId ?? '', row.outputIndex ?? 0)
  if (!place || !isSame(watch, row, place)) {
    await openDepositReview(env.DB, row, {
      from: ['confirming'],
      at: now,
      change: { confirmations: 0, reason: REORGANISED },
    })
    return
  }
  const { height, blockHash, confirmations } = place
  if (confirmations < row.confirmationsMin) {
    await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, { height, blockHash, confirmations })
    return
  }
  const credit = { depositId: row.id, assetId: row.assetId, amount: encodeAmount(row.amount) }
  const { state } = await tellAccount(env, row.userId, { type: 'credit_deposit', ...credit })
  if (state !== 'credited') return
  const passed = { state: 'passed', isCredited: true, settledAt: now, height, blockHash, confirmations } as const
  if (await changeDeposit(env.DB, { id: row.id, from: ['confirming'] }, passed))
    await tellOfDeposit(env, row, 'passed', now)
}

/** A credited deposit whose block is gone, or is not deep enough any more, is set aside until somebody has looked at it. */
async function lookAgain(env: Env, watch: Watch, row: DepositRow): Promise<void> {
  const { chain, now } = watch
  const place = await chain.find(row.txId ?? '', row.outputIndex ?? 0)
  if (place && place.confirmations >= row.confirmationsMin && isSame(watch, row, place)) return
  const { missing } = await tellAccount(env, row.userId, { type: 'recall_deposit', depositId: row.id })
  const change = { confirmations: place?.confirmations ?? 0, reason: REORGANISED, missing: decodeAmount(missing) }
  if (await openDepositReview(env.DB, row, { from: ['passed'], at: now, change }))
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
