// Ticket footer: submit button or login link, and fee rates.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Rate } from '#domain/money/rate'
import { discountedRate } from '#domain/promotion/fee'
import { preloadSheet } from '../../components/sheet'
import type { TicketFacts, TicketFields } from '../../forms/spot'
import { useNumbers } from '../../text/numbers'

interface PlaceButtonProps {
  readonly side: TicketFields['side']
  readonly asset: string
  readonly isSending: boolean
  /** True when pressing has no effect. */
  readonly isIdle: boolean
  readonly isAsking: boolean
}

export function PlaceButton({ side, asset, isSending, isIdle, isAsking }: PlaceButtonProps) {
  const { t } = useTranslation('spot')
  return (
    <button
      aria-disabled={isIdle}
      onPointerEnter={isAsking ? preloadSheet : undefined}
      className={`button lg:mt-1 button-${side}`}
    >
      {isSending ? t('sending') : t(`place_${side}`, { asset })}
    </button>
  )
}

/** Maker and taker fees of the visitor, with a link to the fee page. */
export function FeeRates({ facts: { pair, fees } }: { readonly facts: TicketFacts }) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const rateOf = (own: Rate) => numbers.rate(fees ? discountedRate(own, fees.terms, fees.at) : own)
  const words = t('fee_rates', { maker: rateOf(pair.makerFee), taker: rateOf(pair.takerFee) })
  return (
    <Link to="/settings/vip" className="inline-block py-1 hover:underline">
      {words}
    </Link>
  )
}
