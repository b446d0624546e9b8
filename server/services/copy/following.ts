// Following a trader: parses text, adds the trader's and current terms, calls the user's Account. No money decisions.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { findTrader, loadCopyTerms } from '#db/platform/copy'
import { findPassedBasic } from '#db/platform/verification'
import { type CopyTerms, checkFollowNumber, parseHundredths } from '#domain/copy/terms'
import { parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { CopyHistoryRow, FollowingRow } from '#party/protocol/copy'
import type { Session } from '#session/session'
import { callAccount } from '../account-room'
import { decimal, id } from '../input'
import { accountCommand, operation } from '../operation'

const USDT = { code: 'USDT', scale: 6 }

const limitOfFollower = v.optional(
  v.pipe(v.union([v.literal(''), decimal]), v.description('USDT; empty for none, left out for what it is')),
)
const input = v.object({
  trader_id: id,
  kind: v.picklist(['multiple', 'lots']),
  number: decimal,
  margin_max: limitOfFollower,
  order_max: limitOfFollower,
  loss_max: limitOfFollower,
})
type FollowForm = v.InferOutput<typeof input>

/** Starts following, or changes the settings of an existing following. */
export const followTrader = accountCommand('follow_trader', {
  gates: ['copy', 'futures'],
  input,
  refusedAt: { copy_number_out_of_bounds: 'number' },
  prepare: async ({ env, session, country }, form) => {
    const { trader_id: traderId, kind } = form
    if (traderId === session.userId) return refuse('copy_own_self')
    const [terms, trader, passed] = await Promise.all([
      loadCopyTerms(env.DB),
      findTrader(env.DB, traderId),
      findPassedBasic(env.DB, session.userId),
    ])
    if (!trader || trader.state === 'review' || trader.state === 'rejected') return refuse('copy_trader_not_found')
    if (trader.state === 'closed') return refuse('copy_trader_is_closed')
    const chosen = readChoice(terms, form)
    if (!chosen.ok) return chosen
    return done({
      traderId,
      kind,
      ...chosen.value,
      nickname: trader.nickname,
      share: trader.share.toString(),
      country,
      isVerified: passed !== null,
      tradersMax: terms.tradersMax,
    })
  },
})

const LIMITS = { margin_max: 'marginMax', order_max: 'orderMax', loss_max: 'lossMax' } as const
type Chosen = { readonly number: number } & Readonly<
  Partial<Record<(typeof LIMITS)[keyof typeof LIMITS], string | null>>
>

function readChoice(terms: CopyTerms, form: FollowForm): Outcome<Chosen> {
  if (!terms.isOpen) return refuse('copy_halted')
  const number = parseHundredths(form.number)
  if (number === null) return refuse('field_malformed', { field: 'number' })
  const checked = checkFollowNumber(terms, { kind: form.kind, number })
  if (!checked.ok) return checked
  const limits: { -readonly [Name in keyof Chosen]?: Chosen[Name] } = {}
  for (const name of ['margin_max', 'order_max', 'loss_max'] as const) {
    const text = form[name]
    if (text === undefined) continue
    if (text === '') {
      limits[LIMITS[name]] = null
      continue
    }
    const value = parseAmount(USDT, text)
    if (!value.ok) return refuse(value.refusal.code, { ...value.refusal.facts, field: name })
    if (value.value === 0n) return refuse('amount_not_positive', { field: name })
    limits[LIMITS[name]] = value.value.toString()
  }
  return done({ ...limits, number })
}

/** Ends a following: its open copies are closed, or become the user's own. */
export const cancelFollowing = operation({
  input: v.object({ trader_id: id, copies: v.picklist(['close', 'keep']) }),
  run: ({ env, session, commandId }, { trader_id: traderId, copies }): Promise<Outcome<FollowingRow>> =>
    callAccount(env, session, { type: 'cancel_following', commandId, traderId, copies }),
})

/** Detaches a copy: from then on only the user closes it. */
export const holdCopy = operation({
  input: v.object({ position_id: id }),
  run: async ({ env, session, commandId }, { position_id: positionNo }): Promise<Outcome<number>> => {
    const held = await callAccount(env, session, { type: 'hold_copy', commandId, positionNo })
    return held.ok ? done(positionNo) : held
  },
})

/** Current and former followings of the user; `earned` as a trader, null if never one. */
export const listFollowings = (
  env: Env,
  session: Session,
): Promise<Outcome<{ readonly rows: readonly FollowingRow[]; readonly earned: string | null }>> =>
  callAccount(env, session, { type: 'followings' })

export interface CopyFilter extends ListPart {
  readonly traderId: number | null
  readonly state: CopyHistoryRow['state'] | null
}

/** Copies newest first, including missed ones. */
export const listCopies = (env: Env, session: Session, filter: CopyFilter): Promise<Outcome<Page<CopyHistoryRow>>> =>
  callAccount(env, session, { type: 'copies', ...filter })
