// Who works at the desk, and what an admin may do about it. What gives power is only asked for here: another person approves it.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ROLES, mayDo } from '#domain/desk/role'
import { type Outcome, refuse } from '#domain/outcome'
import { changeStaffRole, disableStaff, proposeInvite, proposeReinvite, readStaff } from '#services/desk/staff'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { fieldOf, readLanguage } from '../../visitor.server'

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
    case 'disable':
      return answer(await disableStaff(env, member, { ...command, id }), 'staff')
    default:
      return answer(refuse('request_malformed'), '')
  }
}
