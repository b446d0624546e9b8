// Close form of a position, in full or in part, with a preview at the current price.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../components/button'
import { FigureList } from '../components/figure-list'
import { Result } from '../components/futures/futures-list'
import { Hideable } from '../components/hidden-amounts'
import { Sheet } from '../components/sheet'
import { Stepper } from '../components/stepper'
import { readClosing } from './futures-outlook'
import { bound } from '../text/money'
import { moneyIn, useNumbers } from '../text/numbers'
import { formatSteps } from '#domain/quotes/steps'
import { Answer, FuturesForm, type SheetFormProps } from './futures-forms'

export function CloseSheet(props: SheetFormProps) {
  const { row, isOpen, onClose } = props
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('close_position', { order: row.positionNo })}>
      <CloseForm {...props} />
    </Sheet>
  )
}

function CloseForm({ facts, row, forms, form, onClose }: SheetFormProps) {
  const { t } = useTranslation('futures')
  const [lots, setLots] = useState(String(row.lots))
  // An adopted copy position may hold fractional lots and can only be closed in full.
  const isWhole = row.terms.lotParts !== undefined
  return (
    <FuturesForm
      forms={forms}
      intent="close"
      row={row}
      className="grid gap-4"
      onSubmit={form.onSubmit}
      onChange={form.onChange}
    >
      {!isWhole && (
        <div className="grid gap-2">
          <Stepper label={t('close_lots')} name="lots" value={lots} onText={setLots} min="1" max={String(row.lots)} />
          <Shares row={row} onLots={setLots} />
        </div>
      )}
      <Outlook facts={facts} row={row} lots={isWhole ? String(row.lots) : lots} />
      {form.notice}
      <Answer onClose={onClose} yes={t('close')} />
    </FuturesForm>
  )
}

const SHARES = [25, 50, 75, 100] as const

/** Percentages of the position, rounded to whole lots, at least one lot. */
function Shares({ row, onLots }: Pick<SheetFormProps, 'row'> & { readonly onLots: (lots: string) => void }) {
  const numbers = useNumbers()
  return (
    <div className="grid grid-cols-4 gap-1.5">
      {SHARES.map((share) => (
        <Button
          key={share}
          type="button"
          size="sm"
          onClick={() => onLots(String(Math.max(1, Math.floor((row.lots * share) / 100))))}
        >
          {numbers.percent(String(share))}
        </Button>
      ))}
    </div>
  )
}

type OutlookProps = Pick<SheetFormProps, 'row' | 'facts'> & { readonly lots: string }

function Outlook({ facts, row, lots }: OutlookProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { quote } = facts
  const outlook = readClosing(facts, row, lots)
  return (
    <div className="grid gap-1.5">
      <FigureList
        className="gap-1.5 rounded-lg bg-raised px-3 py-2 text-sm"
        rows={[
          {
            key: 'close_price',
            label: t('close_price'),
            value: outlook ? numbers.decimal(formatSteps(outlook.price, row.terms.priceDecimals)) : '—',
          },
          {
            key: 'close_result',
            label: t('result'),
            value: outlook ? (
              <>
                <Result value={outlook.result.toString()} />
                {bound(quote.code)}
              </>
            ) : (
              '—'
            ),
          },
          {
            key: 'margin_back',
            label: t('margin_back'),
            value: outlook ? <Hideable>{moneyIn(numbers, quote)(outlook.freed)}</Hideable> : '—',
          },
        ]}
      />
      <p className="text-xs text-muted">{t('close_tick')}</p>
    </div>
  )
}
