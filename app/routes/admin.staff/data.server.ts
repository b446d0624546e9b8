// Loader and actions of staff management. Granting power only creates a request, which a second person approves.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
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
import { id } from '#services/input'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  readDeskForm,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { staffFilter } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { fieldOf, readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'staff:read')
  const filter = staffFilter(new URL(args.request.url).searchParams)
  const page = readPage(args.request)
  const { env } = args.context
  const [found, declared] = await Promise.all([
    findColleagues(env, filter, { page, limit: PAGE_SIZE }),
    readDeclared(env),
  ])
  return {
    ...deskPage(args.request, 'staff'),
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

const ROLE = v.picklist(ROLES)
const STEPS = {
  invite: v.object({ email: v.string(), name: v.string(), role: ROLE }),
  reinvite: v.object({ id }),
  role: v.object({ id, role: ROLE }),
  customer: v.object({ id, userId: id }),
  disable: v.object({ id }),
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'staff:write')
  const { env } = args.context
  const step = fieldOf(form, 'step')
  const command = { commandId, at, language: readLanguage(args.request) }
  const answer = (outcome: Outcome<unknown>, done = 'asked') =>
    answerDesk(args.request, outcome, { step, path: '/admin/staff', done })
  const read = <Name extends keyof typeof STEPS>(name: Name) => readDeskForm(args.request, form, STEPS[name])
  switch (step) {
    case 'invite': {
      const invited = read('invite')
      return answer(invited.ok ? await proposeInvite(env, member, { ...command, ...invited.value }) : invited)
    }
    case 'reinvite': {
      const named = read('reinvite')
      return answer(named.ok ? await proposeReinvite(env, member, { ...command, ...named.value }) : named)
    }
    case 'role': {
      const chosen = read('role')
      if (!chosen.ok) return answer(chosen)
      const changed = await changeStaffRole(env, member, { ...command, ...chosen.value })
      return answer(changed, changed.ok && changed.value.kind === 'proposed' ? 'asked' : 'staff')
    }
    case 'customer': {
      const named = read('customer')
      return answer(named.ok ? await proposeCustomerRemoval(env, member, { ...command, ...named.value }) : named)
    }
    case 'disable': {
      const named = read('disable')
      return answer(named.ok ? await disableStaff(env, member, { ...command, ...named.value }) : named, 'staff')
    }
    default:
      return answer(refuse('request_malformed'))
  }
}
