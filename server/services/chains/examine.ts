// The doctor's part about chains: whether their nodes are read.

import { type Finding, bad, good, note } from '#domain/operating/setup'
import { SECOND_MS } from '#domain/time'
import { chainReports } from './report'

const NODE_SILENT_MS = 110 * SECOND_MS

export async function examineChains(env: Env, { now }: { readonly now: number }): Promise<readonly Finding[]> {
  const reports = await chainReports(env, now)
  if (reports.length === 0)
    return [
      note(
        'chains',
        'No node is read: deposits are told by their senders.',
        'CHAIN_SOURCE = "rpc", CHAIN_NODES and DEPOSIT_KEYS',
      ),
    ]
  const todo = 'Look at /admin/feeds and at the node (runbook: A node is behind)'
  return reports.map(({ network, position, readAt, behindSince, behindBy }) => {
    if (readAt === null)
      return bad('chains', `${network}: its node never answered.`, `The address in CHAIN_NODES. ${todo}`)
    if (now - readAt > NODE_SILENT_MS)
      return bad('chains', `${network}: its node has been silent since ${new Date(readAt).toISOString()}.`, todo)
    if (behindSince !== null)
      return bad('chains', `${network}: its node lacks ${behindBy === null ? 'blocks' : `${behindBy} blocks`}.`, todo)
    return good('chains', `${network} is read up to ${position ?? 'its head'}.`)
  })
}
