// Fiat order row and state badge.

import { useTranslation } from 'react-i18next'
import { shownBuyState } from '#domain/buy/terms'
import type { BuyOrder } from '#services/buy/orders'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { Badge } from '../badge'
import { BUY_TONES } from './tones'
import { Hideable } from '../hidden-amounts'
import { ListRow } from '../list-row'
import { Moment } from '../moment'

export function BuyStateBadge({ order }: { readonly order: Pick<BuyOrder, 'state' | 'settledAt' | 'payUntil'> }) {
  const { t } = useTranslation('buy')
  const state = shownBuyState(order)
  return <Badge tone={BUY_TONES[state]}>{t(`state_${state}`)}</Badge>
}

type Listed = Pick<BuyOrder, 'id' | 'pay' | 'currency' | 'receives' | 'state' | 'createdAt' | 'settledAt' | 'payUntil'>
const LINE = 'flex flex-wrap items-baseline justify-between gap-x-2'

export function BuyOrderRow({
  order,
  asset,
}: {
  readonly order: Listed
  readonly asset: { readonly code: string; readonly scale: number }
}) {
  const numbers = useNumbers()
  return (
    <ListRow
      to={`/buy/orders/${order.id}`}
      title={
        <span className={LINE} data-order={order.id}>
          <span>
            <Hideable>
              {numbers.count(order.pay)} {order.currency}
            </Hideable>
          </span>
          <span className={order.state === 'done' ? 'text-good-text' : 'text-muted'}>
            <Hideable>
              {numbers.amount(asset, order.receives)}
              {bound(asset.code)}
            </Hideable>
          </span>
        </span>
      }
      text={
        <span className={LINE}>
          <Moment at={order.createdAt} />
          <BuyStateBadge order={order} />
        </span>
      }
    />
  )
}
