// Loader of a batch of payouts; actions that prepare it, send signed transactions, and name transactions sent elsewhere.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { refuse } from '#domain/outcome'
import { payoutBank } from '#services/chains/networks'
import { prepareBatch, tellTransactions, uploadSigned } from '#services/payouts/batches'
import { readBatch } from '#services/payouts/report'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'
import { readSigned } from './signed.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'payouts:read')
  const id = idOf(args.params['id'])
  const read = await readBatch(args.context.env, id, Date.now())
  if (!read) throw new Response(null, { status: 404 })
  const { batch, shown, canSign } = read
  return {
    ...deskPage(args.request, 'payouts_batch', { number: String(id) }),
    batch: { id, network: batch.network, method: batch.method, isPrepared: batch.document !== '' },
    rows: shown,
    canSign,
    hasBank: payoutBank(args.context.env) !== null,
    isOpen: shown.some(({ state }) => state === 'signing'),
    mayWrite: mayDo(member.role, 'payouts:write'),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'payouts:write')
  const { env } = args.context
  const command = { batchId: idOf(args.params['id']), commandId, at }
  const step = fieldOf(form, 'step')
  const signed = step === 'signed' ? await readSigned(form) : null
  const outcome =
    step === 'prepare'
      ? await prepareBatch(env, member, command)
      : signed
        ? signed.ok
          ? await uploadSigned(env, member, { ...command, text: signed.value })
          : signed
        : step === 'told'
          ? await tellTransactions(env, member, { ...command, text: fieldOf(form, 'transactions') })
          : refuse('request_malformed')
  const isAsked = outcome.ok && outcome.value !== null && outcome.value.isProposed
  const path = `/admin/payouts/${command.batchId}`
  return answerDesk(args.request, outcome, { step, path, done: isAsked ? 'asked' : 'saved' })
}
