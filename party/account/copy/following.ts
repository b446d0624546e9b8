// Commands of a follower. Each refuses first and writes after.

import type { LimitRefusal } from '#domain/limits/limits'
import { type Amount, ZERO, decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { FollowKind } from '#domain/copy/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type Copying, sendToRoom } from './state'
import { endFollowing, holdOneself } from './ending'
import { type Following, isBound } from './store'
import { armWeek } from './share'

/** The follower's choices with directory data added by the Worker: the trader's name and share, the terms, the follower's country. */
export interface Follow {
  readonly traderId: number
  readonly kind: FollowKind
  readonly number: number
  /** Null: no limit. Omitted: unchanged in a running following, otherwise none. */
  readonly marginMax?: string | null | undefined
  readonly orderMax?: string | null | undefined
  readonly lossMax?: string | null | undefined
  readonly nickname: string
  readonly share: string
  readonly country: string
  readonly isVerified: boolean
  readonly tradersMax: number
}

type FollowRefusal = 'trading_frozen' | 'copy_trader_follows' | 'copy_traders_above_max' | LimitRefusal

/** Following again while it lasts changes its settings; the share stays as it was agreed to. */
export function follow(copying: Copying, input: Follow, now: number): Outcome<Following, FollowRefusal> {
  const { store, account } = copying
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (store.trader?.isOpen) return refuse('copy_trader_follows')
  const limited = account.capabilities.limits.checkStake(ZERO, now)
  if (!limited.ok) return limited
  const known = store.following(input.traderId)
  const active = store.followings().filter(({ state }) => state === 'active')
  if (known?.state !== 'active' && active.length >= input.tradersMax)
    return refuse('copy_traders_above_max', { bound: String(input.tradersMax) })

  const { traderId, kind, number, nickname, country, isVerified } = input
  const before = known?.state === 'active' ? known : undefined
  const chosen = {
    ...{ kind, number, nickname, country, isVerified },
    marginMax: limitOf(input.marginMax, before?.marginMax),
    orderMax: limitOf(input.orderMax, before?.orderMax),
    lossMax: limitOf(input.lossMax, before?.lossMax),
  }
  if (known?.state === 'active') {
    store.touchFollowing(Object.assign(known, chosen))
    return done(known)
  }
  const net = known?.net ?? ZERO
  const following: Following = {
    traderId,
    ...chosen,
    share: rate(BigInt(input.share)),
    state: 'active',
    end: null,
    startedAt: now,
    endedAt: null,
    net,
    netAtStart: net,
    highWater: known?.highWater ?? ZERO,
    shareOwed: known?.shareOwed ?? ZERO,
    sharePaid: known?.sharePaid ?? ZERO,
  }
  store.touchFollowing(following)
  sendToRoom(copying, traderId, { type: 'copy_follow', parts: [] }, now)
  armWeek(copying, now)
  return done(following)
}

function limitOf(input: string | null | undefined, before: Amount | null | undefined): Amount | null {
  if (input === undefined) return before ?? null
  return input === null ? null : decodeAmount(input)
}

/** Open copies are closed at the next tick, or handed to their owner; unopened copies are cancelled. */
export function cancelFollowing(
  copying: Copying,
  { traderId, copies }: { readonly traderId: number; readonly copies: 'close' | 'keep' },
  now: number,
): Outcome<Following, 'copy_not_following'> {
  const following = copying.store.following(traderId)
  if (following?.state !== 'active') return refuse('copy_not_following')
  endFollowing(copying, following, { end: 'cancelled', keep: copies === 'keep', now })
  return done(following)
}

export function holdCopy(copying: Copying, positionNo: number, now: number): Outcome<null, 'copy_not_bound'> {
  const copy = copying.store.live().find((each) => each.positionNo === positionNo)
  if (!copy || !isBound(copy)) return refuse('copy_not_bound')
  holdOneself(copying, copy, now)
  return done(null)
}
