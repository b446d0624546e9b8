// Public trader data: lists, profile with figures, and the full trade log. Figures of a single trader come live from
// the room; list figures were reported by the rooms shortly before.

import type { ListPart } from '#domain/list-part'
import { tracedRoom } from '#lib/room-call'
import { type ShownTraderRow, type TraderOrder, findTrader, listTraders, loadCopyTerms } from '#db/platform/copy'
import {
  type CopySums,
  type CurvePoint,
  type LinePoint,
  type Statistics,
  curveOf,
  lineOf,
  statisticsOf,
} from '#domain/copy/statistics'
import type { CopyTerms } from '#domain/copy/terms'
import { decodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { LeaderReport, LeaderRpc, TradePage } from '#party/protocol/copy'

export { TRADER_ORDERS } from '#db/platform/copy'
export type { ShownTraderRow, TraderOrder }

export const readCopyTerms = (env: Pick<Env, 'DB'>): Promise<CopyTerms> => loadCopyTerms(env.DB)

/** Active traders first, then former ones; pending applications are hidden. */
export const listShownTraders = (
  env: Pick<Env, 'DB'>,
  {
    page,
    limit,
    ...asked
  }: { readonly order: TraderOrder; readonly keyword?: string; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: ShownTraderRow[]; readonly total: number }> =>
  listTraders(env.DB, { ...asked, states: ['active', 'closed'] }, { page, limit })

export interface TraderProfile {
  readonly trader: ShownTraderRow
  readonly statistics: Statistics
  readonly curve: readonly CurvePoint[]
  /** The same for a chart: trade by trade in the first days. */
  readonly line: readonly LinePoint[]
  readonly copies: CopySums
  readonly followers: number
  /** Number of open trades. */
  readonly open: number
}

type Rooms = Pick<Env, 'DB' | 'Leader'>

export async function readTrader(
  env: Rooms,
  traderId: number,
): Promise<Outcome<TraderProfile, 'copy_trader_not_found'>> {
  const trader = await findShown(env, traderId)
  if (!trader) return refuse('copy_trader_not_found')
  // The room answers with a LeaderReport as text.
  const report = JSON.parse(await roomOf(env, traderId).report()) as LeaderReport
  const { sums, followers, open } = report
  const days = report.days.map(({ day, net }) => ({ day, net: decodeAmount(net) }))
  const now = Date.now()
  const statistics = statisticsOf(
    {
      ...sums,
      net: decodeAmount(sums.net),
      margins: decodeAmount(sums.margins),
      peak: decodeAmount(sums.peak),
      drawdown: decodeAmount(sums.drawdown),
    },
    days,
    now,
  )
  const copies = { ...report.copies, copiesNet: decodeAmount(report.copies.copiesNet) }
  const trades = report.line?.map((row) => ({ ...row, net: decodeAmount(row.net) })) ?? null
  const [curve, line] = [curveOf(days, now), lineOf(days, trades, now)]
  return done({ trader, statistics, curve, line, copies, followers, open })
}

/** All closed trades, newest first, by page. */
export async function listTrades(
  env: Rooms,
  { traderId, ...part }: ListPart & { readonly traderId: number },
): Promise<Outcome<TradePage, 'copy_trader_not_found'>> {
  if (!(await findShown(env, traderId))) return refuse('copy_trader_not_found')
  // The room answers with a TradePage as text.
  return done(JSON.parse(await roomOf(env, traderId).trades(JSON.stringify(part))) as TradePage)
}

/** Rooms are created on first access, so only rooms of approved traders are called. */
async function findShown(env: Pick<Env, 'DB'>, traderId: number): Promise<ShownTraderRow | null> {
  const trader = await findTrader(env.DB, traderId)
  return trader?.state === 'active' || trader?.state === 'closed' ? trader : null
}

const roomOf = (env: Pick<Env, 'Leader'>, traderId: number): LeaderRpc =>
  tracedRoom(env.Leader.get(env.Leader.idFromName(String(traderId))), 'leader')
