// Facts of a locked deposit's receipt.

import { useTranslation } from 'react-i18next'
import type { MiningReceipt } from '#domain/mining/receipt'
import { decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function MiningFacts({ receipt }: { readonly receipt: MiningReceipt }) {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const { deposit, daily, boosted, redemption, at } = receipt
  const { asset, scale, boost } = deposit
  const coins = (text: string) => `${numbers.amount({ scale }, decodeAmount(text))}\u00a0${asset}`
  const rows: readonly ReceiptFact[] = [
    [t('amount'), coins(deposit.amount)],
    [t('length'), t('days', { count: deposit.days })],
    [t('daily_rate'), numbers.rate(rate(BigInt(deposit.dailyRate)))],
    [t('day_yield'), coins(daily)],
    ...(boost && boosted !== null
      ? ([
          [t('coupon'), t('coupon_option', { share: numbers.rate(rate(BigInt(boost.rate))), count: boost.days })],
          [`${t('day_yield')} · ${t('coupon')}`, coins(boosted)],
        ] as const)
      : []),
    [t('accepted'), <Moment key="accepted" at={deposit.acceptedAt} />],
    [t('starts'), <Moment key="starts" at={deposit.startsAt} />],
    ...(redemption
      ? ([
          [t('ended'), <Moment key="ended" at={at} />],
          [t('days_left'), t('days', { count: redemption.daysLeft })],
          [t('penalty'), coins(redemption.penalty)],
          [t('back'), coins(redemption.back)],
        ] as const)
      : []),
  ]
  return <Facts rows={rows} />
}
