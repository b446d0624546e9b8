// Loader and actions of staff management. Granting power only creates a request, which a second person approves.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ROLES, STAFF_STATES, mayDo } from '#domain/desk/role'
import { type Outcome, refuse } from '#domain/outcome'
import { readDeclared } from '#services/desk/own-account'
import {
  changeStaffRole,
  disableStaff,
  findColleagues,
  proposeCustomerRemoval,
  proposeInvite,
  proposeReinvite,
} from '#services/desk/staff'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { staffFilter } from '../../admin/list-filter.server'
import { PAGE_SIZE, idOf, readPage } from '../../lists/query'
import { fieldOf, readLanguage } from '../../visitor/visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'staff:read')
  const filter = staffFilter(new URL(asked.request.url).searchParams)
  const page = readPage(asked.request)
  const { env } = asked.context
  const [found, declared] = await Promise.all([
    findColleagues(env, filter, { page, limit: PAGE_SIZE }),
    readDeclared(env),
  ])
  return {
    ...deskPage(asked.request, 'staff'),
    total: found.total,
    rows: found.rows.map((row) => ({ ...row, customers: declared.get(row.id) ?? [] })),
    page,
    chosen: { text: filter.text, role: filter.role ?? '', state: filter.state ?? '' },
    roles: ROLES,
    states: STAFF_STATES,
    ownId: member.id,
    mayChange: mayDo(member.role, 'staff:write'),
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'staff:write')
  const { env } = asked.context
  const step = fieldOf(form, 'step')
  const id = Number(fieldOf(form, 'id') || '0')
  const role = fieldOf(form, 'role')
  const command = { commandId, at, language: readLanguage(asked.request) }
  const answer = (outcome: Outcome<unknown>, done: string) =>
    answerDesk(asked.request, outcome, { step, path: '/admin/staff', done })
  switch (step) {
    case 'invite': {
      const asking = { ...command, email: fieldOf(form, 'email'), name: fieldOf(form, 'name'), role }
      return answer(await proposeInvite(env, member, asking), 'asked')
    }
    case 'reinvite':
      return answer(await proposeReinvite(env, member, { ...command, id }), 'asked')
    case 'role': {
      const changed = await changeStaffRole(env, member, { ...command, id, role })
      return answer(changed, changed.ok && changed.value.kind === 'proposed' ? 'asked' : 'staff')
    }
    case 'customer': {
      const userId = idOf(fieldOf(form, 'userId'))
      return answer(await proposeCustomerRemoval(env, member, { ...command, id, userId }), 'asked')
    }
    case 'disable':
      return answer(await disableStaff(env, member, { ...command, id }), 'staff')
    default:
      return answer(refuse('request_malformed'), '')
  }
}
