// Own limits: parses text, returns current limits. The Account decides.

import * as v from 'valibot'
import { LIMIT_KINDS, LOCK_DAYS, type LimitKind, PAUSE_DAYS, SESSION_MINUTES } from '#domain/limits/limits'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnLimits } from '#party/protocol/limits'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { decimal } from './input'
import { operation } from './operation'

const USDT = { scale: 6, code: 'USDT' }
/** Upper bound of any limit, above every stake, so that sums stay exact. */
const AMOUNT_MAX = 10n ** 15n

const limit_kind = v.picklist(LIMIT_KINDS)

/** Sets a limit: stricter at once, looser after a day. An empty value takes it away. */
export const setOwnLimit = operation({
  /** USDT, minutes of a session, days of a pause and of a lock-out. */
  input: v.object({ limit_kind, value: v.optional(v.union([v.literal(''), decimal]), '') }),
  refusedAt: { amount_not_positive: 'value', own_limit_out_of_bounds: 'value', own_limit_not_shortened: 'value' },
  run: async ({ env, session, commandId }, { limit_kind: kind, value }): Promise<Outcome<OwnLimits>> => {
    const read = readValue(kind, value)
    return read.ok ? callAccount(env, session, { type: 'set_own_limit', commandId, kind, value: read.value }) : read
  },
})

/** Calls back a looser limit that is on its way. */
export const keepOwnLimit = operation({
  input: v.object({ limit_kind }),
  run: ({ env, session, commandId }, { limit_kind: kind }): Promise<Outcome<OwnLimits>> =>
    callAccount(env, session, { type: 'keep_own_limit', commandId, kind }),
})

export const readOwnLimits = (env: Env, session: Session): Promise<Outcome<OwnLimits>> =>
  callAccount(env, session, { type: 'own_limits' })

function readValue(kind: LimitKind, text: string): Outcome<string | null> {
  if (text === '') return done(null)
  if (kind === 'pause') return among(PAUSE_DAYS, text)
  if (kind === 'lock') return among(LOCK_DAYS, text)
  if (kind === 'session') {
    const { min, max } = SESSION_MINUTES
    const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0
    return minutes >= min && minutes <= max
      ? done(String(minutes))
      : refuse('own_limit_out_of_bounds', { min: String(min), max: String(max) })
  }
  const amount = parseAmount(USDT, text)
  if (!amount.ok) return amount
  return amount.value > 0n && amount.value <= AMOUNT_MAX
    ? done(encodeAmount(amount.value))
    : refuse('amount_not_positive')
}

const among = (offered: readonly number[], text: string): Outcome<string> =>
  offered.some((days) => String(days) === text)
    ? done(text)
    : refuse('own_limit_out_of_bounds', { min: String(offered[0]), max: String(offered.at(-1)) })
