// How far each network was read, for the desk: what has not been looked at for long, no deposit arrives from.

import { listCursors } from '#db/platform/chain'
import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '../catalogue'
import { openChain } from './networks'

export interface ChainReport {
  readonly network: string
  /** What the network's adapter goes on from: the number of a block, or its hash. Null: never read. */
  readonly position: string | null
  readonly readAt: number | null
  /**
   * Since when nothing can be read on. The node has not got what was read already, and how many blocks of it, null where they cannot be
   * counted; or it does not tell of the blocks that come next.
   */
  readonly behindSince: number | null
  readonly behindBy: number | null
  /** The first and the last block that the node does not tell of, since then; null for none. */
  readonly gapFrom: number | null
  readonly gapTo: number | null
}

const NEVER_READ = { position: null, readAt: null, behindSince: null, behindBy: null, gapFrom: null, gapTo: null }

/** Every network that somebody speaks for. */
export async function chainReports(env: Env, now: number): Promise<ChainReport[]> {
  const [catalogue, cursors] = await Promise.all([loadCatalogue(env), listCursors(env.DB)])
  const networks = new Set(knownAssets(catalogue).flatMap((asset) => asset.networks.map(({ name }) => name)))
  const known = new Map(cursors.map((cursor) => [cursor.network, cursor]))
  return [...networks]
    .filter((network) => openChain(env, { network, catalogue, now }) !== null)
    .map((network) => known.get(network) ?? { network, ...NEVER_READ })
    .toSorted((left, right) => left.network.localeCompare(right.network))
}
