// Form of take-profit and stop-loss (current, typed or dragged), with the pnl at each.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { heldOf } from '#domain/futures/appraisal'
import { stopWarning } from '#domain/futures/order'
import { resultAt } from '#domain/futures/position'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import { DecimalField } from '../components/field'
import { Result, useStopPart } from '../components/futures/futures-list'
import { Notice } from '../components/notice'
import { Sheet } from '../components/sheet'
import { plainDecimal } from './decimal-field'
import { readStop } from './futures-outlook'
import { useNumbers } from '../text/numbers'
import { useRefusalWords } from '../text/words'
import { Answer, FuturesForm, type SheetFormProps } from './futures-forms'

/** Stop dragged to another price, in steps. */
export interface DraggedStop {
  readonly positionNo: number
  readonly stop: 'takeProfit' | 'stopLoss'
  readonly priceSteps: number
}

const STOPS = [
  ['takeProfit', 'take_profit', 'at_take_profit'],
  ['stopLoss', 'stop_loss', 'at_stop_loss'],
] as const

interface StopsSheetProps extends SheetFormProps {
  readonly dragged?: DraggedStop
}

export function StopsSheet({ row, facts, forms, isOpen, onClose, form, dragged }: StopsSheetProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const partText = useStopPart()
  const { priceDecimals } = row.terms
  const textOf = (stop: DraggedStop['stop']) => {
    const priceSteps = dragged?.stop === stop ? dragged.priceSteps : row[stop]
    return priceSteps === null ? '' : numbers.field(formatSteps(priceSteps, priceDecimals))
  }
  const [texts, setTexts] = useState({ takeProfit: textOf('takeProfit'), stopLoss: textOf('stopLoss') })
  const held = heldOf(row)
  const stepsOf = (stop: DraggedStop['stop']) => parseSteps(plainDecimal(texts[stop], numbers.language), priceDecimals)
  const resultOf = (stop: DraggedStop['stop']) => {
    const priceSteps = stepsOf(stop)
    if (!held || priceSteps === null || priceSteps <= 0) return null
    const lots = stop === 'takeProfit' ? row.takeProfitLots : row.stopLossLots
    return resultAt(held, priceSteps, Math.min(lots ?? row.lots, row.lots)).toString()
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} size="sm" title={t('set_stops')}>
      <FuturesForm
        forms={forms}
        intent="stops"
        row={row}
        className="grid gap-4"
        onSubmit={form.onSubmit}
        onChange={form.onChange}
      >
        {STOPS.map(([stop, word, resultWord]) => {
          const result = resultOf(stop)
          return (
            <div key={stop}>
              <DecimalField
                label={t(word)}
                name={word}
                value={texts[stop]}
                onChange={(event) => setTexts((before) => ({ ...before, [stop]: event.target.value }))}
                placeholder={t('optional')}
              />
              {result !== null && (
                <p className="mt-1 flex justify-between gap-3 text-xs">
                  <span className="text-muted">{partText(row, stop, t(resultWord))}</span>
                  <span data-figure={resultWord} className="tabular-nums">
                    <Result value={result} /> USDT
                  </span>
                </p>
              )}
            </div>
          )
        })}
        {isOpen && <StopWarning outlook={readStop(facts, row, stepsOf('stopLoss'))} priceDecimals={priceDecimals} />}
        {form.notice}
        <Answer onClose={onClose} yes={t('save')} />
      </FuturesForm>
    </Sheet>
  )
}

/** Warns about a stop-loss beyond the liquidation price. */
export function StopWarning({
  outlook,
  priceDecimals,
}: {
  readonly outlook: Parameters<typeof stopWarning>[0] | null
  readonly priceDecimals: number
}) {
  const words = useRefusalWords()
  const warning = outlook && stopWarning(outlook, priceDecimals)
  return warning && <Notice tone="plain">{words(warning)}</Notice>
}
