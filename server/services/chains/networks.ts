// Which networks have a node, and the deposit address of each user, from the configuration (CHAIN_SOURCE, CHAIN_NODES, DEPOSIT_KEYS). The
// simulated chain exists in development and tests only.

import { logError } from '#lib/log-line'
import * as v from 'valibot'
import { keepReceivingAddress } from '#db/platform/chain'
import { type Catalogue, knownAssets } from '#domain/catalogue'
import { depositMemo } from '#domain/funds/deposit'
import { findNetworkFacts } from '#domain/funds/network'
import { type Outcome, done, refuse } from '#domain/outcome'
import { writeAddress } from './address'
import { bitcoinPayer } from './bitcoin-payer'
import type { CallMeter } from './call-meter'
import type { Chain } from './chain'
import { bitcoinChain, openBitcoinNode } from './bitcoin'
import { evmChain } from './evm'
import { evmPayer } from './evm-payer'
import { findingPayer } from './finding-payer'
import { simulatedChain } from './simulated'
import { solanaChain } from './solana'
import { tronChain } from './tron'
import { xrpChain } from './xrp'
import { deriveAddress } from './hd-address'
import { type JsonRpc, openNode } from './json-rpc'
import type { Payer } from './payer'
import { openTronNode } from './tron-node'

type ChainEnv = Pick<Env, 'DB' | 'ENVIRONMENT' | 'CHAIN_SOURCE' | 'CHAIN_NODES' | 'DEPOSIT_KEYS' | 'PAYOUT_SOURCES'>

/** True for the simulated chain; pages then warn that its coins are worthless. */
export const isChainSimulated = ({ ENVIRONMENT, CHAIN_SOURCE }: Pick<Env, 'ENVIRONMENT' | 'CHAIN_SOURCE'>): boolean =>
  CHAIN_SOURCE === 'simulated' && (ENVIRONMENT === 'development' || ENVIRONMENT === 'test')

/** Extended public key of the simulated chain; its private key was discarded. */
const SIMULATED_XPUB =
  'xpub6C4WNEvD7bpqarf8LdHBLsaicRyGQ5mJ2c4Pdm1ssfyZ6JMitEz3pUdDPkt9Z6QPzYs9XZSe1BENdhuZpK27YJrrTiLxMdoyfYNrY51cfdp'

export interface ReceivingPlace {
  readonly network: string
  readonly address: string
  /** Required memo of a transfer; empty if the address belongs to the user alone. */
  readonly memo: string
}

/** Deposit address of a user on a network; stored before it is displayed. */
export async function findReceivingPlace(
  env: ChainEnv,
  userId: number,
  network: string,
): Promise<Outcome<ReceivingPlace, 'network_not_found' | 'deposit_closed'>> {
  const facts = findNetworkFacts(network)
  if (!facts) return refuse('network_not_found')
  const key = findKey(env, network)
  if (key === null) return refuse('deposit_closed', { network })
  if (facts.family === 'shared') return done({ network, address: key, memo: depositMemo(userId) })
  const address = deriveAddress(key, network, userId)
  await keepReceivingAddress(env.DB, { network, address, userId })
  return done({ network, address, memo: '' })
}

/** Shared address of a memo network; null for networks with user addresses, or without configuration. */
export function findSharedAddress(env: ChainEnv, network: string): string | null {
  return findNetworkFacts(network)?.family === 'shared' ? findKey(env, network) : null
}

export interface OpenChain {
  readonly network: string
  readonly catalogue: Catalogue
  readonly now: number
  /** On a network with one address for all users, whose payments are found; ours by default. */
  readonly address?: string
}

/** The adapter of a network; null without a node: senders then report deposits there, and staff review them. */
export function openChain(
  env: ChainEnv,
  { network, catalogue, now, address }: OpenChain,
  meter?: CallMeter,
): Chain | null {
  const scaleOf = (code: string) => knownAssets(catalogue).find((asset) => asset.code === code)?.scale ?? 0
  if (isChainSimulated(env)) return simulatedChain(env, { network, now, scaleOf })
  const facts = findNetworkFacts(network)
  const node = readConfig(nodes, env.CHAIN_NODES)?.[network]
  if (env.CHAIN_SOURCE !== 'rpc' || !facts || !node) return null
  const tokens = Object.entries(node.tokens).map(([assetCode, token]) => ({ assetCode, ...token }))
  const config = { network, coin: facts.coin, tokens }
  switch (facts.family) {
    case 'bitcoin':
      return bitcoinChain(openBitcoinNode(node.url, meter), facts.coin)
    case 'evm':
      return evmChain(openNode(node.url, meter), { ...config, depth: depthOf(catalogue, network) })
    case 'tron':
      return tronChain(openTronNode(node.url, meter), config)
    case 'shared':
      return openShared(network, openNode(node.url, meter), address ?? findKey(env, network))
  }
}

