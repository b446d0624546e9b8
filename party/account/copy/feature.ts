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
import { listPart, positive } from '../fields'
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

const rowOutcome = <Code extends string>(copying: Copying, outcome: Outcome<Following, Code>) =>
  outcome.ok ? done(toFollowingRow(copying, outcome.value)) : outcome

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
      run: (copying: Copying, input: Follow, { now }) => rowOutcome(copying, follow(copying, input, now)),
    }),
    cancel_following: command({
      input: v.strictObject({ traderId: positive, copies: v.picklist(['close', 'keep']) }),
      commit: 'log',
      run: (copying: Copying, input, { now }) => rowOutcome(copying, cancelFollowing(copying, input, now)),
    }),
    hold_copy: command({
      input: v.strictObject({ positionNo: positive }),
      commit: 'log',
      run: (copying: Copying, { positionNo }, { now }) => holdCopy(copying, positionNo, now),
    }),
  },
  queries: {
    /** Followings of the user, and earnings as a trader; null for users who were never traders. */
    followings: query({
      input: v.strictObject({}),
      run: (copying: Copying) =>
        done({
          rows: copying.store.followings().map((each) => toFollowingRow(copying, each)),
          earned: copying.store.trader && encodeAmount(copying.store.trader.earned),
        }),
    }),
    copies: query({
      input: v.strictObject({
        traderId: v.nullable(positive),
        state: v.nullable(v.picklist(['live', 'closed', 'missed'])),
        ...listPart,
      }),
      run: (copying: Copying, input) => done(listCopies(copying, input)),
    }),
  },
  system: {
    /** Returns false while the user follows a trader. */
    open_trader: system({
      commit: 'tables',
      run: (copying: Copying, { userId }: { readonly userId: number }, { now }) => ({
        isOpen: openTrader(copying, userId, now),
      }),
    }),
    close_trader: system({
      commit: 'tables',
      run: (copying: Copying, _request: object, { now }) => {
        closeTrader(copying, now)
        return null
      },
    }),
  },
  timers: { copy_post: postTimer, copy_week: weekTimer },
  inbound: {
    copy_event: inbound({
      run: (copying: Copying, { event }: Of<'copy_event'>, { peer }, { now }) => takeEvent(copying, -peer, event, now),
      reply: () => null,
      onReply: noReply,
    }),
    copy_earned: inbound({
      run: (copying: Copying, message: Of<'copy_earned'>, { seq }, { now }) => takeEarned(copying, message, seq, now),
      reply: () => null,
      onReply: noReply,
    }),
  },
  // Runs before futures set their price bands, so closes and orders made here are included.
  ending: (copying: Copying, { now }) => {
    sendTrades(copying, now)
    followCopies(copying, now)
  },
  checkOutflow,
  changes: (copying: Copying) => {
    const [followings, copies] = [copying.store.changedFollowings(), copying.store.changed()]
    if (followings.length === 0 && copies.length === 0) return null
    return {
      followings: followings.map((each) => toFollowingRow(copying, each)),
      copies: copies.map((each) => toCopyRow(copying, each)),
    }
  },
  snapshot: (copying: Copying) => ({
    followings: copying.store.followings().map((each) => toFollowingRow(copying, each)),
    copies: copying.store.live().map((each) => toCopyRow(copying, each)),
  }),
  save: ({ store }: Copying, log) => store.save(log),
  checkpointed: ({ store }: Copying) => store.checkpointed(),
  verify: verifyCopying,
})

function noReply(): void {
  assert(false, 'an account sends no such message')
}
