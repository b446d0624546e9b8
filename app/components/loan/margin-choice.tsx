// Wallet choice (spot or margin) of an order or conversion, with the margin wallet's state.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { MARGIN_CALL_RATES, LIQUIDATION_RATE } from '#domain/loan/risk'
import { trimZeros } from '#domain/money/amount'
import type { MarginChoice } from '#services/loan/margin'
import { useNumbers } from '../../text/numbers'
import { percentText } from './margin-panel'
import { Select } from '../select'

interface MarginWalletProps {
  readonly margin: MarginChoice
  readonly isMargin: boolean
  /** Absent when the surrounding form submits the choice itself. */
  readonly onChoose?: (isMargin: boolean) => void
}

export function MarginWallet({ margin, isMargin, onChoose }: MarginWalletProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const options = [
    { value: '', words: tRefusals('wallet_change') },
    { value: 'margin', words: tRefusals('wallet_margin') },
  ]
  const chosen = isMargin ? 'margin' : ''
  const state = onChoose
    ? { value: chosen, onChange: (event: { target: { value: string } }) => onChoose(event.target.value === 'margin') }
    : { defaultValue: chosen }
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3 text-xs">
        <span aria-hidden="true" className="text-muted">
          {t('wallet')}
        </span>
        <Select
          key={onChoose ? '' : chosen}
          name="wallet"
          label={t('wallet')}
          options={options}
          className="w-auto shrink-0"
          {...state}
        />
      </div>
      <p data-figure="margin_note" className={`text-2xs text-muted ${isMargin ? '' : 'hidden noscript:block'}`}>
        <MarginWords margin={margin} />{' '}
        <Link to="/loans?tab=live" className="text-selected-text hover:underline">
          {t('margin_see')}
        </Link>
      </p>
    </div>
  )
}

function MarginWords({ margin: { rate, owes } }: Pick<MarginWalletProps, 'margin'>) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  if (!owes) return t('margin_free')
  const [call, sold] = [MARGIN_CALL_RATES[0], LIQUIDATION_RATE].map((bound) =>
    numbers.percent(trimZeros(percentText(bound))),
  )
  return t('margin_note', { rate: rate === null ? '—' : numbers.percent(rate), call, sold })
}
