// Reversal of a position: the closed position, and the opposite one opened at the current price.

import { useTranslation } from 'react-i18next'
import { wholeLots } from '#domain/futures/terms'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import { FigureList } from '../components/figure-list'
import { Result } from '../components/futures/futures-list'
import { Hideable } from '../components/hidden-amounts'
import { Sheet } from '../components/sheet'
import { bound } from '../text/money'
import { moneyIn, useNumbers } from '../text/numbers'
import { Answer, FuturesForm, type SheetFormProps } from './futures-forms'
import { readReversal } from './futures-outlook'

export function ReverseSheet(props: SheetFormProps) {
  const { row, forms, form, isOpen, onClose } = props
  const { t } = useTranslation('futures')
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('reverse_position', { order: row.positionNo })}>
      <FuturesForm forms={forms} intent="reverse" row={row} className="grid gap-4" onSubmit={form.onSubmit}>
        <Outlook {...props} />
        {form.notice}
        <Answer onClose={onClose} yes={t('reverse')} />
      </FuturesForm>
    </Sheet>
  )
}

function Outlook({ facts, row }: SheetFormProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const outlook = readReversal(facts, row)
  const lots = numbers.decimal(String(wholeLots(row.lots, row.terms)))
  const price = (priceSteps: number) => numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const money = moneyIn(numbers, facts.quote)
  const opposite = row.direction === 'long' ? 'short' : 'long'
  const named = (direction: FuturesRow['direction']) => `${row.symbol.replace('-', '/')} ${t(direction)}`
  const look = 'gap-1.5 rounded-lg bg-raised px-3 py-2 text-sm'
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">{t('reverse_closes', { direction: named(row.direction), lots })}</p>
      <FigureList
        className={look}
        rows={[
          { key: 'close_price', label: t('close_price'), value: outlook ? price(outlook.closing.price) : '—' },
          {
            key: 'close_result',
            label: t('result'),
            value: outlook ? (
              <>
                <Result value={outlook.closing.result.toString()} />
                {bound(facts.quote.code)}
              </>
            ) : (
              '—'
            ),
          },
        ]}
      />
      <p className="mt-2 text-sm font-medium">
        {t('reverse_opens', {
          direction: named(opposite),
          lots,
          leverage: numbers.count(row.leverage),
          mode: t(row.mode),
        })}
      </p>
      <FigureList
        className={look}
        rows={[
          { key: 'open_price', label: t('open_price'), value: outlook ? price(outlook.price) : '—' },
          { key: 'margin', label: t('margin'), value: outlook ? <Hideable>{money(outlook.margin)}</Hideable> : '—' },
          { key: 'fee', label: t('fee'), value: outlook ? <Hideable>{money(outlook.fee)}</Hideable> : '—' },
        ]}
      />
      <p className="text-xs text-muted">{t('reverse_text')}</p>
    </div>
  )
}
