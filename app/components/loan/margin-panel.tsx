// Margin wallet panel: margin rate and thresholds, equity, debt, and a slider that simulates a price move of all
// assets.

import { useTranslation } from 'react-i18next'
import {
  MARGIN_CALL_RATES,
  WITHDRAWAL_FLOOR_RATE,
  type MarginLine,
  OPENING_RATE,
  LIQUIDATION_RATE,
  ORDER_FLOOR_RATE,
  riskOf,
  riskRate,
  worthAt,
} from '#domain/loan/risk'
import { whatIfMargin } from '#domain/loan/what-if'
import { formatUnits } from '#domain/money/amount'
import { useNumbers } from '../../text/numbers'
import { ButtonLink } from '../button'
import { FigureList } from '../figure-list'
import { Hideable } from '../hidden-amounts'
import { Notice } from '../notice'
import { MoveForm, useMove } from '../trade/move-form'

const CENTS = 2
/** Maximum price move in per mille. */
const MOST = 900

export const percentText = (rate: bigint): string => formatUnits(rate, 2)

export function MarginFigures({ lines }: { readonly lines: readonly MarginLine[] | null }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const risk = lines && riskOf(lines)
  const rate = risk && riskRate(risk)
  const usdt = (worth: bigint) => (
    <Hideable>{`${numbers.usdt(formatUnits(worthAt(worth, CENTS), CENTS))}\u00a0USDT`}</Hideable>
  )
  return (
    <FigureList
      className="text-sm"
      rows={[
        {
          key: 'risk_rate',
          label: t('risk_rate'),
          value: rate === null ? '—' : <RateWords rate={rate} />,
          isStrong: true,
        },
        { key: 'wallet_worth', label: t('wallet_worth'), value: risk ? usdt(risk.worth) : '—' },
        { key: 'owed_worth', label: t('owed_worth'), value: risk ? usdt(risk.debt) : '—' },
      ]}
    />
  )
}

function RateWords({ rate }: { readonly rate: bigint }) {
  const numbers = useNumbers()
  const tone =
    rate < MARGIN_CALL_RATES[1] ? 'text-bad-text' : rate < MARGIN_CALL_RATES[0] ? 'text-brand-text' : 'text-good-text'
  return <span className={tone}>{numbers.percent(percentText(rate))}</span>
}

export function Thresholds() {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const rows = [
    ['kept', WITHDRAWAL_FLOOR_RATE],
    ['opening', OPENING_RATE],
    ['call_1', MARGIN_CALL_RATES[0]],
    ['call_2', MARGIN_CALL_RATES[1]],
    ['seized', LIQUIDATION_RATE],
  ] as const
  return (
    <FigureList
      className="text-sm"
      rows={rows.map(([key, rate]) => ({
        key,
        label: t(`threshold_${key}`),
        value: numbers.percent(percentText(rate)),
      }))}
    />
  )
}

/**
 * Margin call notice while the rate is under a call threshold; states it in text, since colour alone is not accessible.
 */
export function MarginCall({ lines }: { readonly lines: readonly MarginLine[] | null }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { called, isSold } = lines ? whatIfMargin(lines, 0) : { called: 0, isSold: false }
  if (called === 0 || isSold) return null
  const percent = (rate: bigint) => numbers.percent(percentText(rate))
  return (
    <Notice tone="bad">
      <p>
        {t('called', { bound: percent(BigInt(called)), seized: percent(LIQUIDATION_RATE) })}
        {BigInt(called) <= ORDER_FLOOR_RATE && ` ${t('called_closed')}`}
      </p>
      <p className="mt-2">
        <ButtonLink to="/assets/transfer?from=change&to=margin" size="sm">
          {t('move_in')}
        </ButtonLink>
      </p>
    </Notice>
  )
}

/** Native disclosure; without scripts its form submits to the server. */
export function MarginWhatIf({ lines, keep }: { readonly lines: readonly MarginLine[]; readonly keep: string }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const of = useMove(MOST)
  const { rate, called, isSold } = whatIfMargin(lines, of.move)
  const outcome = isSold ? 'what_if_sold' : called !== 0 ? 'what_if_called' : 'what_if_safe'
  return (
    <MoveForm of={of} label={t('what_if')} show={t('what_if_show')} className="text-sm">
      <input type="hidden" name="tab" value={keep} />
      <p role="status" data-figure="what_if" className={`text-sm ${isSold ? 'text-bad-text' : ''}`}>
        {rate === null
          ? t('what_if_nothing')
          : t(outcome, {
              rate: numbers.percent(percentText(rate)),
              bound: numbers.percent(percentText(BigInt(called))),
            })}
      </p>
    </MoveForm>
  )
}
