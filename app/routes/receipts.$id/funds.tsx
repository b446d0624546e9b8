// Facts of a conversion's receipt.

import { useTranslation } from 'react-i18next'
import type { ConvertReceipt } from '#domain/funds/convert-receipt'
import { decodeAmount } from '#domain/money/amount'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function ConvertFacts({ receipt }: { readonly receipt: ConvertReceipt }) {
  const { t } = useTranslation('funds')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { from, to, given, fee, received, at, ticks } = receipt
  const coins = (asset: typeof from, text: string) => `${numbers.amount(asset, decodeAmount(text))}\u00a0${asset.code}`
  const rows: readonly ReceiptFact[] = [
    [t('give'), coins(from, given)],
    [t('fee'), coins(from, fee)],
    [t('receive'), coins(to, received)],
    [tReceipt('converted_at'), <Moment key="at" at={at} />],
  ]
  return <Facts rows={rows} ticks={ticks} ticksAre="applied" />
}
