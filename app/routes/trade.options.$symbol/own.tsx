// Own running options, and recently ended ones.

import { useFetcher, useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionCount, OptionRow } from '#party/protocol/options'
import { Empty } from '../../components/empty'
import { OPTION_VIEWS, OptionsList } from '../../components/options/options-list'
import { Hideable } from '../../components/hidden-amounts'
import { Tabs } from '../../components/tabs'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { decodeAmount, formatUnits } from '#domain/money/amount'

interface OwnOptionsProps {
  readonly live: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly isGuest: boolean
  readonly today: OptionCount | null
  readonly drawnAt: number
}

export function OwnOptions({ live, ended, isGuest, today, drawnAt }: OwnOptionsProps) {
  const { t } = useTranslation('options')
  const [search] = useSearchParams()
  const view = OPTION_VIEWS.find((name) => name === search.get('list')) ?? 'running'
  const rows = view === 'running' ? live : ended
  return (
    <section aria-label={t('orders_title')} className="h-full">
      <div className="flex flex-wrap items-center justify-between gap-x-4 lg:border-b lg:border-line">
        <Tabs
          label={t('orders_title')}
          tabs={OPTION_VIEWS.map((name) => ({
            to: `?${new URLSearchParams({ ...Object.fromEntries(search), list: name }).toString()}`,
            words: t(name),
            isSelected: name === view,
            ...(name === 'running' && live.length > 0 && { count: live.length }),
          }))}
        />
        {today && <DayCount drawn={today} ended={ended} />}
      </div>
      {isGuest ? (
        <Empty icon="orders">{t('guest')}</Empty>
      ) : rows.length === 0 ? (
        <Empty icon="orders">{t(`no_${view}`)}</Empty>
      ) : (
        <OptionsList rows={rows} view={view} drawnAt={drawnAt} />
      )}
    </section>
  )
}

interface DayCountProps {
  readonly drawn: OptionCount
  readonly ended: readonly OptionRow[]
}

/** Orders settled today with their result; nothing before the first. Read again when an order ends. */
function DayCount({ drawn, ended }: DayCountProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const { load, data } = useFetcher<OptionCount>({ key: 'options-today' })
  const last = ended[0]?.orderNo
  const known = useRef({ last, length: ended.length })
  useEffect(() => {
    if (known.current.last === last && known.current.length === ended.length) return
    known.current = { last, length: ended.length }
    load('/orders/seconds/today')
  }, [last, ended.length, load])
  const { won, lost, even, result } = data ?? drawn
  if (won + lost + even === 0) return null
  const amount = decodeAmount(result)
  return (
    <p className="px-3 py-1 text-xs text-muted" data-testid="day-count">
      {t('day_count', { won: numbers.count(won), lost: numbers.count(lost) })}
      {even > 0 && ` · ${t('day_even', { even: numbers.count(even) })}`}{' '}
      <span className={amount > 0n ? 'text-up-text' : amount < 0n ? 'text-down-text' : ''}>
        <Hideable>
          {numbers.result(formatUnits(amount, 6))}
          {bound('USDT')}
        </Hideable>
      </span>
    </p>
  )
}
