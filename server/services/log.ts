// The public log: checkpoints, proofs and leaves. Null where nothing is found, also where the installation keeps no log.

import { tracedRoom } from '#lib/room-call'
import type { RoundPlace } from '#domain/log/leaf'
import type { ReceiptProof, RoundProof } from '#domain/log/proof'
import type { ConsistencyAnswer, InclusionAnswer, LeafAnswer, LogHead, LogRpc, ReceiptPlace } from '#party/protocol/log'

type LogEnv = Pick<Env, 'Log'>

/** Checkpoint of a signed size, by default the newest. */
export const logHead = (env: LogEnv, size: number | null = null) => read<LogHead>(roomOf(env).head(size))

export const leafInclusion = (env: LogEnv, leaf: number, size: number | null) =>
  read<InclusionAnswer>(roomOf(env).inclusion(leaf, size))

export const logConsistency = (env: LogEnv, from: number, to: number) =>
  read<ConsistencyAnswer>(roomOf(env).consistency(from, to))

export const logLeaves = (env: LogEnv, from: number, limit: number, source: string | null = null) =>
  read<readonly LeafAnswer[]>(roomOf(env).leaves(from, limit, source))

/** What proves a receipt under the newest checkpoint; null until one covers it. */
export async function receiptProof(env: LogEnv, id: string): Promise<ReceiptProof | null> {
  const [place, head] = await Promise.all([read<ReceiptPlace>(roomOf(env).receipt(id)), logHead(env)])
  if (!place || !head) return null
  const held = [
    ...new Set(place.ticks.flatMap((tick) => [tick, tick?.beforeRound].flatMap((round) => round?.leaf ?? []))),
  ]
  const [inclusion, ...rounds] = await Promise.all(
    [place.leaf, ...held].map((leaf) => leafInclusion(env, leaf, head.size)),
  )
  if (!inclusion || !rounds.every((each) => each !== null)) return null
  return { ...place, checkpoint: head.checkpoint, inclusion, rounds }
}

/** What proves a round under the newest checkpoint; null until one covers it, and after its two days of storage. */
export async function roundProof(env: LogEnv, no: number): Promise<RoundProof | null> {
  const [place, head] = await Promise.all([read<RoundPlace>(roomOf(env).round(no)), logHead(env)])
  const inclusion = place && head && (await leafInclusion(env, place.leaf, head.size))
  return inclusion && { ...place, checkpoint: head.checkpoint, inclusion }
}

/** Sweep call for what a lost call left unlogged. */
export const wakeLog = (env: Pick<Env, 'Log' | 'LOG_KEY'>): Promise<void> =>
  env.LOG_KEY ? roomOf(env).wake() : Promise.resolve()

const roomOf = (env: LogEnv): LogRpc => tracedRoom(env.Log.get(env.Log.idFromName('main')), 'log')

/** The room answers as its protocol says. */
const read = async <Value>(answer: Promise<string>): Promise<Value | null> => JSON.parse(await answer) as Value | null
