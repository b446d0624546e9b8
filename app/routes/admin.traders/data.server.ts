// Loader of copy traders; action that stops one.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { listDeskTraders, stopTrader } from '#services/desk/traders'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'users:read')
  const page = readPage(asked.request)
  const { rows, total } = await listDeskTraders(asked.context.env, { page, limit: PAGE_SIZE })
  return {
    ...deskPage(asked.request, 'traders'),
    rows: rows.map(({ userId, nickname, state, followers, profit, appliedAt }) => ({
      ...{ userId, nickname, state, followers, appliedAt },
      profit: profit.toString(),
    })),
    total,
    page,
    mayStop: mayDo(member.role, 'users:freeze'),
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'users:freeze')
  const userId = /^\d{1,15}$/.test(fieldOf(form, 'userId')) ? Number(fieldOf(form, 'userId')) : 0
  const outcome = await stopTrader(asked.context.env, member, {
    userId,
    reason: fieldOf(form, 'reason'),
    commandId,
    at,
  })
  return answerDesk(asked.request, outcome, { step: `stop-${userId}`, path: '/admin/traders', done: 'saved' })
}
