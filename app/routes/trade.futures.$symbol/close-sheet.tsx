// Close form of a position, in full or in part, with a preview at the current price.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureList } from '../../components/figure-list'
import { Result } from '../../components/futures-list'
import { Hideable } from '../../components/hidden-amounts'
import { Sheet } from '../../components/sheet'
import { Stepper } from '../../components/stepper'
import type { FuturesFacts } from '../../forms/futures'
import { readClosing } from '../../forms/futures-outlook'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { formatSteps } from '#domain/quotes/steps'
import { moneyIn } from './figures'
import { Answer, FuturesForm, type SheetFormProps } from './own-forms'

export function CloseSheet(props: SheetFormProps & { readonly facts: FuturesFacts }) {
  const { row, isOpen, onClose } = props
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('close_position', { order: row.positionNo })}>
      <CloseForm {...props} />
    </Sheet>
  )
}

function CloseForm({ facts, row, forms, form, onClose }: SheetFormProps & { readonly facts: FuturesFacts }) {
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
        <Stepper label={t('close_lots')} name="lots" value={lots} onText={setLots} min="1" max={String(row.lots)} />
      )}
      <Outlook facts={facts} row={row} lots={isWhole ? String(row.lots) : lots} />
      {form.notice}
      <Answer onClose={onClose} yes={t('close')} />
    </FuturesForm>
  )
}

type OutlookProps = Pick<SheetFormProps, 'row'> & { readonly facts: FuturesFacts; readonly lots: string }

function Outlook({ facts, row, lots }: OutlookProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { quote } = facts.terms
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
