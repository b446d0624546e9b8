// Following a trader: parses text, adds the trader's and current terms, calls the user's Account. No money decisions.

import { findTrader, loadCopyTerms } from '#db/platform/copy'
import { findPassedBasic } from '#db/platform/verification'
import { type CopyTerms, type FollowKind, checkFollowNumber, parseHundredths } from '#domain/copy/terms'
import { parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { CopyHistoryRow, FollowingRow } from '#party/protocol/copy'
import type { Session } from '#session/session'
import { askAccount, askCommand } from '../account-room'
import { checkGate } from '../gates'

/** Follow settings as text. An empty limit means unlimited; an absent one keeps its value. */
export interface FollowForm {
  readonly traderId: number
  readonly kind: FollowKind
  readonly number: string
  readonly marginMax?: string | undefined
  readonly orderMax?: string | undefined
  readonly lossMax?: string | undefined
}

const USDT = { code: 'USDT', scale: 6 }

interface Following {
  readonly commandId: string
  readonly form: FollowForm
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

/** Starts following, or changes the settings of an existing following. */
export function followTrader(env: Env, session: Session, following: Following): Promise<Outcome<FollowingRow>> {
  const { traderId, kind } = following.form
  const named = { type: 'follow_trader', commandId: following.commandId, said: { traderId, kind } } as const
  return askCommand(env, session, named, () => readFollowing(env, session, following))
}

async function readFollowing(env: Env, session: Session, { form, country }: Following) {
  for (const product of ['copy', 'futures']) {
    const admitted = await checkGate(env, product, country)
    if (!admitted.ok) return admitted
  }
  const { traderId, kind } = form
  if (traderId === session.userId) return refuse('copy_own_self')
  const [terms, trader, passed] = await Promise.all([
    loadCopyTerms(env.DB),
    findTrader(env.DB, traderId),
    findPassedBasic(env.DB, session.userId),
  ])
  if (!trader || trader.state === 'review' || trader.state === 'rejected') return refuse('copy_trader_not_found')
  if (trader.state === 'closed') return refuse('copy_trader_is_closed')
  const chosen = readForm(terms, form)
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
}

type Limit = 'marginMax' | 'orderMax' | 'lossMax'
type Chosen = { readonly number: number } & Readonly<Partial<Record<Limit, string | null>>>

export function readForm(terms: CopyTerms, form: Omit<FollowForm, 'traderId'>): Outcome<Chosen> {
  if (!terms.isOpen) return refuse('copy_halted')
  const number = parseHundredths(form.number) ?? 0
  const checked = checkFollowNumber(terms, { kind: form.kind, number })
  if (!checked.ok) return checked
  const limits: Partial<Record<Limit, string | null>> = {}
  for (const name of ['marginMax', 'orderMax', 'lossMax'] as const) {
    const text = form[name]?.trim()
    if (text === undefined) continue
    if (text === '') {
      limits[name] = null
      continue
    }
    const value = parseAmount(USDT, text)
    if (!value.ok) return value
    if (value.value === 0n) return refuse('amount_not_positive')
    limits[name] = value.value.toString()
  }
  return done({ number, ...limits })
}

export const cancelFollowing = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly traderId: number; readonly copies: 'close' | 'keep' },
): Promise<Outcome<FollowingRow>> => askAccount(env, session, { type: 'cancel_following', ...command })

/** Detaches a copy: from then on only the user closes it. */
export const holdCopy = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly positionNo: number },
): Promise<Outcome<null>> => askAccount(env, session, { type: 'hold_copy', ...command })

/** Current and former followings of the user; `earned` as a trader, null if never one. */
export const listFollowings = (
  env: Env,
  session: Session,
): Promise<Outcome<{ readonly rows: readonly FollowingRow[]; readonly earned: string | null }>> =>
  askAccount(env, session, { type: 'followings' })

export interface CopyFilter {
  readonly traderId: number | null
  readonly state: CopyHistoryRow['state'] | null
  readonly page: number
  readonly limit: number
}

/** Copies newest first, including missed ones. */
export const listCopies = (env: Env, session: Session, filter: CopyFilter): Promise<Outcome<Page<CopyHistoryRow>>> =>
  askAccount(env, session, { type: 'copies', ...filter })
