// Loan timeline, with receipts of liquidation sales.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount } from '#domain/money/amount'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function LoanTimeline() {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { asked, events, asset, isLookedAt } = useLoaderData<typeof loader>()
  return (
    <section className="panel p-4 lg:p-6">
      <h2 className="mb-3 font-semibold">{t('timeline')}</h2>
      <ol className="grid gap-4 text-sm" data-testid="loan-timeline">
        {events.map(({ id, kind, amount, receiptId, at }) => (
          <li key={id} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-3 font-medium">
              {t(`event_${kind}`)}
              {kind !== 'called' && (
                <Hideable>{`${numbers.amount(asset, decodeAmount(amount))}\u00a0${asset.code}`}</Hideable>
              )}
            </span>
            <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
              <Moment at={at} />
              {receiptId !== null && (
                <Link to={`/receipts/${receiptId}`} className="text-selected-text hover:underline">
                  {t('receipt')}
                </Link>
              )}
            </span>
          </li>
        ))}
        {(asked.state === 'refused' || asked.state === 'lapsed' || asked.state === 'cancelled') &&
          asked.decidedAt !== null && (
            <li className="grid gap-0.5">
              <span className="font-medium">{t(`event_${asked.state}`)}</span>
              <span className="text-xs text-muted">
                <Moment at={asked.decidedAt} />
              </span>
            </li>
          )}
        {asked.state === 'review' && (
          <li>
            <span className="text-muted">{t(isLookedAt ? 'event_review' : 'event_waits')}</span>
          </li>
        )}
        <li className="grid gap-0.5">
          <span className="font-medium">{t('event_asked')}</span>
          <span className="text-xs text-muted">
            <Moment at={asked.createdAt} />
          </span>
        </li>
      </ol>
    </section>
  )
}
