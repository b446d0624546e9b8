// Size of a futures order: lots, or with scripts a value that whole lots are computed from.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOT_DECIMALS } from '#domain/futures/terms'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { DecimalField } from '../../components/field'
import { Stepper } from '../../components/stepper'
import { useAlive } from '../../components/use-alive'
import type { FuturesFacts, FuturesFields } from '../../forms/futures'
import { lotsForValue, valueForLots } from '../../forms/futures-size'
import { useNumbers } from '../../text/numbers'

interface SizeProps {
  readonly facts: FuturesFacts
  readonly fields: FuturesFields
  readonly change: (part: Partial<FuturesFields>) => void
  readonly problem: string | undefined
}

export function Size({ facts, fields, change, problem }: SizeProps) {
  const { pair, terms, quote } = facts
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const [isByValue, setByValue] = useState(false)
  const [typed, setTyped] = useState({ text: '', lots: '' })
  const size = numbers.decimal(trimZeros(formatUnits(terms.lotSize, LOT_DECIMALS)))
  const bounds = { min: numbers.count(terms.lotsMin), max: numbers.count(terms.lotsMax) }
  const hint = t('lot_hint', { size, asset: pair.base.code, ...bounds })
  const other = isAlive && (
    <button
      type="button"
      className="-my-2 min-h-8 text-selected-text hover:underline"
      onClick={() => setByValue(!isByValue)}
    >
      {isByValue ? t('size_in_lots') : t('size_in_value', { asset: quote.code })}
    </button>
  )
  if (!isByValue)
    return (
      <Stepper
        label={t('lots')}
        name="lots"
        value={fields.lots}
        min={String(terms.lotsMin)}
        max={String(terms.lotsMax)}
        onText={(lots) => change({ lots })}
        hint={hint}
        aside={other}
        problem={problem}
      />
    )
  // The slider and a placed order change the lots; typed text is kept while it means the same number of lots.
  const value = typed.lots === fields.lots ? typed.text : numbers.field(valueForLots(facts, fields))
  return (
    <>
      <input type="hidden" name="lots" value={fields.lots} />
      <DecimalField
        label={t('worth')}
        value={value}
        onChange={(event) => {
          const text = event.target.value
          const lots = lotsForValue(facts, fields, text)
          setTyped({ text, lots })
          change({ lots })
        }}
        aside={other}
        hint={`${t('lots')}: ${fields.lots === '' ? '—' : numbers.decimal(fields.lots)} · ${hint}`}
        problem={problem}
        unit={quote.code}
      />
    </>
  )
}