/** Finds, and where the network's signers have a common form prepares and sends, outgoing transactions; null without a node. */
export function openPayer(env: ChainEnv, facts: OpenChain, meter?: CallMeter): Payer | null {
  const { network, now } = facts
  const [known, node] = [findNetworkFacts(network), readConfig(nodes, env.CHAIN_NODES)?.[network]]
  if (env.CHAIN_SOURCE !== 'rpc' || !known || !node) return null
  const tokens = Object.entries(node.tokens).map(([assetCode, token]) => ({ assetCode, ...token }))
  const source = readConfig(keys, env.PAYOUT_SOURCES)?.[network]
  if (known.family === 'bitcoin') return bitcoinPayer(openBitcoinNode(node.url, meter), known.coin)
  if (known.family === 'evm')
    return source === undefined
      ? null
      : evmPayer(openNode(node.url, meter), { coin: known.coin, tokens, source, chainId: chainIdOf(env, network), now })
  const isFound = openChain(env, facts, meter) !== null
  return isFound ? findingPayer((address) => openChain(env, { ...facts, address }, meter)) : null
}

/** EIP-155; null in development, where another chain may replace it. */
const chainIdOf = ({ ENVIRONMENT }: Pick<Env, 'ENVIRONMENT'>, network: string): number | null =>
  ENVIRONMENT === 'development' ? null : (CHAIN_IDS[network] ?? null)

const CHAIN_IDS: Readonly<Record<string, number>> = { ERC20: 1, BEP20: 56, AVAX: 43_114 }

/** True for a counted token contract of the network: transfers to it are lost. */
export const isTokenContract = (
  { CHAIN_NODES: config }: Pick<ChainEnv, 'CHAIN_NODES'>,
  { network, address }: { readonly network: string; readonly address: string },
): boolean =>
  Object.values(readConfig(nodes, config)?.[network]?.tokens ?? {}).some(
    ({ contract }) => contract.toLowerCase() === address.toLowerCase(),
  )

/** Null if the address is missing or the network has no adapter. */
function openShared(network: string, rpc: JsonRpc, address: string | null): Chain | null {
  if (address === null) return null
  if (network === 'XRP') return xrpChain(rpc, address)
  return network === 'SOL' ? solanaChain(rpc, address) : null
}

/** The largest number of confirmations that an asset of the network needs. */
const depthOf = (catalogue: Catalogue, network: string): number =>
  Math.max(
    ...knownAssets(catalogue).flatMap(({ networks }) =>
      networks.flatMap(({ name, confirmationsMin }) => (name === network ? confirmationsMin : [])),
    ),
    1,
  )

const nodes = v.record(
  v.string(),
  v.object({
    url: v.pipe(v.string(), v.url()),
    tokens: v.optional(
      v.record(
        v.string(),
        v.object({ contract: v.string(), decimals: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
      ),
      {},
    ),
  }),
)
const keys = v.record(v.string(), v.string())
/** Empty: no link. */
const explorers = v.record(v.string(), v.union([v.literal(''), v.pipe(v.string(), v.startsWith('https://'), v.url())]))

/** An extended public key, or the shared address itself. */
function findKey(env: ChainEnv, network: string): string | null {
  if (!isChainSimulated(env)) return readConfig(keys, env.DEPOSIT_KEYS)?.[network] ?? null
  return findNetworkFacts(network)?.family === 'shared' ? simulatedAddress(network) : SIMULATED_XPUB
}

/** Public page of a transaction: by EXPLORERS, or else as the network is known; null where there is none. */
export function explorerLink(
  env: Pick<Env, 'ENVIRONMENT' | 'CHAIN_SOURCE' | 'EXPLORERS'>,
  { network, txId }: { readonly network: string; readonly txId: string },
): string | null {
  if (txId === '' || isChainSimulated(env)) return null
  const start = readConfig(explorers, env.EXPLORERS)?.[network] ?? findNetworkFacts(network)?.explorer
  return start ? `${start}${encodeURIComponent(txId)}` : null
}

/** A well-formed address that no private key controls. */
function simulatedAddress(network: string): string {
  const filled = (length: number) =>
    Uint8Array.from({ length }, (_, index) => (index * 37 + network.length * 11 + 5) & 255)
  if (network === 'XRP') return writeAddress(network, Uint8Array.of(0, ...filled(20)))
  if (network === 'ADA') return writeAddress(network, Uint8Array.of(0x61, ...filled(28)))
  return writeAddress(network, filled(32))
}

/** What the configuration says, read; null where it is missing or malformed. */
export const configuredNetworks = (
  env: Pick<Env, 'CHAIN_NODES' | 'DEPOSIT_KEYS' | 'PAYOUT_SOURCES' | 'PAYOUT_BANK' | 'EXPLORERS'>,
) => ({
  PAYOUT_BANK: payoutBank(env),
  EXPLORERS: readConfig(explorers, env.EXPLORERS),
  PAYOUT_SOURCES: readConfig(keys, env.PAYOUT_SOURCES),
  CHAIN_NODES: readConfig(nodes, env.CHAIN_NODES),
  DEPOSIT_KEYS: readConfig(keys, env.DEPOSIT_KEYS),
})

const bank = v.strictObject({
  /** Holder; the site's name by default. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140))),
  /** IBAN, or another number of up to 34 signs. */
  account: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,34}$/)),
  bic: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/))),
})
export type PayoutBank = v.InferOutput<typeof bank>

/** The operator's account from which bank transfers are paid; null where it is not set. */
export const payoutBank = ({ PAYOUT_BANK: text }: Pick<Env, 'PAYOUT_BANK'>): PayoutBank | null => readConfig(bank, text)

/** Malformed configuration counts as absent, and is logged. */
function readConfig<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string | undefined,
): v.InferOutput<Schema> | null {
  if (!text) return null
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (failure) {
    logError('the configuration of the chains cannot be read', failure)
    return null
  }
}
