// The chat rooms at the desk: /admin/chat?room=jp&line=12 looks at one line.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { LANGUAGES, knownLanguage } from '#domain/language'
import { type Outcome, refuse } from '#domain/outcome'
import { dismissReports, muteWriter, openDeskChat, removeChatLine, unmuteWriter } from '#services/desk/chat'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { LANGUAGE_NAMES } from '../../text/languages'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'support:read')
  const { searchParams } = new URL(asked.request.url)
  const room = knownLanguage(searchParams.get('room') ?? '')
  const no = idOf(searchParams.get('line'))
  const { writer, ...chat } = await openDeskChat(asked.context.env, { room, no, now: Date.now() })
  return {
    ...deskPage(asked.request, 'chat'),
    ...chat,
    room,
    no,
    writer,
    rooms: LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code] })),
    mayAct: mayDo(member.role, 'support:answer'),
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'support:answer')
  const { env } = asked.context
  const [step, room] = [fieldOf(form, 'step'), fieldOf(form, 'room')]
  const command = { room, no: idOf(fieldOf(form, 'no')), commandId, at }
  const act = (): Promise<Outcome<null>> => {
    if (step.startsWith('unmute'))
      return unmuteWriter(env, member, { userId: idOf(fieldOf(form, 'userId')), commandId, at })
    if (step === 'remove') return removeChatLine(env, member, command)
    if (step === 'dismiss') return dismissReports(env, member, command)
    if (step !== 'mute') return Promise.resolve(refuse('request_malformed'))
    const minutes = /^\d{1,6}$/.test(fieldOf(form, 'minutes')) ? parseInt(fieldOf(form, 'minutes'), 10) : -1
    return muteWriter(env, member, { ...command, minutes, reason: fieldOf(form, 'reason') })
  }
  const path = `/admin/chat?room=${knownLanguage(room)}`
  return answerDesk(asked.request, await act(), { step, path, done: 'saved' })
}
