// Timeline of a fiat order: past steps with times, and the next step.

import { useTranslation } from 'react-i18next'
import { shownBuyState } from '#domain/buy/terms'
import type { BuyOrder } from '#services/buy/orders'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'

type Dated = Pick<BuyOrder, 'state' | 'createdAt' | 'payUntil' | 'paidAt' | 'settledAt'>

interface Stage {
  readonly key: 'made' | 'paid' | 'done' | 'expired' | 'unpaid' | 'cancelled' | 'failed' | 'refused' | 'refunded'
  /** Null while the step is pending. */
  readonly at: number | null
  readonly tone: 'done' | 'now' | 'bad'
}

const LOOKS = {
  bad: { className: 'bg-bad/12 text-bad-text', icon: 'close' },
  done: { className: 'bg-good/12 text-good-text', icon: 'check' },
  now: { className: 'bg-raised text-muted', icon: 'clock' },
} as const

export function Timeline({ order }: { readonly order: Dated }) {
  const { t } = useTranslation('buy')
  return (
    <section className="panel p-4 lg:p-6">
      <h2 className="mb-3 font-semibold">{t('timeline')}</h2>
      <ol className="grid gap-4">
        {stagesOf(order).map(({ key, at, tone }) => (
          <li key={key} className="flex items-start gap-3 text-sm">
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full ${LOOKS[tone].className}`}
            >
              <Icon name={LOOKS[tone].icon} className="size-4" />
            </span>
            <span className="min-w-0 flex-1">
              <span className={tone === 'now' ? 'text-muted' : 'font-medium'}>{t(`stage_${key}`)}</span>
              {at !== null && (
                <span className="block text-xs text-muted">
                  <Moment at={at} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stagesOf(order: Dated): readonly Stage[] {
  const { createdAt, paidAt, settledAt } = order
  const state = shownBuyState(order)
  const made: Stage = { key: 'made', at: createdAt, tone: 'done' }
  if (state === 'expired' || state === 'unpaid' || state === 'cancelled')
    return [made, { key: state, at: settledAt, tone: 'bad' }]
  // The provider reported a failed payment.
  if (state === 'refused' && paidAt === null) return [made, { key: 'failed', at: settledAt, tone: 'bad' }]
  const paid: Stage = { key: 'paid', at: paidAt, tone: paidAt === null ? 'now' : 'done' }
  switch (state) {
    case 'refused':
      return [made, paid, { key: 'refused', at: settledAt, tone: 'bad' }]
    case 'refunded':
      return [made, paid, { key: 'refunded', at: settledAt, tone: 'bad' }]
    default:
      return [made, paid, { key: 'done', at: settledAt, tone: state === 'done' ? 'done' : 'now' }]
  }
}
