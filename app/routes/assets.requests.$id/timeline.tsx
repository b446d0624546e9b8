// Timeline of a request: past steps with times, and the next step.

import { useTranslation } from 'react-i18next'
import type { FundsRecord } from '#services/funds/records'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'

interface Stage {
  readonly key: string
  readonly words: string
  /** Null while the step is pending. */
  readonly at: number | null
  readonly tone: 'done' | 'now' | 'bad'
}

export function Timeline({ record }: { readonly record: FundsRecord }) {
  const { t } = useTranslation('funds')
  return (
    <section className="panel p-4 lg:p-6">
      <h2 className="mb-3 font-semibold">{t('timeline')}</h2>
      <ol className="grid gap-4">
        {useStages(record).map((stage) => (
          <li key={stage.key} className="flex items-start gap-3 text-sm">
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full ${
                stage.tone === 'bad'
                  ? 'bg-bad/12 text-bad-text'
                  : stage.tone === 'done'
                    ? 'bg-good/12 text-good-text'
                    : 'bg-raised text-muted'
              }`}
            >
              <Icon
                name={stage.tone === 'bad' ? 'close' : stage.tone === 'done' ? 'check' : 'clock'}
                className="size-4"
              />
            </span>
            <span className="min-w-0 flex-1">
              <span className={stage.tone === 'now' ? 'text-muted' : 'font-medium'}>{stage.words}</span>
              {stage.at !== null && (
                <span className="block text-xs text-muted">
                  <Moment at={stage.at} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function useStages(record: FundsRecord): readonly Stage[] {
  const { t } = useTranslation('funds')
  const { state, type, kind, createdAt, reviewedAt, settledAt } = record
  const isOver = state === 'passed' || state === 'failed' || state === 'cancelled'
  const isApproved = state === 'approved' || state === 'signing' || state === 'sent'
  const begun: Stage = {
    key: 'begun',
    words: t(kind === 'chain' ? 'stage_seen' : 'stage_asked'),
    at: createdAt,
    tone: 'done',
  }
  const waiting: Stage[] = []
  if (kind === 'chain')
    waiting.push({
      key: 'confirming',
      words: t('stage_confirming'),
      at: null,
      tone: state === 'confirming' ? 'now' : 'done',
    })
  if (reviewedAt !== null && state !== 'cancelled')
    // `reviewedAt` is the start of the review; its end is shown by the outcome.
    waiting.push({ key: 'review', words: t('stage_review'), at: null, tone: isOver || isApproved ? 'done' : 'now' })
  if (isApproved || (type === 'withdrawal' && state === 'passed'))
    waiting.push(
      {
        key: 'approved',
        words: t('stage_withdrawal_approved'),
        at: null,
        tone: state === 'approved' || state === 'signing' ? 'now' : 'done',
      },
      ...(state === 'sent' ? [{ key: 'sent', words: t('stage_withdrawal_sent'), at: null, tone: 'now' } as const] : []),
    )
  const end: Stage = isOver
    ? { key: 'end', words: t(`stage_${type}_${state}`), at: settledAt, tone: state === 'passed' ? 'done' : 'bad' }
    : { key: 'end', words: t(`stage_${type}_passed`), at: null, tone: 'now' }
  return [begun, ...waiting, end]
}
