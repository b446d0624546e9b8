// /api/v1 limits that users set for themselves, over options and futures together. Extends the old contract.

import * as v from 'valibot'
import { LIMIT_KINDS } from '#domain/limits/limits'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { OwnLimits } from '#party/protocol/limits'
import { keepOwnLimit, readOwnLimits, setOwnLimit } from '#services/limits'
import { decimal, wireDecimal } from './fields'
import { privateRoute } from './route'

const USDT_SCALE = 6
const kind = v.picklist(LIMIT_KINDS)
const value = v.pipe(
  v.nullable(v.string()),
  v.description(
    'USDT for losses and stakes, minutes for a session, milliseconds since 1970 for a pause and a lock-out; null: none',
  ),
)
const output = v.object({
  list: v.array(v.object({ kind, value, next: value, next_at: v.nullable(v.number()) })),
  day_loss: v.pipe(wireDecimal, v.description('lost today less what was won, in days of UTC')),
  week_loss: wireDecimal,
})

function show(outcome: Outcome<OwnLimits>): Outcome<v.InferInput<typeof output>> {
  if (!outcome.ok) return outcome
  const { limits, dayLoss, weekLoss } = outcome.value
  const money = (text: string) => formatUnits(decodeAmount(text), USDT_SCALE)
  return done({
    list: limits.map(({ kind: name, value: now, next, nextAt }) => {
      const text = (stored: string | null) => (stored !== null && /(?:loss|stake)$/.test(name) ? money(stored) : stored)
      return { kind: name, value: text(now), next: text(next), next_at: nextAt }
    }),
    day_loss: money(dayLoss),
    week_loss: money(weekLoss),
  })
}

export const limitRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/limits',
    summary: 'Own limits, and what they are measured against',
    tag: 'Limits',
    input: v.object({}),
    output,
    handler: async ({ env, session }) => show(await readOwnLimits(env, session)),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/limits',
    summary:
      'Set a limit: stricter at once, looser after a day; days for a pause and a lock-out, which are never shortened',
    tag: 'Limits',
    input: v.object({ limit_kind: kind, value: v.optional(v.union([v.literal(''), decimal]), '') }),
    output,
    handler: async ({ env, session, commandId, input }) =>
      show(await setOwnLimit(env, session, { commandId, kind: input.limit_kind, value: input.value })),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/limits/keep',
    summary: 'Call back a looser limit that is on its way',
    tag: 'Limits',
    input: v.object({ limit_kind: kind }),
    output,
    handler: async ({ env, session, commandId, input }) =>
      show(await keepOwnLimit(env, session, { commandId, kind: input.limit_kind })),
  }),
]
