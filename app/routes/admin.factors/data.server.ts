// A staff member's own second factors (authenticator app, passkeys) and own customer accounts. Every member may open
// this page, for their own data only.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type Outcome, refuse } from '#domain/outcome'
import {
  addOwnApp,
  addOwnPasskey,
  readOwnFactors,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
  startOwnApp,
} from '#services/desk/factors'
import { declareCustomer, readOwnCustomers } from '#services/desk/own-account'
import { answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { idOf } from '../../lists/query'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, null)
  const { env } = args.context
  const [factors, app, customers] = await Promise.all([
    readOwnFactors(env, member, Date.now()),
    startOwnApp(env, member, null),
    readOwnCustomers(env, member),
  ])
  return {
    customers,
    ...deskPage(args.request, 'factors'),
    factors,
    app: factors.hasApp || !factors.mayChange ? null : app,
  }
}

/** After a refusal the same authenticator secret is returned, so that the scanned entry stays valid. */
export async function action(args: ActionFunctionArgs) {
  const { member, form, commandId, at } = await requireStaffForm(args, null)
  const { env } = args.context
  const command = { commandId, at }
  const [step, id, name] = [fieldOf(form, 'step'), fieldOf(form, 'id'), fieldOf(form, 'name')]
  const answer = (outcome: Outcome<unknown>) =>
    answerDesk(args.request, outcome, { step, path: '/admin/factors', done: 'saved' })
  switch (step) {
    case 'add':
      return answer(await addOwnPasskey(env, member, { ...command, text: fieldOf(form, 'passkey'), name }))
    case 'rename':
      return answer(await renameOwnPasskey(env, member, { ...command, id, name }))
    case 'remove':
      return answer(await removeOwnPasskey(env, member, { ...command, id }))
    case 'add_app': {
      const sealed = fieldOf(form, 'sealed')
      const added = await addOwnApp(env, member, { ...command, sealed, code: fieldOf(form, 'code') })
      return { ...answer(added), app: await startOwnApp(env, member, sealed) }
    }
    case 'declare':
      return answer(await declareCustomer(env, member, { ...command, userId: idOf(fieldOf(form, 'userId')) }))
    case 'remove_app':
      return answer(await removeOwnApp(env, member, command))
    default:
      return answer(refuse('request_malformed'))
  }
}
