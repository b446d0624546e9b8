// The question before an order: everything that it says, and a way not to be asked again. Loaded when it is first asked.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { Button } from '../../components/button'
import { FiatText } from '../../components/fiat'
import { Sheet } from '../../components/sheet'
import { plainDecimal } from '../../forms/decimal-field'
import { type TicketFields, type TicketReading, isSizedInQuote } from '../../forms/spot'
import { useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'
import { usePlanRows } from './ticket-plan'
import { summaryRows } from './ticket-summary'

export interface ConfirmOrderProps {
  readonly isOpen: boolean
  readonly pair: Pair
  readonly fields: TicketFields
  readonly reading: TicketReading
  readonly onAnswer: (isYes: boolean, isAskingAgain: boolean) => void
}

/** "GTC · Post only". */
const termsOf = ({ timeInForce, isPostOnly }: TicketFields, postOnly: string): string =>
  [timeInForce.toUpperCase(), ...(isPostOnly ? [postOnly] : [])].join(' · ')

export function ConfirmOrder({ isOpen, pair, fields, reading, onAnswer }: ConfirmOrderProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const { t: tUi } = useTranslation('ui')
  const [isDone, setDone] = useState(false)
  const { side, kind, price, plan } = fields
  const { t: tPlan } = useTranslation('conditional')
  const { t: tWallet } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const fromMargin = fields.wallet && !plan ? [{ label: tWallet('wallet'), text: tRefusals('wallet_margin') }] : []
  const planRows = [...usePlanRows({ pair }, fields), ...fromMargin]
  const { summary, outlook } = reading
  const worth = useWorth()
  const total = outlook ? undefined : summary?.total
  /** What was typed, as figures are written beside it. */
  const written = (typed: string) => numbers.decimal(plainDecimal(typed, numbers.language))
  const size = isSizedInQuote(fields)
    ? `${written(fields.budget)} ${pair.quote.code}`
    : `${summary ? numbers.quantity(pair, summary.ordered) : fields.quantity} ${pair.base.code}`
  const rows = [
    { word: 'pair', text: `${pair.base.code}/${pair.quote.code}` },
    { word: 'side', text: `${t(side)} · ${plan ? tPlan(`kind_${plan}`) : t(kind)}` },
    { word: 'price', text: kind === 'limit' ? `${written(price)} ${pair.quote.code}` : t('market_price') },
    { word: isSizedInQuote(fields) ? 'amount' : 'quantity', text: size },
    ...(kind === 'limit' && !plan ? [{ word: 'time_in_force', text: termsOf(fields, t('post_only')) } as const] : []),
    {
      word: 'total_estimate',
      text: total === undefined ? null : `${numbers.brief(pair.quote, total)} ${pair.quote.code}`,
    },
    ...summaryRows(numbers, pair, outlook ? null : summary),
  ] as const
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => onAnswer(false, true)}
      title={t('confirm_title')}
      size="sm"
      foot={
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={() => onAnswer(false, true)}>{tUi('cancel')}</Button>
          {/* Whoever orders by keyboard goes on by keyboard. */}
          <Button autoFocus variant={side} onClick={() => onAnswer(true, !isDone)}>
            {t(`place_${side}`, { asset: pair.base.code })}
          </Button>
        </div>
      }
    >
      <dl className="grid gap-2 text-sm">
        {planRows.map(({ label, text }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">{text}</dd>
          </div>
        ))}
        {rows.map(({ word, text }) => (
          <div key={word} className="flex justify-between gap-3">
            <dt className="text-muted">{t(word)}</dt>
            <dd className="text-right">
              {text ?? '—'}
              {word === 'total_estimate' && total && (
                <FiatText usdt={worth.ofAmount(pair.quote, total)} className="block text-xs text-muted" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {outlook && <p className="mt-3 text-sm text-bad-text">{t(`outlook_${outlook}`)}</p>}
      <label className="mt-3 flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isDone}
          onChange={(event) => setDone(event.target.checked)}
          className="size-4.5 shrink-0 accent-selected"
        />
        {t('confirm_never')}
      </label>
    </Sheet>
  )
}
