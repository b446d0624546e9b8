// Conditional orders as a table on desktop and cards on a phone: waiting orders, and ended orders with their outcome.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { trailTrigger } from '#domain/conditional/triggers'
import { trailOf } from '#domain/conditional/receipt'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { ConditionalRow } from '#party/protocol/conditional'
import { bound } from '../../text/money'
import { type Numbers, useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import { buttonClass } from '../button'
import { type Column, DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'
import { OrderForm, type OrderForms } from '../spot/order-forms'

/** Number of open orders; a limit order and its linked stop count as one. */
export function countOrders(
  open: readonly { readonly orderNo: number }[],
  waiting: readonly Pick<ConditionalRow, 'kind' | 'linkedNo'>[],
): number {
  const legs = new Set(waiting.flatMap(({ kind, linkedNo }) => (kind === 'oco' ? [linkedNo] : [])))
  return open.filter(({ orderNo }) => !legs.has(orderNo)).length + waiting.length
}

interface Paired {
  readonly row: ConditionalRow
  readonly pair: Pair
}

interface ConditionalListProps {
  readonly rows: readonly ConditionalRow[]
  readonly pairs: ReadonlyMap<string, Pair>
  /** Cancel forms; absent for ended orders. */
  readonly forms?: OrderForms
}

export function ConditionalList({ rows, pairs, forms }: ConditionalListProps) {
  const { t } = useTranslation('conditional')
  const columns = useColumns(forms === undefined)
  const paired = rows.flatMap((row): Paired[] => {
    const pair = pairs.get(row.symbol)
    return pair ? [{ row, pair }] : []
  })
  return (
    <DataTable
      caption={t(forms ? 'waiting_title' : 'ended_title')}
      rows={paired}
      columns={columns}
      keyOf={({ row }) => `c${row.conditionalNo}`}
      {...(forms && { end: ({ row }: Paired) => <Cancel forms={forms} row={row} /> })}
    />
  )
}

function Cancel({ forms, row }: { readonly forms: OrderForms; readonly row: ConditionalRow }) {
  const { t } = useTranslation('conditional')
  const { t: tSpot } = useTranslation('spot')
  // Once the trigger price is reached, the order is being placed and can no longer be cancelled.
  if (row.state !== 'waiting' && row.state !== 'live') return null
  const isSending = forms.fetcher.formData?.get('orderNo') === String(row.conditionalNo)
  return (
    <OrderForm forms={forms} intent="cancel_conditional" orderNo={row.conditionalNo}>
      <button
        aria-disabled={isSending}
        aria-label={t('cancel_order', { order: row.conditionalNo })}
        className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:w-auto lg:px-2`}
      >
        {tSpot('cancel')}
      </button>
    </OrderForm>
  )
}

function useColumns(isEnded: boolean): readonly Column<Paired>[] {
  const { t } = useTranslation('conditional')
  const { t: tSpot } = useTranslation('spot')
  const numbers = useNumbers()
  const rest: readonly Column<Paired>[] = isEnded
    ? [
        {
          key: 'fired_price',
          head: t('fired_price'),
          isIdle: ({ row }) => row.firedAt === null,
          cell: ({ row }) =>
            row.firedSteps === null ? '—' : numbers.decimal(formatSteps(row.firedSteps, row.priceDecimals)),
          isNumber: true,
        },
        {
          key: 'receipt',
          head: t('receipt'),
          isIdle: ({ row }) => row.receiptId === null,
          cell: ({ row }) => <Receipt row={row} />,
        },
      ]
    : [
        {
          key: 'held',
          head: t('held'),
          isNumber: true,
          isIdle: ({ row }) => row.held === '0' && row.kind !== 'oco',
          cell: (each) => <Held {...each} />,
        },
      ]
  return [
    { key: 'pair', head: tSpot('pair'), isTitle: true, cell: ({ row, pair }) => <Title row={row} pair={pair} /> },
    { key: 'accepted_at', head: tSpot('opened_at'), isAside: true, cell: ({ row }) => <Moment at={row.acceptedAt} /> },
    {
      key: 'condition',
      head: t('condition'),
      isWide: true,
      cell: ({ row, pair }) => <Condition row={row} pair={pair} />,
    },
    {
      key: 'sends',
      head: t('sends'),
      cell: ({ row, pair }) =>
        row.limitTicks === null ? t('sends_market') : t('cond_limit', { price: numbers.price(pair, row.limitTicks) }),
    },
    {
      key: 'quantity',
      head: tSpot('quantity'),
      isNumber: true,
      isIdle: isUnsized,
      cell: (each) => sizeText(numbers, each),
    },
    ...rest,
    { key: 'state', head: tSpot('state'), isWide: true, cell: ({ row }) => <StateWords row={row} /> },
  ]
}

/** Exit attached to an entry order without fills: its size is still unknown. */
const isUnsized = ({ row }: Paired): boolean => row.lots === 0 && row.budget === null

const sizeText = (numbers: Numbers, { row, pair }: Paired): string =>
  row.budget === null
    ? numbers.quantity(pair, row.lots)
    : numbers.storedAmount(pair.quote, row.budget) + bound(pair.quote.code)

/** Held amount. In an OCO pair the limit order in the book holds all funds. */
function Held({ row, pair }: Paired) {
  const { t } = useTranslation('conditional')
  const numbers = useNumbers()
  if (row.kind === 'oco' && row.held === '0') return <span>{t('held_by_leg', { order: row.linkedNo ?? '' })}</span>
  const asset = row.assetId === pair.base.id ? pair.base : pair.quote
  return <Hideable>{numbers.storedAmount(asset, row.held) + bound(asset.code)}</Hideable>
}

function Title({ row, pair }: Paired) {
  const { t } = useTranslation('conditional')
  const { t: tSpot } = useTranslation('spot')
  return (
    <span className="inline-grid">
      <Link to={`/trade/spot/${row.symbol}`} className="font-medium hover:text-selected-text">
        {`${pair.base.code}/${pair.quote.code}`}
      </Link>
      <span className="text-xs font-normal">
        <span className={row.side === 'buy' ? 'text-up-text' : 'text-down-text'}>{tSpot(row.side)}</span>
        <span className="text-muted"> {t(`kind_${row.kind}`)}</span>
      </span>
    </span>
  )
}

function Condition({ row, pair }: Paired) {
  const { t } = useTranslation('conditional')
  const numbers = useNumbers()
  const formatPrice = (value: number) => numbers.decimal(formatSteps(value, row.priceDecimals))
  const trail = trailOf({ ...row, trailRate: row.trailRate === null ? null : BigInt(row.trailRate) })
  const trigger = trailTrigger({ ...row, trail })
  const distance =
    row.trailRate === null
      ? formatPrice(row.trailSteps ?? 0)
      : numbers.percent(formatPercentTrimmed(rate(BigInt(row.trailRate))))
  const words = [
    ...(row.legTicks === null ? [] : [t('cond_limit', { price: numbers.price(pair, row.legTicks) })]),
    ...(row.profitSteps === null ? [] : [t('cond_take_profit', { price: formatPrice(row.profitSteps) })]),
    ...(row.stopSteps === null ? [] : [t('cond_stop', { price: formatPrice(row.stopSteps) })]),
    ...(trail
      ? [
          trigger === null || row.bestSteps === null
            ? t('cond_trailing_new', { distance })
            : t('cond_trailing', { distance, best: formatPrice(row.bestSteps), price: formatPrice(trigger) }),
        ]
      : []),
  ]
  return <span className="whitespace-normal">{words.join(' · ')}</span>
}

function StateWords({ row }: { readonly row: ConditionalRow }) {
  const { t } = useTranslation('conditional')
  const refusalWords = useRefusalWords()
  const { end, refusal, refusalFacts } = row
  return (
    <span>
      {t(`state_${row.state}`)}
      {end !== null && end !== 'user' && <span className="block text-muted">{t(`end_${end}`)}</span>}
      {refusal !== null && (
        <span className="block max-w-64 whitespace-normal text-muted">
          {refusalWords({ code: refusal, facts: refusalFacts })}
        </span>
      )}
    </span>
  )
}

function Receipt({ row }: { readonly row: ConditionalRow }) {
  const { t } = useTranslation('conditional')
  if (row.receiptId === null) return '—'
  return (
    <Link to={`/receipts/${row.receiptId}`} className="text-selected-text hover:underline">
      {t('receipt')}
    </Link>
  )
}
