// Options as a table on desktop and cards on a phone: running orders with remaining time, ended orders with their
// outcome.

import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, ZERO, add, decodeAmount, formatUnits, subtract } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import { useNumbers } from '../../text/numbers'
import { Badge } from '../badge'
import { Countdown } from '../countdown'
import { type Column, DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

export const OPTION_VIEWS = ['running', 'history'] as const
type OptionView = (typeof OPTION_VIEWS)[number]

/** Options are staked in USDT. */
const SCALE = 6

/** Result of settlement; negative for a loss. */
export const optionResult = ({ stake, fee, paid }: OptionRow): Amount =>
  paid === null ? ZERO : subtract(decodeAmount(paid), add(decodeAmount(stake), decodeAmount(fee)))

/** Locale key of an ended order's outcome. */
export const stateKey = ({ outcome, state }: OptionRow) =>
  outcome !== null ? (`outcome_${outcome}` as const) : state === 'void' ? 'outcome_void' : 'outcome_called_off'

interface OptionsListProps {
  readonly rows: readonly OptionRow[]
  readonly view: OptionView
  /** Server time (ms) at rendering. */
  readonly drawnAt: number
}

export function OptionsList({ rows, view, drawnAt }: OptionsListProps) {
  const { t } = useTranslation('options')
  const columns = useColumns(view, drawnAt)
  return <DataTable caption={t(view)} columns={columns} rows={rows} keyOf={({ orderNo }) => String(orderNo)} />
}

function useColumns(view: OptionView, drawnAt: number): readonly Column<OptionRow>[] {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const price = (row: OptionRow, priceSteps: number | null) =>
    priceSteps === null ? '—' : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const number = (key: string, head: string, cell: Column<OptionRow>['cell']): Column<OptionRow> => ({
    key,
    head,
    isNumber: true,
    cell,
  })
  const title: Column<OptionRow> = { key: 'pair', head: t('pair'), isTitle: true, cell: (row) => <Title row={row} /> }
  const stake = number('stake', t('stake'), (row) => (
    <Hideable>{numbers.usdt(formatUnits(decodeAmount(row.stake), SCALE))}</Hideable>
  ))
  const duration = number('duration', t('duration'), ({ seconds }) => t('seconds', { count: seconds }))
  const entry = number('entry', t('entry'), (row) => price(row, row.entrySteps))
  if (view === 'running')
    return [title, stake, duration, entry, number('left', t('left'), (row) => <Left row={row} drawnAt={drawnAt} />)]
  return [
    title,
    { key: 'state', head: t('state'), isAside: true, cell: (row) => t(stateKey(row)) },
    stake,
    duration,
    entry,
    number('exit', t('exit'), (row) => price(row, row.exitSteps)),
    number('result', t('result'), (row) => <OptionResult row={row} />),
    {
      key: 'ended_at',
      head: t('ended_at'),
      isWide: true,
      cell: (row) => (row.endedAt === null ? '' : <Moment at={row.endedAt} />),
    },
    {
      key: 'details',
      head: t('details'),
      cell: ({ orderNo }) => (
        <Link to={`/orders/seconds/${orderNo}`} className="text-selected-text hover:underline">
          {t('details')}
        </Link>
      ),
    },
  ]
}

function Title({ row }: { readonly row: OptionRow }) {
  const { t } = useTranslation('options')
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Link to={`/trade/options/${row.symbol}`} className="hover:underline">
        {row.symbol.replace('-', '/')}
      </Link>
      <Badge tone={row.direction === 'rise' ? 'up' : 'down'}>{t(row.direction)}</Badge>
    </span>
  )
}

/** Remaining time of a running order. */
export function Left({ row, drawnAt }: { readonly row: OptionRow; readonly drawnAt: number }) {
  const { t } = useTranslation('options')
  if (row.dueAt === null || row.entryAt === null) return t('waiting_entry')
  // An order opened after the page was rendered counts down from its own entry time.
  return <Running dueAt={row.dueAt} now={Math.max(row.entryAt, drawnAt)} />
}

function Running({ dueAt, now: from }: { readonly dueAt: number; readonly now: number }) {
  const { t } = useTranslation('options')
  const [now] = useState(from)
  return <Countdown endsAt={dueAt} now={now} label={t('left')} />
}

/** Won or lost: sign and colour together. */
export function OptionResult({ row }: { readonly row: OptionRow }) {
  const numbers = useNumbers()
  if (row.paid === null) return '—'
  const units = optionResult(row)
  return (
    <Hideable>
      <span className={units < 0n ? 'text-bad-text' : units > 0n ? 'text-good-text' : ''}>
        {numbers.result(formatUnits(units, SCALE))}
      </span>
    </Hideable>
  )
}
