// Words for ledger entries and order lists of an account. Reasons and states are checked by the compiler, system
// accounts by tests; an unknown name is shown in readable form.

import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import type { CloseReason, OrderKind, OrderState, Side } from '#domain/order'
import { BILL_REASONS, type BillReason } from '#domain/bill-reason'
import type { WordKey } from '../../locales/key'

/** "spot_fill" -> "spot fill": fallback for names written by another version. */
const readable = (name: string): string => name.replaceAll('_', ' ')

/** "@market:BTC-USDT", "@rebate:10001", "@quiz:3": the words say whose. */
const NAMED: Readonly<Record<string, WordKey<'desk'>>> = {
  '@market': 'ledger_market',
  '@network': 'ledger_network',
  '@rebate': 'ledger_rebate',
  '@transit': 'ledger_transit',
  '@quiz': 'ledger_quiz',
}
const PARTS: Readonly<Record<string, WordKey<'desk'>>> = { available: 'part_available', held: 'part_held' }

const KINDS: Readonly<Record<OrderKind, WordKey<'spot'>>> = { limit: 'limit', market: 'market' }
const STATES: Readonly<Record<OrderState, WordKey<'spot'>>> = {
  pending: 'state_pending',
  open: 'state_open',
  filled: 'state_filled',
  cancelled: 'state_cancelled',
  rejected: 'state_rejected',
}
/** Null where the state already implies the reason. */
const CLOSED: Readonly<Record<CloseReason, WordKey<'desk'> | null>> = {
  filled: null,
  cancelled: null,
  not_filled: 'closed_not_filled',
  self_trade: 'closed_self_trade',
  refused: 'closed_refused',
}

/** Hold reason of money under review. Its `case_…` key contains the review number; other holds have their own keys. */
const REVIEWED: Readonly<Record<string, BillReason>> = { deposit: 'deposit_recall', withdrawal: 'withdrawal_hold' }

/** Own properties only, no inherited ones. */
const find = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Words of a posting reason; the compiler requires words for every reason. */
export function reasonText(words: i18n, reason: string): string {
  const known = BILL_REASONS.find((each) => each === reason)
  return known ? words.t(`bill_${known}`, { ns: 'refusals' }) : readable(reason)
}

/** Subject of a hold or entry without its wallet part: "deposit:5:legal" -> "deposit:5". */
export const ledgerSubject = (ref: string): string => ref.split(':').slice(0, 2).join(':')

interface LedgerRef {
  readonly ref: string
  readonly reviewId: number | null
}

/** "mining:1" -> deposit 1; "nft:lot:3" -> sale 3; "ieo-lock:2" -> allotment of application 2. */
function placeOf(ref: string): { readonly place: string; readonly number: string } {
  const [word = '', first = '', second = ''] = ref.split(':')
  const place = word.replace('-', '_')
  return /^[a-z]+$/.test(first) ? { place: `${place}_${first}`, number: second } : { place, number: first }
}

/**
 * Subject of a hold or entry with its number; deposits and withdrawals show their review number if the reader may see
 * it. Null for an unknown subject.
 */
export function subjectText(words: i18n, { ref, reviewId }: LedgerRef): string | null {
  const { place, number } = placeOf(ref)
  // Products add their own `case_…` keys, so the key is looked up at run time.
  const key = `case_${place}` as WordKey<'desk'>
  if (!words.exists(key, { ns: 'desk' })) return null
  const reviewed = find(REVIEWED, place)
  if (reviewed && reviewId === null) return reasonText(words, reviewed)
  return words.t(key, { ns: 'desk', number: reviewed ? String(reviewId) : number })
}

export const holdText = (words: i18n, hold: LedgerRef): string => subjectText(words, hold) ?? readable(hold.ref)

/** Account of a ledger line: a wallet part ("change:available") or a system account. */
export function ledgerText(words: i18n, account: string): string {
  const [name = '', rest = ''] = account.split(':')
  if (account.startsWith('@')) return systemText(words, account, { name, rest })
  const wallet = WALLETS.find((each) => each === name)
  const part = find(PARTS, rest)
  if (!wallet || !part) return readable(account)
  const walletText = words.t(`wallet_${wallet}`, { ns: 'refusals' })
  return `${walletText} · ${words.t(part, { ns: 'desk' })}`
}

/** "@fees" or "@house:mining": products supply the words, so the key is looked up at run time. */
function systemText(words: i18n, account: string, { name, rest }: { readonly name: string; readonly rest: string }) {
  // Rooms of traders are the peers below zero.
  if (account.startsWith('@transit:-')) return words.t('ledger_transit_trader', { ns: 'desk', name: rest.slice(1) })
  const named = find(NAMED, name)
  if (named) return rest === '' ? account : words.t(named, { ns: 'desk', name: rest })
  const key = `ledger_${account.slice(1).replace(':', '_')}` as WordKey<'desk'>
  return words.exists(key, { ns: 'desk' }) ? words.t(key, { ns: 'desk' }) : readable(account)
}

interface NamedOrder {
  readonly side: Side
  readonly kind: string
  readonly state: string
  readonly closeReason: string | null
  readonly lotsFilled: number
}

export function orderText(words: i18n, { side, kind }: Pick<NamedOrder, 'side' | 'kind'>): string {
  const key = find(KINDS, kind)
  const sideText = words.t(side, { ns: 'spot' })
  return `${sideText} · ${key ? words.t(key, { ns: 'spot' }) : readable(kind)}`
}

/** Order state, or end reason. */
export function orderStateText(
  words: i18n,
  { state, closeReason, lotsFilled }: Omit<NamedOrder, 'side' | 'kind'>,
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
    sayHold: (hold: LedgerRef) => holdText(words, hold),
    saySubject: (entry: LedgerRef) => subjectText(words, entry) ?? entry.ref,
    sayAccount: (account: string) => ledgerText(words, account),
    sayOrder: (order: NamedOrder) => orderText(words, order),
    sayState: (order: NamedOrder) => orderStateText(words, order),
  }
}
