// /api/v1 limits that users set for themselves, over options and futures together. Extends the old contract.

import * as v from 'valibot'
import { LIMIT_KINDS } from '#domain/limits/limits'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { done } from '#domain/outcome'
import type { OwnLimits } from '#party/protocol/limits'
import { keepOwnLimit, readOwnLimits, setOwnLimit } from '#services/limits'
import { wireDecimal } from './fields'
import { privateRoute, route } from './route'

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

function write({ limits, dayLoss, weekLoss }: OwnLimits): v.InferInput<typeof output> {
  const money = (text: string) => formatUnits(decodeAmount(text), USDT_SCALE)
  return {
    list: limits.map(({ kind: name, value: now, next, nextAt }) => {
      const text = (stored: string | null) => (stored !== null && /(?:loss|stake)$/.test(name) ? money(stored) : stored)
      return { kind: name, value: text(now), next: text(next), next_at: nextAt }
    }),
    day_loss: money(dayLoss),
    week_loss: money(weekLoss),
  }
}
const answers = { schema: output, write }

export const limitRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/limits',
    scope: 'read',
    summary: 'Own limits, and what they are measured against',
    tag: 'Limits',
    input: v.object({}),
    output,
    handler: async ({ env, session }) => {
      const own = await readOwnLimits(env, session)
      return own.ok ? done(write(own.value)) : own
    },
  }),
  route(setOwnLimit, {
    at: 'POST /v1/limits',
    summary:
      'Set a limit: stricter at once, looser after a day; days for a pause and a lock-out, which are never shortened',
    tag: 'Limits',
    answers,
  }),
  route(keepOwnLimit, {
    at: 'POST /v1/limits/keep',
    summary: 'Call back a looser limit that is on its way',
    tag: 'Limits',
    answers,
  }),
]
