// Loan terms, eligibility and questions.

import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LOAN_VIP_MIN } from '#domain/loan/terms'
import { rate, yearly } from '#domain/money/rate'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { vipLevel } from '#domain/promotion/vip'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { Icon } from '../../components/icon'
import { Thresholds } from '../../components/loan/margin-panel'
import { Notice } from '../../components/notice'
import { useNumbers } from '../../text/numbers'
import { pathAway } from '../../visitor/turning-away'
import type { loader } from './data.server'

type Term = ReturnType<typeof useLoaderData<typeof loader>>['terms'][number]

/** Writes a worth of whole USDT. */
export function useWhole(): (worth: bigint) => string {
  const numbers = useNumbers()
  return (worth) => numbers.decimal(trimZeros(formatUnits(worth, VALUE_SCALE)))
}

export function TermsTab() {
  const { t } = useTranslation('loan')
  const { terms } = useLoaderData<typeof loader>()
  return (
    <>
      <Entitlement />
      <section className="panel grid gap-3 p-4 lg:p-6">
        <h2 className="font-semibold">{t('thresholds_title')}</h2>
        <p className="text-sm text-muted">{t('thresholds_text')}</p>
        <Thresholds />
      </section>
      <section className="grid gap-3">
        <h2 className="px-1 font-semibold">{t('terms_title')}</h2>
        <p className="px-1 text-sm text-muted">{t('hour_begun')}</p>
        <div className="grid gap-3 md:grid-cols-2">
          {[...new Set(terms.map(({ asset }) => asset.code))].map((code) => (
            <TermsOf key={code} code={code} terms={terms.filter(({ asset }) => asset.code === code)} />
          ))}
        </div>
      </section>
    </>
  )
}

/** Terms of one asset, one row each. */
function TermsOf({ code, terms }: { readonly code: string; readonly terms: readonly Term[] }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const lowest = terms.reduce(
    (low, { dailyRate }) => (dailyRate < low ? dailyRate : low),
    terms[0]?.dailyRate ?? rate(0n),
  )
  const head = 'pb-1 text-right align-bottom text-xs font-normal text-muted not-first:pl-2 first:text-left'
  const cell = 'py-1.5 text-right tabular-nums not-first:pl-2 first:text-left'
  return (
    <details className="group panel px-4">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-2">
        <span className="font-semibold">{code}</span>
        <span className="text-sm text-muted">
          {t('apr')} {numbers.rate(yearly(lowest))} · {t('daily_rate')} {numbers.rate(lowest)}
        </span>
        <Icon name="down" className="ml-auto size-4 shrink-0 text-muted transition group-open:rotate-180" />
      </summary>
      <table className="mb-3 w-full text-sm [&_tbody]:divide-y [&_tbody]:divide-line">
        <caption className="sr-only">{code}</caption>
        <thead>
          <tr>
            {(['days', 'daily_rate', 'late_rate', 'offered'] as const).map((key) => (
              <th key={key} scope="col" className={head}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {terms.map(({ id, days, dailyRate, lateRate, isOpen }) => (
            <tr key={id}>
              <td className={cell}>{numbers.count(days)}</td>
              <td className={cell}>{numbers.rate(dailyRate)}</td>
              <td className={cell}>{numbers.rate(lateRate)}</td>
              <td className={cell}>{t(isOpen ? 'open' : 'closed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

interface EntitlementProps {
  /** Beside other content: a badge, which unfolds to a full line. */
  readonly isBeside?: boolean
}

/** Eligibility: requirements, and the missing ones for this user. */
export function Entitlement({ isBeside = false }: EntitlementProps) {
  const { t } = useTranslation('loan')
  const { borrower, mayBorrow } = useLoaderData<typeof loader>()
  const location = useLocation()
  const volume = useWhole()(vipLevel(LOAN_VIP_MIN).volumeMin)
  const link = 'py-2 text-selected-text underline'
  if (borrower && mayBorrow && borrower.identity > 0)
    return isBeside ? <Badge tone="good">{t('entitled')}</Badge> : <Notice tone="good">{t('entitled')}</Notice>
  return (
    <details className={`group text-sm ${isBeside ? 'ml-auto min-w-0 text-right open:w-full' : 'panel px-4 lg:px-6'}`}>
      <summary
        className={`flex min-h-12 cursor-pointer ${isBeside ? 'flex-col items-end gap-1' : 'flex-wrap items-center gap-x-3 py-2'}`}
      >
        <Badge>{t('not_entitled')}</Badge>
        <span className={`text-selected-text ${isBeside ? 'inline-flex min-h-6 items-center gap-1' : 'contents'}`}>
          {t('what_is_needed')}
          <Icon name="down" className="ml-auto size-4 shrink-0 transition group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid gap-2 pb-4 text-left">
        <p>{t('who_text', { level: LOAN_VIP_MIN })}</p>
        {borrower ? (
          <ul className="grid list-disc gap-1 pl-5">
            {borrower.identity === 0 && (
              <li>
                <Link to={pathAway({ type: '998', message: '' }, location)} className={link}>
                  {t('way_identity')}
                </Link>
              </li>
            )}
            {!mayBorrow && (
              <>
                <li>
                  {t('way_vip', { level: LOAN_VIP_MIN, volume, own: borrower.level })}{' '}
                  <Link to="/settings/vip" className={link}>
                    {t('way_vip_link')}
                  </Link>
                </li>
                <li>
                  {t('way_professional')}{' '}
                  <Link to="/contact" className={link}>
                    {t('way_professional_link')}
                  </Link>
                </li>
              </>
            )}
          </ul>
        ) : (
          <p>
            <ButtonLink to={pathAway({ type: '999', message: '' }, location)} size="sm">
              {t('log_in')}
            </ButtonLink>
          </p>
        )}
      </div>
    </details>
  )
}

const QUESTIONS = ['margin', 'review', 'interest', 'repay', 'call', 'sale', 'late'] as const

export function QuestionsTab() {
  const { t } = useTranslation('loan')
  return (
    <div className="panel divide-y divide-line">
      {QUESTIONS.map((key) => (
        <details key={key} className="px-4 lg:px-6">
          <summary className="min-h-11 py-3 font-medium">{t(`question_${key}`)}</summary>
          <p className="pb-4 text-sm text-muted">{t(`answer_${key}`)}</p>
        </details>
      ))}
    </div>
  )
}
