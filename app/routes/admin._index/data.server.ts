// Loader of the desk overview: queues, liabilities, feeds, sign-ups, the day's figures; action that restarts a network's block scanner
// after its node was reset.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { WAITING_STATES } from '#domain/desk/review'
import { mayDo } from '#domain/desk/role'
import { restartChain } from '#services/desk/chains'
import { deskOverview } from '#services/desk/overview'
import { kindsReadBy } from '#services/desk/review-kinds'
import { feedHealth } from '#services/quotes'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const { env } = args.context
  const member = await requireStaff(args, null)
  const [overview, feeds] = await Promise.all([deskOverview(env, Date.now()), feedHealth(env)])
  return {
    ...deskPage(args.request, 'overview'),
    queues: kindsReadBy(member.role)
      .map(({ name: kind }) => ({
        kind,
        oldestAt: oldestOf(overview.waiting, kind),
        undecided: totalOf(overview.waiting, kind, WAITING_STATES),
        inHand: totalOf(overview.waiting, kind, ['claimed']),
      }))
      .sort((left, right) => (left.oldestAt ?? Infinity) - (right.oldestAt ?? Infinity)),
    unresolved: overview.unresolved,
    backlog: overview.backlog,
    sweep: overview.sweep,
    failures: overview.failures,
    chains: overview.chains,
    mayRestart: mayDo(member.role, 'site:write'),
    newUsers: overview.newUsers,
    deposits: overview.deposits,
    withdrawals: overview.withdrawals,
    volume: overview.volume,
    fees: overview.fees,
    active: overview.active,
    feeds: {
      path: mayDo(member.role, 'reports:read') ? '/admin/feeds' : '/feeds',
      total: feeds.length,
      bad: feeds.filter(({ isConnected, isStale, isOutlier, isHeld }) => !isConnected || isStale || isOutlier || isHeld)
        .length,
    },
    now: Date.now(),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'site:write')
  const network = fieldOf(form, 'network')
  const restarted = await restartChain(args.context.env, member, {
    network,
    position: fieldOf(form, 'position'),
    commandId,
    at,
  })
  return answerDesk(args.request, restarted, { step: `restart:${network}`, path: '/admin', done: 'restarted' })
}

const oldestOf = (
  waiting: readonly { readonly kind: string; readonly oldestAt: number }[],
  kind: string,
): number | null => {
  const times = waiting.filter((row) => row.kind === kind).map(({ oldestAt }) => oldestAt)
  return times.length === 0 ? null : Math.min(...times)
}

const totalOf = (
  waiting: readonly { readonly kind: string; readonly state: string; readonly total: number }[],
  kind: string,
  states: readonly string[],
): number =>
  waiting.filter((row) => row.kind === kind && states.includes(row.state)).reduce((sum, { total }) => sum + total, 0)
