// Closing all positions that are shown; where there are longs and shorts, a choice that unfolds. Buttons and question say which.

import { useTranslation } from 'react-i18next'
import { heldOf } from '#domain/futures/appraisal'
import { resultAt } from '#domain/futures/position'
import { formatAmount, total } from '#domain/money/amount'
import type { FuturesRow } from '#party/protocol/futures'
import { buttonClass } from '../components/button'
import { useHiddenAmounts } from '../components/hidden-amounts'
import { askFirst } from '../components/prompt'
import { Icon } from '../components/icon'
import { useAlive } from '../components/use-alive'
import { HIDDEN_DOTS } from '../text/masked'
import { bound } from '../text/money'
import { useNumbers } from '../text/numbers'
import type { OwnFacts } from './futures'
import { type Forms, FuturesForm } from './futures-forms'

interface CloseManyProps {
  readonly facts: OwnFacts
  readonly forms: Forms
  /** The pair whose positions are shown; null for all. */
  readonly symbol: string | null
}

const WORDS = { all: 'close_all', long: 'close_longs', short: 'close_shorts' } as const

export function CloseMany({ facts, forms, symbol }: CloseManyProps) {
  const { t } = useTranslation('futures')
  // A copied position is closed by its trader.
  const own = facts.live.filter(
    (row) => row.state === 'open' && row.holder === null && (symbol === null || row.symbol === symbol),
  )
  const [longs, shorts] = [of(own, 'long'), of(own, 'short')]
  // From the first position on, so that nothing moves when a second one opens.
  if (own.length === 0) return null
  const all = <CloseThem facts={facts} forms={forms} symbol={symbol} which="all" rows={own} />
  if (longs.length === 0 || shorts.length === 0) return <div className="ml-auto shrink-0">{all}</div>
  return (
    <details className="group ml-auto shrink-0 open:w-full">
      <summary className={`${LOOK} ml-auto w-max`}>
        {t('close_all')}
        <Icon name="down" className="size-4 transition group-open:rotate-180" />
      </summary>
      <div className="mt-1.5 grid gap-1.5 sm:grid-cols-3">
        {all}
        <CloseThem facts={facts} forms={forms} symbol={symbol} which="long" rows={longs} />
        <CloseThem facts={facts} forms={forms} symbol={symbol} which="short" rows={shorts} />
      </div>
    </details>
  )
}

const LOOK = `${buttonClass({ size: 'sm', variant: 'remove' })} px-2 whitespace-nowrap lg:min-h-8 lg:px-2`

const of = (rows: readonly FuturesRow[], direction: FuturesRow['direction']) =>
  rows.filter((row) => row.direction === direction)

interface CloseThemProps extends CloseManyProps {
  readonly which: keyof typeof WORDS
  readonly rows: readonly FuturesRow[]
}

function CloseThem({ facts, forms, symbol, which, rows }: CloseThemProps) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const text = useQuestionText(facts, rows)
  const label = `${t(WORDS[which])} (${rows.length})`
  const ask = async (form: HTMLFormElement) => {
    if (await askFirst({ title: label, text, yes: label, no: t('keep'), tone: 'danger' })) forms.fetcher.submit(form)
  }
  return (
    <FuturesForm
      forms={forms}
      intent="close_many"
      onSubmit={(event) => {
        if (!isAlive) return
        event.preventDefault()
        void ask(event.currentTarget)
      }}
    >
      {symbol !== null && <input type="hidden" name="symbol" value={symbol} />}
      {which !== 'all' && <input type="hidden" name="direction" value={which} />}
      <button className={`${LOOK} w-full`}>{label}</button>
    </FuturesForm>
  )
}

/** Each pair and side with its number of positions, and their result together. */
function useQuestionText({ prices, quote }: OwnFacts, rows: readonly FuturesRow[]): string {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const isHidden = useHiddenAmounts()
  const counts = new Map<string, number>()
  for (const { symbol, direction } of rows) {
    const name = `${symbol.replace('-', '/')} ${t(direction)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const positions = [...counts].map(([name, count]) => `${name} × ${numbers.count(count)}`).join(', ')
  const results = rows.flatMap((row) => {
    const held = heldOf(row)
    const index = prices.get(row.symbol)
    return held && index !== undefined ? [resultAt(held, index)] : []
  })
  const isKnown = results.length === rows.length
  const result = isHidden
    ? HIDDEN_DOTS
    : isKnown
      ? numbers.result(formatAmount(quote, total(results))) + bound(quote.code)
      : '—'
  return t('close_many_ask', { positions, result })
}
