// Loader of copy traders; action that stops one.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { mayDo } from '#domain/desk/role'
import { listDeskTraders, stopTrader } from '#services/desk/traders'
import { id } from '#services/input'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  readDeskForm,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'users:read')
  const page = readPage(args.request)
  const { rows, total } = await listDeskTraders(args.context.env, { page, limit: PAGE_SIZE })
  return {
    ...deskPage(args.request, 'traders'),
    rows: rows.map(({ userId, nickname, state, followers, profit, appliedAt }) => ({
      ...{ userId, nickname, state, followers, appliedAt },
      profit: profit.toString(),
    })),
    total,
    page,
    mayStop: mayDo(member.role, 'users:freeze'),
  }
}

const STOP = v.object({ userId: id, reason: v.string() })

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'users:freeze')
  const read = readDeskForm(args.request, form, STOP)
  const outcome = read.ok ? await stopTrader(args.context.env, member, { ...read.value, commandId, at }) : read
  return answerDesk(args.request, outcome, { step: fieldOf(form, 'step'), path: '/admin/traders', done: 'saved' })
}
