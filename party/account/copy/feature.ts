// Copy trading in one account. A trader's account reports its trades to the trader's room; a follower's account copies the room's events by
// the follower's own rules. Both sides trade futures by the futures capability.

import { tableOf } from '#party/lib/table'
import { copyFollowing } from '#db/account/copy'
import * as v from 'valibot'
import { assert } from '#domain/assert'
import { FOLLOW_KINDS } from '#domain/copy/terms'
import { encodeAmount } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { CopyMessage } from '#party/protocol/copy'
import type { AccountState } from '../state'
import { command, feature, inbound, query, system } from '../feature'
import { paging, positive } from '../fields'
import { type Copying, postTimer } from './state'
import { followCopies, takeEvent } from './copying'
import { type Follow, cancelFollowing, follow, holdCopy } from './following'
import { listCopies, toCopyRow, toFollowingRow } from './rows'
import { CopyStore, type Following } from './store'
import { checkOutflow, takeEarned, weekTimer } from './share'
import { closeTrader, openTrader, sendTrades } from './trading'
import { verifyCopying } from './verify'

const whole = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,36})$/))
/** Null removes the limit; an omitted field leaves it unchanged. */
const limit = v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[1-9]\d{0,36}$/))))
type Of<Type extends CopyMessage['type']> = Extract<CopyMessage, { readonly type: Type }>

const rowOutcome = <Code extends string>(own: Copying, outcome: Outcome<Following, Code>) =>
  outcome.ok ? done(toFollowingRow(own, outcome.value)) : outcome

export const copy = feature({
  name: 'copy',
  tables: CopyStore.tables,
  open: (account: AccountState): Copying => ({ account, store: new CopyStore(account.store) }),
  unfinished: ({ account }: Copying) => ({
    followings: tableOf(copyFollowing).count(account.store, "WHERE state = 'active'"),
  }),
  commands: {
    follow_trader: command({
      input: v.strictObject({
        traderId: positive,
        kind: v.picklist(FOLLOW_KINDS),
        number: positive,
        marginMax: limit,
        orderMax: limit,
        lossMax: limit,
        nickname: v.string(),
        share: whole,
        country: v.string(),
        isVerified: v.boolean(),
        tradersMax: positive,
      }),
      // A retry has the Worker's current readings, so only the user's own input is compared with the first command.
      content: ({ nickname: _, share: _share, country: _country, isVerified: _verified, tradersMax: _max, ...input }) =>
        input,
      commit: 'log',
      run: (own: Copying, input: Follow, { now }) => rowOutcome(own, follow(own, input, now)),
    }),
    cancel_following: command({
      input: v.strictObject({ traderId: positive, copies: v.picklist(['close', 'keep']) }),
      commit: 'log',
      run: (own: Copying, input, { now }) => rowOutcome(own, cancelFollowing(own, input, now)),
    }),
    hold_copy: command({
      input: v.strictObject({ positionNo: positive }),
      commit: 'log',
      run: (own: Copying, { positionNo }, { now }) => holdCopy(own, positionNo, now),
    }),
  },
  queries: {
    /** Followings of the user, and earnings as a trader; null for users who were never traders. */
    followings: query({
      input: v.strictObject({}),
      run: (own: Copying) =>
        done({
          rows: own.store.followings().map((each) => toFollowingRow(own, each)),
          earned: own.store.trader && encodeAmount(own.store.trader.earned),
        }),
    }),
    copies: query({
      input: v.strictObject({
        traderId: v.nullable(positive),
        state: v.nullable(v.picklist(['live', 'closed', 'missed'])),
        ...paging,
      }),
      run: (own: Copying, input) => done(listCopies(own, input)),
    }),
  },
  system: {
    /** Returns false while the user follows a trader. */
    open_trader: system({
      commit: 'tables',
      run: (own: Copying, { userId }: { readonly userId: number }, { now }) => ({
        isOpen: openTrader(own, userId, now),
      }),
    }),
    close_trader: system({
      commit: 'tables',
      run: (own: Copying, _request: object, { now }) => {
        closeTrader(own, now)
        return null
      },
    }),
  },
  timers: { copy_post: postTimer, copy_week: weekTimer },
  inbound: {
    copy_event: inbound({
      run: (own: Copying, { event }: Of<'copy_event'>, { peer }, { now }) => takeEvent(own, -peer, event, now),
      reply: () => null,
      onReply: noReply,
    }),
    copy_earned: inbound({
      run: (own: Copying, message: Of<'copy_earned'>, { seq }, { now }) => takeEarned(own, message, seq, now),
      reply: () => null,
      onReply: noReply,
    }),
  },
  // Runs before futures set their price bands, so closes and orders made here are included.
  ending: (own: Copying, { now }) => {
    sendTrades(own, now)
    followCopies(own, now)
  },
  checkOutflow,
  changes: (own: Copying) => {
    const [followings, copies] = [own.store.changedFollowings(), own.store.changed()]
    if (followings.length === 0 && copies.length === 0) return null
    return {
      followings: followings.map((each) => toFollowingRow(own, each)),
      copies: copies.map((each) => toCopyRow(own, each)),
    }
  },
  snapshot: (own: Copying) => ({
    followings: own.store.followings().map((each) => toFollowingRow(own, each)),
    copies: own.store.live().map((each) => toCopyRow(own, each)),
  }),
  save: ({ store }: Copying, log) => store.save(log),
  checkpointed: ({ store }: Copying) => store.checkpointed(),
  verify: verifyCopying,
})

function noReply(): void {
  assert(false, 'an account sends no such message')
}
