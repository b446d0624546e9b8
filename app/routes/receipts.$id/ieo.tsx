// Facts of a token sale's receipts: allotment, payment.

import { useTranslation } from 'react-i18next'
import type { IeoPaymentReceipt } from '#domain/ieo/payment-receipt'
import type { IeoReceipt } from '#domain/ieo/receipt'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function IeoFacts({ receipt }: { readonly receipt: IeoReceipt }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const token = (count: number) => `${numbers.count(count)} ${receipt.token}`
  const rows: readonly ReceiptFact[] = [
    [t('claim_no'), String(receipt.claim)],
    [t('applied'), token(receipt.applied)],
    [t('first_claim'), String(receipt.first)],
    [t('applied_before'), token(receipt.before)],
    [t('applied_in_all'), token(receipt.inAll)],
    [t('per_user'), token(receipt.cap)],
    [t('supply'), token(receipt.supply)],
    [t('total'), token(receipt.total)],
    [t('last'), receipt.last ? `${numbers.count(receipt.last.remainder)} · ${receipt.last.first}` : '—'],
    [t('allotted'), token(receipt.allotted)],
    [t('ends_at'), <Moment key="at" at={receipt.at} />],
    [t('place'), `${numbers.count(receipt.index + 1)} / ${numbers.count(receipt.size)}`],
    [
      t('root'),
      <code key="root" className="text-2xs break-all">
        {receipt.root}
      </code>,
    ],
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
  return <Facts rows={rows} ticks={ticks} />
}
