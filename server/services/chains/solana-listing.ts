// Listing of new transactions at our single Solana address, oldest first. Nodes list newest first, 1,000 per page, and
// spam may exceed the pages of one reading. A long listing therefore spans several readings, whose position stores the
// progress; the oldest part is processed before listing the newer part again.

import { CallsUsedUp } from './call-meter'
import { type Listed, PAGE_SIZE, type SolanaNode } from './solana-node'

/** Answers in one reading. */
const PAGES_MAX = 10

export interface Position {
  /** Slot from which all transactions are read. */
  readonly readTo: number
  /** Last processed transaction, if any; the listing stops before it. */
  readonly until: string | null
  /** Progress of a long listing: only transactions older than this one are listed. Null: start at the newest. */
  readonly before: string | null
}

const NONE = '-'

/** "102", "102 last" or "102 last listed". */
export const writePosition = ({ readTo, until, before }: Position): string =>
  [
    String(readTo),
    ...(until === null && before === null ? [] : [until ?? NONE]),
    ...(before === null ? [] : [before]),
  ].join(' ')

export function readPosition(position: string): Position {
  const [height = '', until = NONE, before = null] = position.split(' ')
  return { readTo: parseInt(height, 10), until: until === NONE ? null : until, before }
}

interface Listing {
  /** Oldest first. */
  readonly listed: readonly Listed[]
  /** Unfinished listing: older transactions must be listed first. Null: the oldest new transaction was reached. */
  readonly before: string | null
}

export async function listSince(node: SolanaNode, { readTo, until, before }: Position): Promise<Listing> {
  const listed: Listed[] = []
  // The next reading repeats this one's last page, because a listing that ended exactly at a page boundary would never
  // finish.
  let [last, lastButOne] = [before, before]
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const next = await nextPage(node, { until, before: last }).catch((failure: unknown) => {
      // Progress is kept; the next reading continues there.
      if (failure instanceof CallsUsedUp && page > 1) return null
      throw failure
    })
    if (next === null) break
    const since = next.filter((one) => one.slot >= readTo)
    listed.push(...since)
    if (next.length < PAGE_SIZE || since.length < next.length) return { listed: listed.reverse(), before: null }
    lastButOne = last
    last = next.at(-1)?.signature ?? last
  }
  return { listed: [], before: lastButOne }
}

async function nextPage(node: SolanaNode, { until, before }: Omit<Position, 'readTo'>): Promise<readonly Listed[]> {
  const page = await node.signatures({
    limit: PAGE_SIZE,
    ...(before === null ? {} : { before }),
    ...(until === null ? {} : { until }),
  })
  // An unknown `before` also yields an empty page.
  if (page.length === 0 && before !== null && (await node.transaction(before)) === null)
    throw new Error(`getSignaturesForAddress: the node does not know ${before}, from which on it is asked`)
  return page
}
