// Outcomes of an option order, beside the ticket and in the confirmation.

import { useTranslation } from 'react-i18next'
import { type Amount, formatAmount, trimZeros } from '#domain/money/amount'
import type { AskedRow } from '../../components/trade/confirm-order'
import { FigureList } from '../../components/figure-list'
import { plainDecimal } from '../../forms/decimal-field'
import type { OptionFacts, OptionFields, OptionFigures } from '../../forms/options'
import { useNumbers } from '../../text/numbers'

interface FiguresProps {
  readonly terms: OptionFacts['terms']
  /** Null while the input forms no order. */
  readonly figures: OptionFigures | null
}

/** Both outcomes in money, above the buttons. */
export function Figures({ figures, terms }: FiguresProps) {
  const rows = useFigureRows({ terms, figures })
  if (rows.length === 0) return null
  return (
    <FigureList
      className="gap-1 rounded-lg bg-raised px-3 py-2 text-xs"
      rows={rows.map(({ key, label, text }) => ({ key, label, value: text }))}
    />
  )
}

function useFigureRows({ terms, figures }: FiguresProps): readonly AskedRow[] {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  if (!figures) return []
  const money = (value: Amount) =>
    `${numbers.decimal(trimZeros(formatAmount(terms.stake, value)))}\u00a0${terms.stake.code}`
  return [
    { key: 'if_right', label: t('if_right'), text: money(figures.ifRight) },
    { key: 'if_wrong', label: t('if_wrong'), text: money(figures.ifWrong) },
    { key: 'if_even', label: t('if_even'), text: t('all_back') },
    ...(figures.fee > 0n ? [{ key: 'fee', label: t('fee'), text: money(figures.fee) }] : []),
    { key: 'break_even', label: t('break_even'), text: numbers.percent(figures.breakEven) },
  ]
}

/** Rows of the confirmation: order fields, then both outcomes. */
export function useAskedRows(
  { terms, language }: OptionFacts,
  { seconds, stake }: OptionFields,
  { direction, figures }: { readonly direction: 'rise' | 'fall'; readonly figures: OptionFigures | null },
): readonly AskedRow[] {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const rows = useFigureRows({ terms, figures })
  return [
    { key: 'pair', label: t('pair'), text: terms.symbol.replace('-', '/') },
    { key: 'direction', label: t('direction'), text: t(direction) },
    { key: 'duration', label: t('duration'), text: t('seconds', { count: Number(seconds) }) },
    {
      key: 'stake',
      label: t('stake'),
      text: `${numbers.decimal(plainDecimal(stake, language))}\u00a0${terms.stake.code}`,
    },
    ...rows,
  ]
}
