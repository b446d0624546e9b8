// /api/optional/*: the watch list, keyed by currency instead of pair; `list` is a bare array.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { listWatches, unwatch, watch } from '#services/watchlist'
import { sentence } from '#services/words'
import { id } from '#services/input'
import { sentenceText, wireId } from './fields'
import { privateRoute } from './route'

export const watchlistRoutes = [
  privateRoute({
    method: 'POST',
    path: '/optional/add',
    summary: 'Put a currency on the watch list',
    tag: 'Watch list',
    input: v.object({ currency_id: id }),
    output: v.object({ id: wireId }),
    handler: async ({ env, session, commandId, input }) => {
      const outcome = await watch(env, session, { commandId, assetId: input.currency_id })
      return outcome.ok ? done({ id: outcome.value.id }) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/optional/del',
    summary: 'Take a row off the watch list',
    tag: 'Watch list',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const outcome = await unwatch(env, session, { commandId, watchId: input.id })
      return outcome.ok ? done(sentence(language, 'done_watch_removed')) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/optional/list',
    summary: 'The watch list',
    tag: 'Watch list',
    input: v.object({}),
    output: v.array(v.object({ id: wireId, currency_id: wireId })),
    handler: async ({ env, session }) => {
      const outcome = await listWatches(env, session)
      return outcome.ok ? done(outcome.value.map((row) => ({ id: row.id, currency_id: row.assetId }))) : outcome
    },
  }),
]
