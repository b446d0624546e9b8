// Loader of payouts: what waits, batches, and the report; action that proposes a batch.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { proposeBatch } from '#services/payouts/batches'
import { listPayoutBatches, listWaiting, payoutReport } from '#services/payouts/report'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'payouts:read')
  const { env } = args.context
  const now = Date.now()
  const [waiting, batches, report] = await Promise.all([
    listWaiting(env, now),
    listPayoutBatches(env),
    payoutReport(env, now),
  ])
  return {
    ...deskPage(args.request, 'payouts'),
    ...{ waiting, batches, report },
    mayWrite: mayDo(member.role, 'payouts:write'),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'payouts:write')
  const network = fieldOf(form, 'network')
  const outcome = await proposeBatch(args.context.env, member, { network, commandId, at })
  return answerDesk(args.request, outcome, { step: fieldOf(form, 'step'), path: '/admin/payouts', done: 'asked' })
}
