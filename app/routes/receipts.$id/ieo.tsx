// Facts of a token sale's receipts: applications, list of allotments, allotment, payment.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { IeoClaimsReceipt, IeoListReceipt } from '#domain/ieo/commitment'
import type { IeoPaymentReceipt } from '#domain/ieo/payment-receipt'
import { type Allotment, type IeoReceipt, type OldIeoReceipt, allotmentIn } from '#domain/ieo/receipt'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function IeoFacts({ receipt }: { readonly receipt: IeoReceipt }) {
  const { t } = useTranslation('ieo')
  const { sale, list } = receipt
  const rows = [
    ...useAllotmentRows(allotmentIn(receipt)),
    ...useCommitmentRows(list),
    [t('claims_root'), <Hash key="claims" hash={sale.root} />] as const,
  ]
  return <Facts rows={rows} ticks={list.ticks} ticksAre="before" />
}

export const OldIeoFacts = ({ receipt }: { readonly receipt: OldIeoReceipt }) => (
  <Facts rows={useAllotmentRows(receipt)} />
)

function useAllotmentRows(of: Allotment): readonly ReceiptFact[] {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const token = (count: number) => `${numbers.count(count)} ${of.token}`
  return [
    [t('claim_no'), String(of.claim)],
    [t('applied'), token(of.applied)],
    [t('first_claim'), String(of.first)],
    [t('applied_before'), token(of.before)],
    [t('applied_in_all'), token(of.inAll)],
    [t('per_user'), token(of.cap)],
    [t('supply'), token(of.supply)],
    [t('total'), token(of.total)],
    [t('last'), useLastRounded(of)],
    [t('allotted'), token(of.allotted)],
    [t('ends_at'), <Moment key="at" at={of.at} />],
    [t('place'), `${numbers.count(of.index + 1)} / ${numbers.count(of.size)}`],
    [t('root'), <Hash key="root" hash={of.root} />],
  ]
}

/** Times of the commitment, with a link to its receipt, and of the sharing. */
function useCommitmentRows({ committedAt, commitment, at }: IeoListReceipt): readonly ReceiptFact[] {
  const { t } = useTranslation('ieo')
  return [
    [
      t('committed_at'),
      <Link key="committed" to={`/receipts/${commitment}`} className="text-selected-text hover:underline">
        <Moment at={committedAt} />
      </Link>,
    ],
    [t('shared_at'), <Moment key="shared" at={at} />],
  ]
}

function useLastRounded({ last }: Pick<Allotment, 'last'>): string {
  const numbers = useNumbers()
  return last ? `${numbers.count(last.remainder)} · ${last.first}` : '—'
}

const Hash = ({ hash }: { readonly hash: string | null }) => <code className="text-2xs break-all">{hash ?? '—'}</code>

export function IeoListFacts({ receipt }: { readonly receipt: IeoListReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const rows: readonly ReceiptFact[] = [
    [t('claims'), numbers.count(receipt.claims)],
    [t('last'), useLastRounded(receipt)],
    ...useCommitmentRows(receipt),
    [t('root'), <Hash key="root" hash={receipt.root} />],
  ]
  return <Facts rows={rows} ticks={receipt.ticks} ticksAre="before" />
}

export function IeoClaimsFacts({ receipt }: { readonly receipt: IeoClaimsReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const token = (count: number) => `${numbers.count(count)} ${receipt.token}`
  const rows: readonly ReceiptFact[] = [
    [t('supply'), token(receipt.supply)],
    [t('per_user'), token(receipt.cap)],
    [t('claims'), numbers.count(receipt.claims)],
    [t('total'), token(receipt.total)],
    [t('ends_at'), <Moment key="ends" at={receipt.endsAt} />],
    [t('committed_at'), <Moment key="at" at={receipt.at} />],
    [t('claims_root'), <Hash key="root" hash={receipt.root} />],
  ]
  return <Facts rows={rows} />
}

/** Costs are written in USDT. */
const COST_SCALE = 6

export function IeoPaymentFacts({ receipt }: { readonly receipt: IeoPaymentReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { token, quantity, cost, pay, held, allotted, paid, acceptedAt, at, ticks } = receipt
  const coins = (text: string) => `${numbers.amount(pay, decodeAmount(text))}\u00a0${pay.code}`
  const rows: readonly ReceiptFact[] = [
    [t('cost'), `${numbers.decimal(trimZeros(formatUnits(decodeAmount(cost), COST_SCALE)))}\u00a0USDT`],
    [t('applied'), `${numbers.count(quantity)} ${token}`],
    [t('held_amount'), coins(held)],
    [t('allotted'), `${numbers.count(allotted)} ${token}`],
    [t('paid'), coins(paid)],
    [t('accepted_at'), <Moment key="accepted" at={acceptedAt} />],
    [t('settled_at'), <Moment key="at" at={at} />],
  ]
  return <Facts rows={rows} ticks={ticks} ticksAre="applied" />
}
