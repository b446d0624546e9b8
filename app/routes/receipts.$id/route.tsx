// A receipt in words: what was decided, by which price, and why; with everything that is needed to check it.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatSteps } from '#domain/quotes/steps'
import { Result } from '../../components/futures-list'
import { FeatureWords } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="futures" texts={texts}>
      <Receipt />
    </FeatureWords>
  )
}

function Receipt() {
  const { t } = useTranslation('futures')
  const { id, body, receipt, isRight } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const { position, ticks, cause, lots, price, result } = receipt
  const [tick] = ticks
  const steps = (value: number | null) =>
    value === null ? '—' : numbers.decimal(formatSteps(value, position.priceDecimals))
  const rows: readonly (readonly [label: string, value: React.ReactNode])[] = [
    [t('pair'), position.symbol.replace('-', '/')],
    [t('receipt_why'), t(`cause_${cause}`)],
    [t('ticket'), `${t(position.direction)} · ${t(position.mode)}`],
    [t('lots'), numbers.count(lots === 0 ? position.lots : lots)],
    [t('entry'), steps(position.openSteps)],
    ...(cause === 'entry' ? [] : ([[t('closed_at_price'), steps(price)]] as const)),
    ...(cause === 'entry' ? [] : ([[t('result'), <Result key="result" value={result} />]] as const)),
    [t('stops'), `${steps(position.takeProfit)} / ${steps(position.stopLoss)}`],
    [t('receipt_tick'), tick ? numbers.decimal(tick.price) : '—'],
    [t('receipt_source'), tick?.source ?? '—'],
    [t('ended_at'), <Moment key="at" at={receipt.at} />],
    [
      t('receipt_hash'),
      <code key="hash" className="text-2xs break-all">
        {tick?.hash}
      </code>,
    ],
  ]
  return (
    <Pane title={t('receipt_title')} text={t('receipt_text')} backTo="/orders/futures">
      <Notice tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'receipt_right' : 'receipt_wrong')}</Notice>
      <dl className="panel grid gap-2 p-4 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="panel grid gap-2 p-4 text-sm">
        <h2 className="font-semibold">{t('receipt_check')}</h2>
        <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
          {`node verify.mjs ${id}.json`}
        </pre>
        <details>
          <summary className="min-h-11 py-2">{t('receipt_json')}</summary>
          <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
            {body}
          </pre>
        </details>
      </section>
    </Pane>
  )
}
