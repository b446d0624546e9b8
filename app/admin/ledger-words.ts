// What stands in an account's ledger and in its list of orders, in words. A name that has no words yet is shown as it is, readably.
// Reasons and states that the code writes have words, or it does not compile; accounts of the system are held by tests.

import type { ParseKeys, i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import type { CloseReason, OrderKind, OrderState, Side } from '#domain/order'
import { BILL_REASONS, type BillReason } from '#domain/bill-reason'

/** "spot_fill" reads "spot fill": better than nothing, for what was written by another version. */
const readable = (name: string): string => name.replaceAll('_', ' ')

/** Of the system's own accounts: "@demo". */
const PLAIN: Readonly<Record<string, ParseKeys<'desk'>>> = {
  '@external': 'ledger_external',
  '@demo': 'ledger_demo',
  '@corrections': 'ledger_corrections',
  '@fees': 'ledger_fees',
  '@house': 'ledger_house',
}
/** "@market:BTC-USDT", "@rebate:10001". */
const NAMED: Readonly<Record<string, ParseKeys<'desk'>>> = {
  '@market': 'ledger_market',
  '@rebate': 'ledger_rebate',
  '@transit': 'ledger_transit',
}
const PARTS: Readonly<Record<string, ParseKeys<'desk'>>> = { available: 'part_available', held: 'part_held' }

const KINDS: Readonly<Record<OrderKind, ParseKeys<'spot'>>> = { limit: 'limit', market: 'market' }
const STATES: Readonly<Record<OrderState, ParseKeys<'spot'>>> = {
  pending: 'state_pending',
  open: 'state_open',
  filled: 'state_filled',
  cancelled: 'state_cancelled',
  rejected: 'state_rejected',
}
/** Null where the state says it already. */
const CLOSED: Readonly<Record<CloseReason, ParseKeys<'desk'> | null>> = {
  filled: null,
  cancelled: null,
  not_filled: 'closed_not_filled',
  self_trade: 'closed_self_trade',
  refused: 'closed_refused',
}

/** Why money is held for what a review decides. Its `case_…` has the number of the review; all other holds have their own. */
const REVIEWED: Readonly<Record<string, BillReason>> = { deposit: 'deposit_recall', withdrawal: 'withdrawal_hold' }

/** What a table has under a name, and nothing that it has by being an object. */
const find = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Why an entry was posted: a reason that has no words does not compile. */
export function reasonText(words: i18n, reason: string): string {
  const known = BILL_REASONS.find((each) => each === reason)
  return known ? words.t(`bill_${known}`, { ns: 'refusals' }) : readable(reason)
}

/** What a hold or an entry is of, without the wallet that it is in: "deposit:5:legal" is of the deposit "deposit:5". */
export const ledgerSubject = (ref: string): string => ref.split(':').slice(0, 2).join(':')

/** What a hold is for, by its number; a deposit or a withdrawal by its review where that may be seen. */
export function holdText(
  words: i18n,
  { ref, reviewId }: { readonly ref: string; readonly reviewId: number | null },
): string {
  const [place = '', number = ''] = ref.split(':')
  // A product brings its own `case_…`, so the key is looked up.
  const key = `case_${place}` as ParseKeys<'desk'>
  if (!words.exists(key, { ns: 'desk' })) return readable(ref)
  const reviewed = find(REVIEWED, place)
  if (reviewed && reviewId === null) return reasonText(words, reviewed)
  return words.t(key, { ns: 'desk', number: reviewed ? String(reviewId) : number })
}

/** In whose name a line stands: a part of a wallet ("change:available"), or the system. */
export function ledgerText(words: i18n, account: string): string {
  const [name = '', rest = ''] = account.split(':')
  const plain = find(PLAIN, account)
  if (plain) return words.t(plain, { ns: 'desk' })
  const named = find(NAMED, name)
  if (named && rest !== '') return words.t(named, { ns: 'desk', name: rest })
  const wallet = WALLETS.find((each) => each === name)
  const part = find(PARTS, rest)
  if (!wallet || !part) return readable(account)
  const walletText = words.t(`wallet_${wallet}`, { ns: 'refusals' })
  return `${walletText} · ${words.t(part, { ns: 'desk' })}`
}

interface ToldOrder {
  readonly side: Side
  readonly kind: string
  readonly state: string
  readonly closeReason: string | null
  readonly lotsFilled: number
}

export function orderText(words: i18n, { side, kind }: Pick<ToldOrder, 'side' | 'kind'>): string {
  const key = find(KINDS, kind)
  const sideText = words.t(side, { ns: 'spot' })
  return `${sideText} · ${key ? words.t(key, { ns: 'spot' }) : readable(kind)}`
}

/** How an order stands, or why it ended. */
export function orderStateText(
  words: i18n,
  { state, closeReason, lotsFilled }: Omit<ToldOrder, 'side' | 'kind'>,
): string {
  const closed = closeReason === null ? undefined : find(CLOSED, closeReason)
  if (closed) return words.t(closed, { ns: 'desk' })
  if (state === 'open' && lotsFilled > 0) return words.t('state_partial', { ns: 'spot' })
  const key = find(STATES, state)
  return key ? words.t(key, { ns: 'spot' }) : readable(closeReason ?? state)
}

export function useLedgerWords() {
  const { i18n: words } = useTranslation('desk')
  return {
    sayReason: (reason: string) => reasonText(words, reason),
    sayHold: (hold: { readonly ref: string; readonly reviewId: number | null }) => holdText(words, hold),
    sayAccount: (account: string) => ledgerText(words, account),
    sayOrder: (order: ToldOrder) => orderText(words, order),
    sayState: (order: ToldOrder) => orderStateText(words, order),
  }
}
