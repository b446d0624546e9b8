// /api/v1 what the own API keys did by the day.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { dayText } from '#domain/time'
import { listKeyDays } from '#services/security/api-keys'
import { wireDay } from './mining-rows'
import { privateRoute } from './route'

export const keyRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/keys/usage',
    scope: 'read',
    summary: 'What the own API keys did on the last thirty days of UTC, newest first; a key sees its own',
    tag: 'Account',
    input: v.object({}),
    output: v.object({
      list: v.array(
        v.object({
          key_id: v.string(),
          day: wireDay,
          requests: v.pipe(v.number(), v.description('genuine ones, and operations of sockets')),
          orders: v.pipe(v.number(), v.description('commands that trade; each order of a batch counts')),
          refusals: v.pipe(v.number(), v.description('requests that were refused by the account')),
        }),
      ),
    }),
    handler: async ({ env, session }) => {
      const days = await listKeyDays(env, session)
      if (!days.ok) return days
      return done({
        list: days.value.map(({ keyId, day, ...counts }) => ({ key_id: keyId, day: dayText(day), ...counts })),
      })
    },
  }),
]
