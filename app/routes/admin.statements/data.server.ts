// Loader of bank statement lines; action that imports a statement file.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { LINE_STATES } from '#domain/buy/statement'
import { formatMinor } from '#domain/buy/terms'
import { mayDo } from '#domain/desk/role'
import { refuse } from '#domain/outcome'
import { listStatementLines } from '#services/buy/desk-lists'
import { askAboutLine, assignLine, importStatement } from '#services/buy/statement'
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
  const member = await requireStaff(args, 'purchases:read')
  const page = readPage(args.request)
  const named = new URL(args.request.url).searchParams.get('state')
  const state = LINE_STATES.find((each) => each === named) ?? 'open'
  const { rows, total } = await listStatementLines(args.context.env, state, { page, limit: PAGE_SIZE })
  return {
    ...deskPage(args.request, 'statements'),
    state,
    rows: rows.map(({ id, day, currency, amount, payer, text, problem, orderId }) => {
      return { id, day, currency, amount: formatMinor(currency, amount), payer, text, problem, orderId }
    }),
    total,
    page,
    mayWrite: mayDo(member.role, 'purchases:write'),
  }
}

const ASSIGNMENT = v.object({ line: id, reference: v.string() })
const QUESTION = v.object({ line: id, reason: v.string() })

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'purchases:write')
  const { env } = args.context
  const step = fieldOf(form, 'step')
  const answer = { step, path: '/admin/statements', done: 'saved' }
  if (step === 'import') {
    const file = form.get('file')
    const csv = file instanceof File ? await file.text() : ''
    return answerDesk(args.request, await importStatement(env, member, { csv, commandId, at }), answer)
  }
  if (step.startsWith('assign-')) {
    const read = readDeskForm(args.request, form, ASSIGNMENT)
    if (!read.ok) return answerDesk(args.request, read, answer)
    const { line: lineId, reference } = read.value
    return answerDesk(args.request, await assignLine(env, member, { lineId, reference, commandId, at }), answer)
  }
  if (!step.startsWith('ask-')) return answerDesk(args.request, refuse('request_malformed'), answer)
  const read = readDeskForm(args.request, form, QUESTION)
  if (!read.ok) return answerDesk(args.request, read, answer)
  const { line: lineId, reason } = read.value
  const outcome = await askAboutLine(env, member, { lineId, reason, commandId, at })
  return answerDesk(args.request, outcome, { ...answer, done: 'asked' })
}
