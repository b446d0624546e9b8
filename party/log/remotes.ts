// Remote calls of the Log: Quotes for rounds, the directory for receipts and the desk's log.

import { tracedRoom } from '#lib/room-call'
import { findAuditEnds } from '#db/platform/audit'
import { listDoneAfter } from '#db/platform/liability'
import { findReceipt, receiptsAfter } from '#db/platform/receipt'
import type { Tick } from '#domain/quotes/chain'
import { CallTimeout } from '#party/lib/call-timeout'
import type { QuotesRpc } from '#party/protocol/quotes'
import type { Sources } from './collect'

const CALL_TIMEOUT_MS = 10_000
/** One is made a day. */
const TREES_PER_BATCH = 10

export function sourcesOf(env: Env): Sources {
  const patience = new CallTimeout(CALL_TIMEOUT_MS)
  const quotes = (): QuotesRpc => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
  return {
    rounds: (after, limit) => patience.limit('quotes', quotes().loggedRounds(after, limit)),
    async receipts(after, limit) {
      const rows = await patience.limit('the directory', receiptsAfter(env.DB, after, limit))
      return rows.map(({ no, id }) => ({ no, text: id }))
    },
    async ticksOf(id) {
      const body = await patience.limit('the directory', findReceipt(env.DB, id))
      // Only settlements write receipts; some have no ticks.
      const { ticks = [] } = JSON.parse(body ?? '{}') as { readonly ticks?: readonly Tick[] }
      return ticks
    },
    proveTicks: (ticks) => patience.limit('quotes', quotes().proveTicks(ticks)),
    async liabilities(after) {
      const trees = await patience.limit('the directory', listDoneAfter(env.DB, after, TREES_PER_BATCH))
      return trees.map(({ no, day, root }) => ({ no, text: `${day} ${root ?? ''}` }))
    },
    async desk(no) {
      const rows = await patience.limit('the directory', findAuditEnds(env.DB, no))
      return rows.map(({ seq, hash }) => ({ no: seq, text: hash }))
    },
  }
}
