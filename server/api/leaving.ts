// /api/v1 endpoints for leaving: export of personal data, and closing an account. Sessions only, API keys are refused.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { closeAccount, readUnfinished } from '#services/leaving/closing'
import { askOwnFile } from '#services/leaving/own-file'
import { flag, text } from '#services/input'
import { privateRoute } from './route'
import { readStepUp, stepUpFields } from './step-up-fields'

/** Step-up proof; accounts without step-up methods use a code mailed to their bound address. */
const proof = { ...stepUpFields, own_code: v.optional(text(32)) }

const readProof = (input: Parameters<typeof readStepUp>[0] & { readonly own_code?: string | undefined }) => ({
  ...readStepUp(input),
  code: input.own_code,
})

export const leavingRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/account/unfinished',
    summary: 'What must end before the account can be closed: how many of each',
    tag: 'Account',
    input: v.object({}),
    output: v.object({ list: v.array(v.object({ name: v.string(), count: v.number() })) }),
    handler: async ({ env, session }) => {
      const left = await readUnfinished(env, session)
      return left.ok ? done({ list: Object.entries(left.value).map(([name, count]) => ({ name, count })) }) : left
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/account/export',
    summary: 'Address of a file with everything about oneself, good for ten minutes in a browser of this session',
    tag: 'Account',
    input: v.object(proof),
    output: v.object({ path: v.string(), expires_at: v.number() }),
    handler: async ({ env, session, input }) => {
      const asked = await askOwnFile(env, session, readProof(input), Date.now())
      if (!asked.ok) return asked
      const { ticket, expiresAt } = asked.value
      return done({ path: `/settings/leave/file?ticket=${ticket}`, expires_at: expiresAt })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/account/close',
    summary: 'Close the own account for good; every session and key ends',
    tag: 'Account',
    input: v.object({
      ...proof,
      is_confirmed: v.pipe(flag, v.description('that one has read what closing does')),
    }),
    output: v.object({ closed_at: v.number() }),
    handler: async ({ env, session, input: { is_confirmed: isConfirmed, ...input } }) => {
      const closed = await closeAccount(env, session, { proof: readProof(input), isConfirmed }, Date.now())
      return closed.ok ? done({ closed_at: closed.value.closedAt }) : closed
    },
  }),
]
