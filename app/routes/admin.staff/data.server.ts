// Who works at the desk, and what an admin may do about it. A new link is shown once, with the answer, and kept nowhere.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ROLES } from '#domain/desk/role'
import { mayDo } from '#domain/desk/role'
import { type Outcome, refuse } from '#domain/outcome'
import { changeStaffRole, disableStaff, inviteStaff, readStaff, reinviteStaff } from '#services/desk/staff'
import { answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { fieldOf } from '../../visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'staff:read')
  return {
    ...deskPage(asked.request, 'staff'),
    staff: await readStaff(asked.context.env),
    roles: ROLES,
    ownId: member.id,
    mayChange: mayDo(member.role, 'staff:write'),
  }
}

export async function action(asked: ActionFunctionArgs) {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'staff:write')
  const { env } = asked.context
  const step = fieldOf(form, 'step')
  const id = Number(fieldOf(form, 'id') || '0')
  const role = fieldOf(form, 'role')
  const command = { commandId, at }
  switch (step) {
    case 'invite': {
      const asking = { ...command, email: fieldOf(form, 'email'), name: fieldOf(form, 'name'), role }
      return answerLink(asked.request, step, await inviteStaff(env, member, asking))
    }
    case 'reinvite':
      return answerLink(asked.request, step, await reinviteStaff(env, member, { ...command, id }))
    case 'role':
      return answer(asked.request, step, await changeStaffRole(env, member, { ...command, id, role }))
    case 'disable':
      return answer(asked.request, step, await disableStaff(env, member, { ...command, id }))
    default:
      return answer(asked.request, step, refuse('request_malformed'))
  }
}

const answer = (request: Request, step: string, outcome: Outcome<unknown>) => ({
  ...answerDesk(request, outcome, { step, path: '/admin/staff', done: 'staff' }),
  link: null,
})

function answerLink(request: Request, step: string, outcome: Outcome<{ readonly token: string }>) {
  if (!outcome.ok) return answer(request, step, outcome)
  const link = `${new URL(request.url).origin}/admin/enrol?${new URLSearchParams({ token: outcome.value.token }).toString()}`
  return { problem: null, step, link }
}
