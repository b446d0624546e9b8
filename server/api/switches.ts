// /api/v1 dead man's switch: a program that stops to renew it has its spot orders cancelled.

import * as v from 'valibot'
import { CANCEL_AFTER_MAX_MS } from '#domain/cancel-after'
import { accountCommand } from '#services/operation'
import { done } from '#domain/outcome'
import { route } from './route'

const timeout = v.pipe(
  v.string(),
  v.regex(/^\d{1,8}$/),
  v.transform(Number),
  v.maxValue(CANCEL_AFTER_MAX_MS),
  v.description(`milliseconds from now, at most ${CANCEL_AFTER_MAX_MS}; 0 switches it off`),
)

const cancelAllAfter = accountCommand('cancel_all_after', {
  input: v.object({ timeout }),
  prepare: ({ session }, { timeout: timeoutMs }) => Promise.resolve(done({ owner: session.sessionId, timeoutMs })),
})

export const switchRoutes = [
  route(cancelAllAfter, {
    at: 'POST /v1/cancel-all-after',
    summary: 'Cancel every open spot order unless this key or session calls again in time',
    tag: 'Spot',
    scope: 'trade',
    answers: {
      schema: v.object({ cancel_at: v.pipe(v.nullable(v.number()), v.description('milliseconds; null: never')) }),
      write: ({ cancelAt }) => ({ cancel_at: cancelAt }),
    },
  }),
]
