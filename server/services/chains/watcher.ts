// The chain watcher: what arrives at our addresses becomes a deposit, which is then looked at until nothing can happen to it any more
// (watch-looks.ts). Every step may run twice at once and again after a crash: rows are told apart by transfer, and an Account credits once.
//
// One run is one invocation of a Worker, which may make ten thousand calls, to rooms and D1 too, of which a deposit that is credited and
// told by mail makes about ten. The calls to nodes are counted over all networks: each is first read once and a turn of its deposits is
// looked at, and what is left of the calls goes to those that have more to read or to look at. Where a run ends, the next goes on: the
// position is written down after each reading, and deposits are looked at in turns.

import { findAddressOwners, readCursor, writeCursor } from '#db/platform/chain'
import { type ChainDeposit, insertChainDeposits } from '#db/platform/chain-deposit'
import { listUserIds } from '#db/platform/user'
import { knownAssets } from '#domain/catalogue'
import { readDepositMemo } from '#domain/funds/deposit'
import type { Amount } from '#domain/money/amount'
import { loadCatalogue } from '../catalogue'
import { CallMeter, CallsUsedUp } from './call-meter'
import { type ChainPlace, type ChainReading, type ChainTransfer, warnUnattributed } from './chain'
import { findSharedAddress, isChainSimulated, openChain } from './networks'

import { type Watch, lookAtDeposits, lookAtNext, toScale } from './deposit-checks'

/** To nodes, in one run over all networks: what gateways answer in some seconds. */
const CALLS_PER_RUN = 500
/** Besides, for each network: a first reading that is not long does not hang on what others need. */
const CALLS_OF_EACH = 100
/** Who has more to read or to look at leaves so many to networks whose nodes are slower. */
const CALLS_LEFT_TO_OTHERS = 150
/** Of one network; a chain that costs no calls ends here. */
const TURNS_PER_RUN = 20

/** Every network that somebody speaks for, each alone: one node that is down does not keep the others from being read. */
export async function watchChains(env: Env, now: number): Promise<void> {
  const catalogue = await loadCatalogue(env)
  const networks = new Set(knownAssets(catalogue).flatMap((asset) => asset.networks.map(({ name }) => name)))
  const meter = new CallMeter(CALLS_PER_RUN)
  await Promise.all([...networks].map((network) => watchOne(env, { network, catalogue, now, meter })))
}

/** In development nobody waits a minute for the sweep: a page that shows deposits looks for them, on one network or on all (null). */
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
    if (!(failure instanceof CallsUsedUp)) console.error(`chain ${facts.network}: could not be watched`, failure)
  }
}

export async function watchNetwork(env: Env, watch: Watch): Promise<void> {
  const { tip, ...first } = await readNew(env, watch).catch((failure: unknown) => {
    if (failure instanceof CallsUsedUp)
      console.warn(`chain ${watch.network}: the calls were not enough for one reading`)
    throw failure
  })
  let waiting = await lookAtDeposits(env, watch, tip)
  let { isAtTip } = first
  // One reading takes so many blocks, and a fast chain makes more than that between two runs; or more comes than one turn looks at.
  const isMore = () => !isAtTip || waiting.confirming.length > 0 || waiting.credited.length > 0
  for (let turn = 1; isMore() && turn < TURNS_PER_RUN; turn += 1) {
    if (watch.meter.left <= CALLS_LEFT_TO_OTHERS) return
    if (!isAtTip) isAtTip = (await readNew(env, watch)).isAtTip
    waiting = await lookAtNext(env, watch, waiting)
  }
}

async function readNew(env: Env, watch: Watch): Promise<Pick<ChainReading, 'isAtTip' | 'tip'>> {
  const { network, chain, now } = watch
  const before = await readCursor(env.DB, network)
  const reading = await chain.read(before, (addresses) => findOurs(env, network, addresses))
  const { position, behind, gap } = reading
  const transfers = reading.transfers.flatMap((transfer) => worthOf(watch, transfer))
  const ownerOf = await findOwners(env, network, transfers)
  await insertChainDeposits(
    env.DB,
    transfers.flatMap((transfer) => depositOf(watch, transfer, ownerOf(transfer))),
  )
  // Only now: what was read and not written would be passed over for ever.
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
  const named = new Set(ours.flatMap(({ memo }) => readDepositMemo(memo) ?? []))
  const known = new Set(await listUserIds(env.DB, [...named]))
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

interface Worth extends ChainTransfer, ChainPlace {
  readonly assetId: number
  readonly value: Amount
  readonly confirmationsMin: number
}

/** Nothing for what is not known here, and for dust, which would cost more to look at than it is worth. */
function worthOf({ network, catalogue }: Watch, transfer: ChainTransfer & ChainPlace): Worth[] {
  const asset = knownAssets(catalogue).find(({ code }) => code === transfer.assetCode)
  const listed = asset?.networks.find(({ name }) => name === network)
  if (!asset || !listed) return []
  const value = toScale(asset, transfer)
  // What comes while deposits are closed has come all the same.
  if (value === 0n || value < listed.depositMin) return []
  return [{ ...transfer, assetId: asset.id, value, confirmationsMin: listed.confirmationsMin }]
}

function depositOf({ network, now }: Watch, transfer: Worth, userId: number | null): ChainDeposit[] {
  if (userId === null) return []
  const { assetId, value, address, memo, confirmationsMin } = transfer
  const { txId, outputIndex, height, blockHash, confirmations } = transfer
  const place = { txId, outputIndex, height, blockHash, confirmations, confirmationsMin }
  return [{ userId, assetId, network, amount: value, address, memo, ...place, createdAt: now }]
}
