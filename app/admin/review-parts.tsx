// Names and badges of reviews and their users in lists.

import { Link } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_FLAGS } from '#domain/account-flag'
import { WALLETS } from '#domain/catalogue'
import { type FactLabel, NO_USER, type ReviewState as State } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import type { Language } from '#domain/language'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { Badge, type BadgeTone } from '../components/badge'
import { instantWords } from '../text/dates'
import { type Numbers, useNumbers } from '../text/numbers'
import { isShare, shareText, walletsText } from './cell-words'
import { useCellWords } from './sheet-fields'
import { pageWords } from './sheet-pages'
import type { WordKey } from '../../locales/key'

const TONES: Readonly<Record<State, BadgeTone>> = {
  open: 'brand',
  claimed: 'selected',
  seconding: 'selected',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'plain',
}

export function ReviewState({ state }: { state: State }) {
  const { t } = useTranslation('desk')
  return <Badge tone={TONES[state]}>{t(`state_${state}`)}</Badge>
}

/** Label of a fact: card fields use the owner's form labels, table cells their column names. */
export function useLabelWords(): (label: FactLabel) => string {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const sayCell = useCellWords()
  return (label) => {
    if (label.startsWith('cell_')) return sayCell(label.slice('cell_'.length))
    if (isCardLabel(label)) return tRefusals(label)
    return t(`fact_${label}` as WordKey<'desk'>)
  }
}

const isCardLabel = (label: FactLabel): label is Extract<FactLabel, `card_${string}`> => label.startsWith('card_')

const FLAGS: readonly FactLabel[] = ['enabled', 'granted', 'listed', 'welcome']

const AMOUNTS: readonly FactLabel[] = [
  'amount',
  'arrival',
  'deposits_so_far',
  'earlier_uses',
  'fee',
  'missing',
  'recalled',
  'value',
  'withdrawals_so_far',
]

/**
 * Formats decimals before an asset code, and fractions in cells; other numbers may be ids. In "#12 10001 TRC20 75 USDT
 * Rejected" only the last match, 75, is an amount. What "; " or " · " parts is written part by part.
 */
export function writeDecimals(label: FactLabel, value: string, write: (plain: string) => string): string {
  if (AMOUNTS.includes(label)) return value.replace(/(?<![\w.])-?\d+(?:\.\d+)?(?= [A-Z])(?![^;·]*\d [A-Z])/g, write)
  return label.startsWith('cell_') ? value.replace(/(?<=^|→ )-?\d+\.\d+(?=$| →)/g, write) : value
}

/** Times in UTC, like the input fields of the desk. */
const writeInstants = (value: string, language: Language): string =>
  value.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z?/g, (iso) =>
    instantWords(Date.parse(iso.endsWith('Z') ? iso : `${iso}Z`), { language, offset: 0 }),
  )

/** Rates as the customer reads them: 0.2 -> 20%. */
export const writeShares = (value: string, numbers: Numbers): string =>
  value.replace(/\d+(?:\.\d+)?/g, (plain) => shareText(numbers, plain))

/** "0.05%" and "1 USDT = 150.2 JPY", with numbers in the language's format. */
export const writeRates = (value: string, numbers: Numbers): string =>
  value.replace(/(?<![\w.])(\d+(?:\.\d+)?)(%?)/g, (_, plain: string, sign: string) =>
    sign === '' ? numbers.decimal(plain) : numbers.percent(plain),
  )

const INSTANTS: readonly FactLabel[] = [
  'account_opened',
  'address_since',
  'addresses',
  'cell_published_at',
  'from',
  'logins',
  'until',
]

/**
 * Formats proposed values: labels for wallets, roles, pages, coupon kinds, restrictions and switches; decimals and
 * times in the language's format.
 */
export function useValueWords(): (label: FactLabel, value: string) => string {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { t: tRefusals } = useTranslation('refusals')
  const { i18n: words } = useTranslation('desk')
  return (label, value) => {
    const wallet = label === 'wallet' ? WALLETS.find((each) => each === value) : undefined
    if (wallet) return tRefusals(`wallet_${wallet}`)
    if (FLAGS.includes(label))
      return value
        .split(' → ')
        .map((flag) => t(flag === '1' ? 'yes' : 'no'))
        .join(' → ')
    if (label === 'signs')
      return value
        .split('; ')
        .map((sign) => t(`sign_${sign}` as WordKey<'desk'>))
        .join('; ')
    if (label === 'screened') return screenedWords(t, value)
    if (label === 'screened_as') return t(`screened_as_${value}` as WordKey<'desk'>)
    if (label === 'beneficiary_wallet') return t(`holding_${value}` as WordKey<'desk'>)
    if (label === 'problem') return t(`problem_${value}` as WordKey<'desk'>)
    if (label === 'on_approval' || label === 'on_rejection') return t(`on_approval_${value}` as WordKey<'desk'>)
    if (label === 'share') return writeShares(value, numbers)
    if (label === 'rate' || label === 'loan_risk') return writeRates(value, numbers)
    const cell = label.startsWith('cell_') ? label.slice('cell_'.length) : ''
    if (isShare(cell)) return writeShares(value, numbers)
    if (cell === 'wallets')
      return value
        .split(' → ')
        .map((side) => walletsText(words, side))
        .join(' → ')
    if (INSTANTS.includes(label)) return writeInstants(value, numbers.language)
    if (label === 'other_requests')
      return value.replace(/(?<=#\d+ )\w+/g, (kind) => t(`kind_${kind}` as WordKey<'desk'>))
    const [table = '', ...key] = value.split(' ')
    const page = label === 'row' ? pageWords(table) : undefined
    if (page) return `${t(page)} · ${key.join(' ')}`
    if (label === 'restrictions') return t(value === 'withdrawals_waiting' ? value : 'withdrawals_frozen')
    const kind = label === 'coupon' ? COUPON_KINDS.find((each) => each === value) : undefined
    if (kind) return t(`coupon_${kind}`)
    const flag = label === 'flag' ? ACCOUNT_FLAGS.find((each) => each === value) : undefined
    if (flag) return t(`flag_${flag}`)
    const role = label === 'role' || label === 'role_before' ? ROLES.find((each) => each === value) : undefined
    return role ? t(`role_${role}`) : writeDecimals(label, value, numbers.decimal)
  }
}

/** "clear OFAC 2026-11-28 (…)": what came of a comparison, and the versions of the lists. */
function screenedWords(t: TFunction<'desk'>, value: string): string {
  const [state = '', ...version] = value.split(' ')
  return [t(`screened_${state}` as WordKey<'desk'>), version.join(' ')].filter(Boolean).join(' · ')
}

export function UserLink({ id, name }: { id: number; name: string | null }) {
  if (id === NO_USER) return <>—</>
  return (
    <Link to={`/admin/users/${id}`} className="break-all text-selected-text">
      {name ?? id}
    </Link>
  )
}
