// Facts of an allotment receipt.

import { useTranslation } from 'react-i18next'
import type { IeoReceipt } from '#domain/ieo/receipt'
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
