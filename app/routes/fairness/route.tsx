// Options fairness page: rules, and daily totals that anyone can recompute from receipts.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HeldRounds } from '../../components/fairness/held-round'
import { LogWatch } from '../../components/fairness/log-watch'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import { CheckPanel } from './check'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Day = ReturnType<typeof useLoaderData<typeof loader>>['days'][number]

const RULES = ['rule_entry', 'rule_exit', 'rule_even', 'rule_same', 'rule_receipt'] as const

export default function Page() {
  const { texts, fairnessTexts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="options" texts={texts}>
      <FeatureWords namespace="fairness" texts={fairnessTexts}>
        <Fairness />
      </FeatureWords>
    </FeatureWords>
  )
}

function Fairness() {
  const { t } = useTranslation('options')
  const { t: tFairness } = useTranslation('fairness')
  const { title, days, sources, log } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const columns = useColumns()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('fairness_text')} />
      <section className="panel mx-3 mb-3 p-4 text-sm lg:mx-0">
        <h2 className="mb-2 font-semibold">{t('rules')}</h2>
        <ul className="grid list-disc gap-2 pl-5">
          {RULES.map((rule) => (
            <li key={rule}>{t(rule)}</li>
          ))}
        </ul>
        <p className="mt-3" data-figure="sources">
          {t('sources_live', { live: numbers.count(sources.live), all: numbers.count(sources.all) })}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-4">
          <Link to="/feeds" className="py-2 text-selected-text hover:underline">
            {t('feed')}
          </Link>
          <a href="/api/v1/options/receipts" className="py-2 text-selected-text hover:underline">
            {t('receipts_list')}
          </a>
          <Link to="/fairness/liabilities" className="py-2 text-selected-text hover:underline">
            {tFairness('liabilities_title')}
          </Link>
          <Link to="/fairness/rules" className="py-2 text-selected-text hover:underline">
            {tFairness('rules_title')}
          </Link>
        </p>
      </section>
      <CheckPanel logKey={log?.key ?? null} />
      <LogPanel />
      <HeldRounds />
      <section className="panel mx-3 overflow-hidden lg:mx-0">
        <div className="px-4 pt-4 text-sm">
          <h2 className="font-semibold">{t('by_day')}</h2>
          <p className="text-muted">{t('by_day_text')}</p>
        </div>
        {days.length === 0 ? (
          <Empty icon="orders">{t('no_days')}</Empty>
        ) : (
          <DataTable
            caption={t('by_day')}
            columns={columns}
            rows={days}
            keyOf={({ day, symbol, seconds }) => `${day} ${symbol} ${seconds}`}
          />
        )}
      </section>
    </div>
  )
}

/** Who signs the log, and the newest checkpoint; nothing where no log is kept. */
function LogPanel() {
  const { t } = useTranslation('options')
  const { log } = useLoaderData<typeof loader>()
  if (!log) return null
  return (
    <section className="panel mx-3 mb-3 grid gap-2 p-4 text-sm lg:mx-0">
      <h2 className="font-semibold">{t('log_title')}</h2>
      <p>{t('log_text')}</p>
      <h3 className="text-muted">{t('log_key')}</h3>
      <code className="text-2xs break-all" data-figure="log-key">
        {log.key}
      </code>
      <h3 className="text-muted">{t('log_checkpoint')}</h3>
      <p>
        <Moment at={log.at} />
      </p>
      <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0} data-figure="log-checkpoint">
        {log.checkpoint}
      </pre>
      <LogWatch checkpoint={log.checkpoint} />
      <p>
        <a href="/api/v1/log/checkpoint" className="inline-block py-2 text-selected-text hover:underline">
          {t('log_newest')}
        </a>
      </p>
    </section>
  )
}

function useColumns(): readonly Column<Day>[] {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const money = (text: string) => numbers.usdt(formatUnits(decodeAmount(text), 6))
  const number = (key: string, head: string, cell: Column<Day>['cell']): Column<Day> => ({
    key,
    head,
    isNumber: true,
    cell,
  })
  return [
    { key: 'pair', head: t('pair'), isTitle: true, cell: ({ symbol }) => symbol.replace('-', '/') },
    { key: 'day', head: t('day'), isAside: true, cell: ({ day }) => day },
    number('duration', t('duration'), ({ seconds }) => t('seconds', { count: seconds })),
    number('decided', t('decided'), ({ decided }) => numbers.count(decided)),
    number('staked', t('staked'), ({ staked }) => money(staked)),
    number('paid', t('paid_out'), ({ paid }) => money(paid)),
    number('percent', t('percent'), ({ staked, paid }) => {
      const all = decodeAmount(staked)
      return all === 0n ? '—' : numbers.percent(formatUnits(divideDown(decodeAmount(paid) * 10_000n, all), 2))
    }),
    number('evens', t('evens'), ({ evens }) => numbers.count(evens)),
    number('voids', t('voids'), ({ voids }) => numbers.count(voids)),
    number('on_time', t('on_time'), ({ decided, evens, voids, onTime }) => {
      const all = BigInt(decided + evens + voids)
      return all === 0n ? '—' : numbers.percent(formatUnits(divideDown(BigInt(onTime) * 10_000n, all), 2))
    }),
  ]
}
