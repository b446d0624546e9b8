// How far our one Solana address was read, and what came since, oldest first. A node lists the newest first and a thousand at a time, and
// anybody can send us more than one reading lists. So a long way down is gone over several readings, whose position says how far it has
// come; what is listed at its end is read before what is above it is listed again.

import { CallsUsedUp } from './call-meter'
import { type Listed, PAGE_SIZE, type SolanaNode } from './solana-node'

/** Answers in one reading. */
const PAGES_MAX = 10

export interface Position {
  /** The slot from which all is read. */
  readonly readTo: number
  /** The last transaction that was, if there is one: nothing is listed from it on. */
  readonly until: string | null
  /** How far down what came since was listed: only what is older is listed. Null: from the newest on. */
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
  /** So far down it was listed and no farther: what is older is to be listed first. Null: what is listed is the oldest. */
  readonly before: string | null
}

export async function listSince(node: SolanaNode, { readTo, until, before }: Position): Promise<Listing> {
  const listed: Listed[] = []
  // What the next reading lists first is the last page of this one: it would go on for ever after an end that is a page's own.
  let [last, lastButOne] = [before, before]
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const next = await nextPage(node, { until, before: last }).catch((failure: unknown) => {
      // So far it has come, and the next reading goes on there.
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
  // A node that does not know where it was to begin lists nothing as well.
  if (page.length === 0 && before !== null && (await node.transaction(before)) === null)
    throw new Error(`getSignaturesForAddress: the node does not know ${before}, from which on it is asked`)
  return page
}
