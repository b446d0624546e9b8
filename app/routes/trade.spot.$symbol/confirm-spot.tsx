// Confirmation dialog of a spot order.

import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { ConfirmOrder } from '../../components/trade/confirm-order'
import { FiatText } from '../../components/fiat'
import { plainDecimal } from '../../forms/decimal-field'
import { type TicketFields, type TicketReading, isSizedInQuote } from '../../forms/spot'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'
import { usePlanRows } from './ticket-plan'
import { summaryRows } from './ticket-summary'

interface ConfirmSpotProps {
  readonly isOpen: boolean
  readonly pair: Pair
  readonly fields: TicketFields
  readonly reading: TicketReading
  readonly onAnswer: (isYes: boolean, isAskingAgain: boolean) => void
}

/** "GTC · Post only". */
const termsOf = ({ timeInForce, isPostOnly }: TicketFields, postOnly: string): string =>
  [timeInForce.toUpperCase(), ...(isPostOnly ? [postOnly] : [])].join(' · ')

export function ConfirmSpot({ isOpen, pair, fields, reading, onAnswer }: ConfirmSpotProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const { side, kind, price, plan } = fields
  const { t: tPlan } = useTranslation('conditional')
  const { t: tWallet } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const fromMargin = fields.wallet && !plan ? [{ label: tWallet('wallet'), text: tRefusals('wallet_margin') }] : []
  const planRows = [...usePlanRows({ pair }, fields), ...fromMargin]
  const { summary, outlook } = reading
  const worth = useWorth()
  const total = outlook ? undefined : summary?.total
  /** Typed number in display format. */
  const written = (typed: string) => numbers.decimal(plainDecimal(typed, numbers.language))
  const size = isSizedInQuote(fields)
    ? `${written(fields.budget)}\u00a0${pair.quote.code}`
    : `${summary ? numbers.quantity(pair, summary.ordered) : fields.quantity}\u00a0${pair.base.code}`
  const rows = [
    { word: 'pair', text: `${pair.base.code}/${pair.quote.code}` },
    { word: 'side', text: `${t(side)} · ${plan ? tPlan(`kind_${plan}`) : t(kind)}` },
    { word: 'price', text: kind === 'limit' ? `${written(price)}\u00a0${pair.quote.code}` : t('market_price') },
    { word: isSizedInQuote(fields) ? 'amount' : 'quantity', text: size },
    ...(kind === 'limit' && !plan ? [{ word: 'time_in_force', text: termsOf(fields, t('post_only')) } as const] : []),
    {
      word: 'total_estimate',
      text: total !== undefined && (
        <>
          {numbers.brief(pair.quote, total)}
          {bound(pair.quote.code)}
          <FiatText usdt={worth.ofAmount(pair.quote, total)} className="block text-xs text-muted" />
        </>
      ),
    },
    ...summaryRows(numbers, pair, outlook ? null : summary),
  ] as const
  return (
    <ConfirmOrder
      isOpen={isOpen}
      onAnswer={onAnswer}
      rows={[
        ...planRows.map(({ label, text }) => ({ key: label, label, text })),
        ...rows.map(({ word, text }) => ({ key: word, label: t(word), text: text || '—' })),
      ]}
      yes={t(`place_${side}`, { asset: pair.base.code })}
      variant={side}
    >
      {outlook && <p className="mt-3 text-sm text-bad-text">{t(`outlook_${outlook}`)}</p>}
    </ConfirmOrder>
  )
}
