// The watch list: three commands and a query over one table.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { WATCHES_ARRANGED_MAX } from '#party/protocol/watchlist'
import type { AccountState } from '../state'
import { command, feature, query } from '../feature'
import { nothing, positive } from '../fields'
import { Watchlist } from './watchlist'

export const watchlist = feature({
  name: 'watchlist',
  open: ({ store }: AccountState) => new Watchlist(store),
  commands: {
    watch: command({
      input: v.strictObject({ assetId: positive }),
      commit: 'tables',
      run: (list: Watchlist, { assetId }, { account }) => list.watch(account.catalogue, assetId),
    }),
    unwatch: command({
      input: v.strictObject({ watchId: positive }),
      commit: 'tables',
      run: (list: Watchlist, { watchId }) => list.unwatch(watchId),
    }),
    /** Unnamed rows keep their order after the named ones. */
    arrange_watches: command({
      input: v.strictObject({
        watchIds: v.pipe(v.array(positive), v.minLength(1), v.maxLength(WATCHES_ARRANGED_MAX)),
      }),
      commit: 'tables',
      run: (list: Watchlist, { watchIds }) => list.arrange(watchIds),
    }),
  },
  queries: {
    watches: query({ input: nothing, run: (list: Watchlist) => done(list.rows()) }),
  },
})
