// Below the fields of the ticket: the button that sends it or leads to the login, what a fill costs, whether to be asked first.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Rate } from '#domain/money/rate'
import { discountedRate } from '#domain/promotion/fee'
import { useAlive } from '../../components/use-alive'
import { preloadSheet } from '../../components/sheet'
import type { TicketFacts, TicketFields } from '../../forms/spot'
import { useNumbers } from '../../text/numbers'

interface PlaceButtonProps {
  readonly side: TicketFields['side']
  readonly asset: string
  readonly isSending: boolean
  /** It can be pressed, and sends nothing. */
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

/** What this visitor pays of a fill as maker and as taker, and the page that says why. */
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

interface AskOptionProps {
  readonly isAsking: boolean
  readonly onAsking: (isAsking: boolean) => void
}

/** Only scripts can ask, so without them there is nothing to choose. */
export function AskOption({ isAsking, onAsking }: AskOptionProps) {
  const { t } = useTranslation('spot')
  const isAlive = useAlive()
  return (
    <label className={`flex min-h-9 items-center gap-2 text-xs text-muted ${isAlive ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        // A browser that goes back would tick it as it was ticked then, or as another box was, and that would be kept.
        autoComplete="off"
        checked={isAsking}
        onChange={(event) => onAsking(event.target.checked)}
        className="size-4 shrink-0 accent-selected"
      />
      {t('confirm_option')}
    </label>
  )
}
