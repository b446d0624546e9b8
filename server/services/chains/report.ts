// How far each network was read, for the desk.

import { listCursors } from '#db/platform/chain'
import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '../catalogue'
import { openChain } from './networks'

export interface ChainReport {
  readonly network: string
  /** The adapter's cursor: a block's number or hash. Null: never read. */
  readonly position: string | null
  readonly readAt: number | null
  /**
   * Time since which the node lags behind the position or lacks the following blocks. `behindBy` is the number of
   * missing blocks; null for hash positions.
   */
  readonly behindSince: number | null
  readonly behindBy: number | null
  /** The first and the last block that the node lacks; null for none. */
  readonly gapFrom: number | null
  readonly gapTo: number | null
}

const NEVER_READ = { position: null, readAt: null, behindSince: null, behindBy: null, gapFrom: null, gapTo: null }

/** Reports of all networks with a configured node. */
export async function chainReports(env: Env, now: number): Promise<ChainReport[]> {
  const [catalogue, cursors] = await Promise.all([loadCatalogue(env), listCursors(env.DB)])
  const networks = new Set(knownAssets(catalogue).flatMap((asset) => asset.networks.map(({ name }) => name)))
  const known = new Map(cursors.map((cursor) => [cursor.network, cursor]))
  return [...networks]
    .filter((network) => openChain(env, { network, catalogue, now }) !== null)
    .map((network) => known.get(network) ?? { network, ...NEVER_READ })
    .toSorted((left, right) => left.network.localeCompare(right.network))
}
