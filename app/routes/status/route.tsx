// Public status page: each part of the site now and over ninety days.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { useColon } from '../../text/colon'
import { dateWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Part = ReturnType<typeof useLoaderData<typeof loader>>['parts'][number]

export default featurePage('status', Status)

function Status() {
  const { t } = useTranslation('status')
  const { title, parts, lookedAt } = useLoaderData<typeof loader>()
  const isUnknown = parts.some(({ isGood }) => isGood === null)
  const isGood = parts.every((part) => part.isGood)
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('text')} />
      <div className="mb-3 px-4 lg:px-0">
        <Notice tone={isGood ? 'good' : 'bad'}>
          {t(isUnknown ? 'all_unknown' : isGood ? 'all_good' : 'some_bad')}
        </Notice>
      </div>
      {parts.map((part) => (
        <PartRow key={part.part} part={part} />
      ))}
      <p className="px-4 text-xs text-muted lg:px-0">
        {t('days_utc')}
        {lookedAt !== null && (
          <>
            {' '}
            {t('looked')} <Moment at={lookedAt} />
          </>
        )}
      </p>
    </div>
  )
}

const FILL = { good: 'fill-good', short: 'fill-brand', long: 'fill-bad', unknown: 'fill-line-strong' } as const
const STEP = 10

function PartRow({ part: { part, isGood, uptime, days } }: { readonly part: Part }) {
  const { t } = useTranslation('status')
  const withColon = useColon()
  const numbers = useNumbers()
  const { language } = useSite()
  const dayOf = (at: number): string => dateWords(at, { offset: 0, language })
  const faults = days.filter(({ state }) => state === 'short' || state === 'long')
  const share = uptime === null ? '—' : numbers.percent(String(uptime / 100))
  const first = days.at(0)
  return (
    <section className="panel mb-3 p-4 max-lg:rounded-none max-lg:border-x-0">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{t(`part_${part}`)}</h2>
        <Badge tone={isGood === null ? 'plain' : isGood ? 'good' : 'bad'}>
          {t(isGood === null ? 'unknown' : isGood ? 'good' : 'bad')}
        </Badge>
      </div>
      <svg
        viewBox={`0 0 ${days.length * STEP} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${withColon(t('uptime'))}${share}`}
        className="mt-3 h-9 w-full"
      >
        {days.map(({ at, state }, index) => (
          <rect key={at} x={index * STEP + 1} y="0" width={STEP - 2} height="100" rx="2" className={FILL[state]}>
            <title>{`${withColon(dayOf(at))}${t(`day_${state}`)}`}</title>
          </rect>
        ))}
      </svg>
      <p className="mt-1 flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span>{first && dayOf(first.at)}</span>
        <span>
          {withColon(t('uptime'))}
          {share}
        </span>
        <span>{t('today')}</span>
      </p>
      {faults.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="min-h-11 cursor-pointer content-center text-selected-text">
            {t('faults', { days: numbers.count(faults.length) })}
          </summary>
          <ul className="mt-1 grid gap-1 text-muted tabular-nums">
            {faults.toReversed().map(({ at, minutes }) => (
              <li key={at}>
                {withColon(dayOf(at))}
                {t('minutes', { minutes: numbers.count(minutes) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
