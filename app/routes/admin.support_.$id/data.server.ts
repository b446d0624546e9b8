// Loader and actions of a support conversation.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { type Outcome, refuse } from '#domain/outcome'
import {
  answerThread,
  closeThread,
  handOverThread,
  noteStaffTyping,
  noteThread,
  openDeskThread,
  takeThread,
} from '#services/desk/support'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'support:read')
  const { searchParams } = new URL(args.request.url)
  const before = idOf(searchParams.get('before'))
  const id = args.params['id'] ?? ''
  const file = await openDeskThread(args.context.env, member, id, before > 0 ? before : undefined)
  if (!file) throw new Response(null, { status: 404 })
  const { thread } = file
  return {
    ...deskPage(args.request, 'support_thread'),
    ...file,
    isMine: thread.staffId === member.id,
    isFree: thread.staffId === null,
    isClosed: thread.closedAt !== null,
    mayAnswer: mayDo(member.role, 'support:answer'),
    mayOpenUser: mayDo(member.role, 'users:read'),
    reply: file.replies.find(({ name }) => name === searchParams.get('reply'))?.content ?? '',
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'support:answer')
  const { env } = args.context
  const id = args.params['id'] ?? ''
  const step = fieldOf(form, 'step')
  const command = { id, commandId, at }
  if (step === 'typing') {
    await noteStaffTyping(env, member, id)
    return { done: null, problem: null, fields: { step }, idempotencyKey: '' }
  }
  const text = fieldOf(form, 'text')
  const answer = (outcome: Outcome<unknown>, done: string) =>
    answerDesk(args.request, outcome, { step, path: `/admin/support/${id}`, done })
  switch (step) {
    case 'take':
      return answer(await takeThread(env, member, command), 'support_taken')
    case 'hand_over':
      return answer(
        await handOverThread(env, member, { ...command, to: idOf(fieldOf(form, 'to')) }),
        'support_handed_over',
      )
    case 'answer':
      return answer(await answerThread(env, member, { ...command, text }), 'support_answered')
    case 'note':
      return answer(await noteThread(env, member, { ...command, text }), 'noted')
    case 'close':
      return answer(await closeThread(env, member, command), 'support_closed')
    default:
      return answer(refuse('request_malformed'), '')
  }
}
