// Form that adds or removes margin of an isolated position, with a preview of the liquidation price.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { divideUp } from '#domain/money/rounding'
import { formatSteps } from '#domain/quotes/steps'
import { DecimalField } from '../components/field'
import { FigureList } from '../components/figure-list'
import { Hideable, useOwnRefusalWords } from '../components/hidden-amounts'
import { Segmented } from '../components/segmented'
import { Sheet } from '../components/sheet'
import { type MarginFields, readMargin } from './futures-outlook'
import { moneyIn, useNumbers } from '../text/numbers'
import { Answer, FuturesForm, type SheetFormProps } from './futures-forms'

export function MarginSheet(props: SheetFormProps) {
  const { isOpen, onClose } = props
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('change_margin')}>
      <MarginForm {...props} />
    </Sheet>
  )
}

function MarginForm({ facts, row, forms, form, onClose }: SheetFormProps) {
  const { t } = useTranslation('futures')
  const words = useOwnRefusalWords()
  const [fields, setFields] = useState<MarginFields>({ way: 'add', amount: '' })
  const outlook = readMargin(facts, row, fields)
  return (
    <FuturesForm
      forms={forms}
      intent="margin"
      row={row}
      className="grid gap-4"
      onSubmit={form.onSubmit}
      onChange={form.onChange}
    >
      <Segmented
        label={t('change_margin')}
        name="take"
        value={String(fields.way === 'take')}
        onChange={(take) => setFields((before) => ({ ...before, way: take === 'true' ? 'take' : 'add' }))}
        options={[
          { value: 'false', words: t('add') },
          { value: 'true', words: t('take') },
        ]}
      />
      <DecimalField
        label={t('amount')}
        name="amount"
        value={fields.amount}
        onChange={(event) => setFields((before) => ({ ...before, amount: event.target.value }))}
        problem={outlook?.problem ? words(outlook.problem) : undefined}
        unit={facts.quote.code}
      />
      {outlook && <Outlook facts={facts} row={row} outlook={outlook} />}
      {/* Omit an error already shown beside its field. */}
      {!outlook?.problem && form.notice}
      <Answer onClose={onClose} yes={t('save')} />
    </FuturesForm>
  )
}

interface OutlookProps extends Pick<SheetFormProps, 'row' | 'facts'> {
  readonly outlook: NonNullable<ReturnType<typeof readMargin>>
}

/** Preview: each figure now -> after the change. */
function Outlook({ facts, row, outlook: { now, after } }: OutlookProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const money = moneyIn(numbers, facts.quote)
  const textOf = ({ liquidation, ratio }: typeof now) => ({
    liquidation:
      liquidation === null ? t('no_liquidation') : numbers.decimal(formatSteps(liquidation, row.terms.priceDecimals)),
    ratio: ratio === null ? '—' : numbers.percent(formatUnits(divideUp(ratio, 10_000n), 2)),
  })
  const [before, then] = [textOf(now), after && textOf(after)]
  const change = (from: string, to: string | undefined) => (to === undefined ? from : `${from} → ${to}`)
  return (
    <FigureList
      className="gap-1.5 rounded-lg bg-raised px-3 py-2 text-sm"
      rows={[
        {
          key: 'margin_after',
          label: t('used_margin'),
          value: <Hideable>{change(money(now.margin), after ? money(after.margin) : undefined)}</Hideable>,
        },
        { key: 'liquidation_after', label: t('liquidation'), value: change(before.liquidation, then?.liquidation) },
        { key: 'ratio_after', label: t('margin_ratio'), value: change(before.ratio, then?.ratio) },
      ]}
    />
  )
}
