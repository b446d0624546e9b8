// The chat rooms at the desk: /admin/chat?room=jp&line=12 looks at one line.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { mayDo } from '#domain/desk/role'
import { LANGUAGES, knownLanguage } from '#domain/language'
import { type Outcome, refuse } from '#domain/outcome'
import { dismissReports, muteWriter, openDeskChat, removeChatLine, unmuteWriter } from '#services/desk/chat'
import { id } from '#services/input'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  readDeskForm,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { LANGUAGE_NAMES } from '../../text/languages'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'support:read')
  const { searchParams } = new URL(args.request.url)
  const room = knownLanguage(searchParams.get('room') ?? '')
  const no = idOf(searchParams.get('line'))
  const { writer, ...chat } = await openDeskChat(args.context.env, { room, no, now: Date.now() })
  return {
    ...deskPage(args.request, 'chat'),
    ...chat,
    room,
    no,
    writer,
    rooms: LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code] })),
    mayAct: mayDo(member.role, 'support:answer'),
  }
}

const LINE = v.object({ room: v.picklist(LANGUAGES), no: id })
const MUTE = v.object({
  ...LINE.entries,
  minutes: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  reason: v.string(),
})
const UNMUTE = v.object({ userId: id })

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'support:answer')
  const { env } = args.context
  const [step, room] = [fieldOf(form, 'step'), fieldOf(form, 'room')]
  const command = { commandId, at }
  const run = async (): Promise<Outcome<null>> => {
    if (/^unmute-\d+$/.test(step)) {
      const read = readDeskForm(args.request, form, UNMUTE)
      return read.ok ? unmuteWriter(env, member, { ...read.value, ...command }) : read
    }
    if (step === 'mute') {
      const read = readDeskForm(args.request, form, MUTE)
      return read.ok ? muteWriter(env, member, { ...read.value, ...command }) : read
    }
    if (step !== 'remove' && step !== 'dismiss') return refuse('request_malformed')
    const read = readDeskForm(args.request, form, LINE)
    if (!read.ok) return read
    const line = { ...read.value, ...command }
    return step === 'remove' ? removeChatLine(env, member, line) : dismissReports(env, member, line)
  }
  const path = `/admin/chat?room=${knownLanguage(room)}`
  return answerDesk(args.request, await run(), { step, path, done: 'saved' })
}
