// The chain watcher: a transfer to one of our addresses becomes a deposit, which deposit-checks.ts then checks until it is final. Every step may
// run concurrently and again after a crash: a transfer has one row, and an Account credits a deposit once.
//
// One run is one Worker invocation with at most ten thousand subrequests, to rooms and D1 too; a deposit that is credited and mailed takes about
// ten. Calls to nodes are metered over all networks: each network is read once and has one turn of checks, then the remaining calls go to the
// networks with a backlog. The next run resumes there: the cursor is stored after each reading, and deposits are checked in turns.

import { count } from '#lib/counters'
import { logError, logWarning } from '#lib/log-line'
import { findAddressOwners, readCursor, writeCursor } from '#db/platform/chain'
import { type ChainDeposit, insertChainDeposits } from '#db/platform/chain-deposit'
import { listUserIds } from '#db/platform/user'
import { knownAssets } from '#domain/catalogue'
import { readDepositMemo } from '#domain/funds/deposit'
import type { Amount } from '#domain/money/amount'
import { loadCatalogue } from '../catalogue'
import { screenSenders } from '../screening/subjects'
import { noticePayouts, payoutTargets } from '../payouts/watch'
import { CallMeter, CallsUsedUp } from './call-meter'
import { type ChainPlace, type ChainReading, type ChainTransfer, warnUnattributed } from './chain'
import { findSharedAddress, isChainSimulated, openChain } from './networks'

import { type Watch, checkDeposits, checkNext, toScale } from './deposit-checks'

/** Node calls per run, over all networks. */
const CALLS_PER_RUN = 500
/** Calls reserved per network, so that a short first reading does not depend on others. */
const CALLS_OF_EACH = 100
/** Calls that a network with a backlog leaves to slower ones. */
const CALLS_LEFT_TO_OTHERS = 150
/** Bounds the simulated chain, which costs no calls. */
const TURNS_PER_RUN = 20

/** Reads every network with a configured node; a failing node does not block other networks. */
export async function watchChains(env: Env, now: number): Promise<void> {
  const catalogue = await loadCatalogue(env)
  const networks = new Set(knownAssets(catalogue).flatMap((asset) => asset.networks.map(({ name }) => name)))
  const meter = new CallMeter(CALLS_PER_RUN)
  await Promise.all([...networks].map((network) => watchOne(env, { network, catalogue, now, meter })))
}

/** Development only: pages that show deposits read the simulated chain without waiting for the sweep. Null reads all networks. */
export async function watchSimulated(env: Env, network: string | null, now: number): Promise<void> {
  if (!isChainSimulated(env)) return
  if (network === null) await watchChains(env, now)
  else await watchOne(env, { network, catalogue: await loadCatalogue(env), now, meter: new CallMeter(CALLS_PER_RUN) })
}

async function watchOne(env: Env, facts: Omit<Watch, 'chain'>): Promise<void> {
  const meter = new CallMeter(CALLS_OF_EACH, facts.meter)
  const chain = openChain(env, facts, meter)
  if (!chain) return
  try {
    await watchNetwork(env, { ...facts, meter, chain })
  } catch (failure) {
    if (failure instanceof CallsUsedUp) return
    count('cm_chain_failures', { network: facts.network })
    logError(`chain ${facts.network}: could not be watched`, failure)
  }
}

export async function watchNetwork(env: Env, watch: Watch): Promise<void> {
  const { tip, ...first } = await readNew(env, watch).catch((failure: unknown) => {
    if (failure instanceof CallsUsedUp) logWarning(`chain ${watch.network}: the calls were not enough for one reading`)
    throw failure
  })
  let waiting = await checkDeposits(env, watch, tip)
  let { isAtTip } = first
  // A fast chain makes more blocks between two runs than one reading takes, and one turn of checks may not reach all deposits.
  const isMore = () => !isAtTip || waiting.confirming.length > 0 || waiting.credited.length > 0
  for (let turn = 1; isMore() && turn < TURNS_PER_RUN; turn += 1) {
    if (watch.meter.left <= CALLS_LEFT_TO_OTHERS) return
    if (!isAtTip) isAtTip = (await readNew(env, watch)).isAtTip
    waiting = await checkNext(env, watch, waiting)
  }
}

async function readNew(env: Env, watch: Watch): Promise<Pick<ChainReading, 'isAtTip' | 'tip'>> {
  const { network, chain, now } = watch
  const before = await readCursor(env.DB, network)
  const reading = await chain.read(before, async (addresses) => {
    const [ours, paid] = await Promise.all([findOurs(env, network, addresses), payoutTargets(env, watch, addresses)])
    return new Set([...ours, ...paid.map(({ target }) => target)])
  })
  const { position, behind, gap } = reading
  const transfers = reading.transfers.flatMap((transfer) => knownTransfer(watch, transfer))
  const ownerOf = await findOwners(env, network, transfers)
  const deposits = transfers.flatMap((transfer) => depositOf(watch, transfer, ownerOf(transfer)))
  // Before the deposit row exists: otherwise a listed sender's deposit could be credited first.
  await screenSenders(
    env,
    transfers.flatMap((transfer) => {
      const [userId, { sender }] = [ownerOf(transfer), transfer]
      return userId === null || sender === undefined ? [] : [{ userId, sender, network, txId: transfer.txId }]
    }),
    watch.now,
  )
  await insertChainDeposits(env.DB, deposits)
  await noticePayouts(env, watch, reading.transfers)
  // Stored last: after a crash in between the transfers are read again, and none is lost.
  await writeCursor(env.DB, { network, before, position, readAt: now, behindBy: behind?.blocks, gap })
  return reading
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
  const memoIds = new Set(ours.flatMap(({ memo }) => readDepositMemo(memo) ?? []))
  const known = new Set(await listUserIds(env.DB, [...memoIds]))
  const ownerOf: Owners = ({ address, memo }) => {
    const id = address === shared ? readDepositMemo(memo) : null
    return id !== null && known.has(id) ? id : null
  }
  warnUnattributed(
    network,
    ours.flatMap((transfer) => (ownerOf(transfer) === null ? transfer.txId : [])),
  )
  return ownerOf
}

interface KnownTransfer extends ChainTransfer, ChainPlace {
  readonly assetId: number
  readonly value: Amount
  readonly confirmationsMin: number
}

/** Empty for unknown assets, and for dust, whose checks would cost more than its value. */
function knownTransfer({ network, catalogue }: Watch, transfer: ChainTransfer & ChainPlace): KnownTransfer[] {
  const asset = knownAssets(catalogue).find(({ code }) => code === transfer.assetCode)
  const listed = asset?.networks.find(({ name }) => name === network)
  if (!asset || !listed) return []
  const value = toScale(asset, transfer)
  // Closed deposits hide the address but cannot stop transfers, so they are accepted here.
  if (value === 0n || value < listed.depositMin) return []
  return [{ ...transfer, assetId: asset.id, value, confirmationsMin: listed.confirmationsMin }]
}

function depositOf({ network, now }: Watch, transfer: KnownTransfer, userId: number | null): ChainDeposit[] {
  if (userId === null) return []
  const { assetId, value, address, memo, confirmationsMin } = transfer
  const { txId, outputIndex, height, blockHash, confirmations } = transfer
  const place = { txId, outputIndex, height, blockHash, confirmations, confirmationsMin }
  return [{ userId, assetId, network, amount: value, address, memo, ...place, createdAt: now }]
}
