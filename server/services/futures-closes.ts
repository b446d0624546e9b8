// Position closes in pages, for CSV exports.

import { type Outcome, done } from '#domain/outcome'
import type { FuturesHistoryRow } from '#party/protocol/futures'
import type { Session } from '#session/session'
import { listEndedFutures } from './futures'

const CLOSES_PER_READ = 100

/** All closes, of whole positions and parts, one row each, newest position first. */
export async function* eachClosePage(
  env: Env,
  session: Session,
): AsyncGenerator<
  Outcome<readonly { position: FuturesHistoryRow; close: FuturesHistoryRow['closes'][number]; isLast: boolean }[]>,
  void
> {
  for (let page = 1; ; page += 1) {
    const ended = await listEndedFutures(env, session, {
      symbol: null,
      only: 'closed',
      hasParts: true,
      page,
      limit: CLOSES_PER_READ,
    })
    if (!ended.ok) {
      yield ended
      return
    }
    const { rows } = ended.value
    yield done(
      rows.flatMap((position) =>
        position.closes.map((close, index) => ({
          position,
          close,
          isLast: position.state === 'closed' && index === position.closes.length - 1,
        })),
      ),
    )
    if (rows.length < CLOSES_PER_READ) return
  }
}
