// Series page: terms, both outcomes compared with holding, purchase button.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INVEST_SOURCE, closesAt, daysUntil, investedAsset, shareSize } from '#domain/invest/series'
import { type Amount, decodeAmount } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { AskedForm } from '../../components/asked-form'
import { BreakEvenChart } from '../../components/invest/break-even-chart'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PayingWallet } from '../../components/wallet/paying-wallet'
import { PageHeader } from '../../components/page-header'
import { SeriesName } from '../../components/invest/series-list'
import { type PurchaseFigures, readPurchase } from '../../forms/invest'
import { SubmitOrLogIn } from '../../components/trade/submit-or-log-in'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Shares of the outcomes that are shown first. */
const ONE = '1'

export default featurePage('invest', SeriesPage)

function usePrice() {
  const numbers = useNumbers()
  const { series } = useLoaderData<typeof loader>()
  return (priceSteps: number) =>
    `${numbers.decimal(formatSteps(priceSteps, series.priceDecimals))}\u00a0${series.quote.code}`
}

function SeriesPage() {
  const { name, series } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-5xl pb-8 lg:px-5">
      <PageHeader title={<SeriesName series={series} />} text={name} backTo="/earn/invest" />
      <div className="grid items-start gap-4 px-4 lg:grid-cols-2 lg:px-0">
        <Terms />
        <PurchaseForm />
      </div>
    </div>
  )
}

function Terms() {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const price = usePrice()
  const { series, left, index, drawnAt } = useLoaderData<typeof loader>()
  const invested = investedAsset(series)
  return (
    <div className="grid gap-3">
      <p className="px-1 text-sm">{t(`${series.kind}_text`, { asset: series.base.code, other: series.quote.code })}</p>
      <FigureList
        rows={[
          { key: 'apr', label: t('apr'), value: numbers.rate(series.apr), isStrong: true },
          { key: 'strike', label: t('strike'), value: price(series.strike), isStrong: true },
          ...(index === null ? [] : [{ key: 'index', label: t('index'), value: price(index) }]),
          { key: 'matures', label: t('matures'), value: <Moment at={series.maturesAt} /> },
          {
            key: 'holding',
            label: t('holding'),
            value: t('days', { count: Math.max(0, daysUntil(series.maturesAt, drawnAt)) }),
          },
          { key: 'closes', label: t('closes'), value: <Moment at={closesAt(series)} /> },
          {
            key: 'share',
            label: t('share'),
            value: `${numbers.amount(invested, shareSize(series))}\u00a0${invested.code}`,
          },
          { key: 'left', label: t('left'), value: numbers.count(left) },
          { key: 'user_max', label: t('user_max'), value: numbers.count(series.userMax) },
        ]}
      />
      <p className="px-1 text-xs text-muted">{t('rule_fixing')}</p>
      <p className="px-1 text-xs text-muted">{t('rule_locked')}</p>
      <p className="px-1 text-xs text-muted">{t('risk')}</p>
    </div>
  )
}

function PurchaseForm() {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const { series, left, available, asked, commandId, drawnAt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [shares, setShares] = useState(answer?.fields['shares'] ?? asked)
  const invested = investedAsset(series)
  const own = available === null ? null : decodeAmount(available)
  const reading = readPurchase({ series, available: own, now: drawnAt }, shares)
  const money = (asset: { readonly scale: number; readonly code: string }, value: Amount) =>
    `${numbers.amount(asset, value)}\u00a0${asset.code}`
  const question = reading.figures && {
    title: t('buy_ask', { amount: money(invested, reading.figures.numbers.amount) }),
    text: t('buy_ask_text', {
      below: money(series.base, reading.figures.below),
      otherwise: money(series.quote, reading.figures.otherwise),
    }),
    yes: t('buy'),
  }
  // Before anything is typed, both outcomes are those of one share.
  const shown =
    shares.trim() === '' ? readPurchase({ series, available: null, now: drawnAt }, ONE).figures : reading.figures
  const isSold = series.isOpen && left > 0 && drawnAt < closesAt(series)
  return (
    <AskedForm question={reading.problem ? null : question} className="panel grid gap-4 p-4">
      {(isSending) => (
        <>
          <input type="hidden" name="commandId" value={commandId} />
          <input type="hidden" name="days" value={daysUntil(series.maturesAt, drawnAt)} />
          <Field
            label={t('shares')}
            name="shares"
            value={shares}
            placeholder={ONE}
            onChange={(event) => setShares(event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            hint={t('shares_hint', { max: numbers.count(Math.min(series.userMax, left)) })}
            problem={reading.problem ? words(reading.problem) : undefined}
          />
          <PayingWallet
            wallet={INVEST_SOURCE}
            asset={invested}
            available={own}
            needed={reading.figures?.numbers.amount ?? null}
          />
          {shown && <Figures figures={shown} />}
          {answer?.problem && !isSending && <Notice tone="bad">{answer.problem.text}</Notice>}
          {!isSold && <Notice tone="plain">{t('not_sold')}</Notice>}
          <SubmitOrLogIn words={t('buy')} calculate={t('calculate')} isSending={isSending} isClosed={!isSold} />
        </>
      )}
    </AskedForm>
  )
}

/** Both outcomes, above the button. */
function Figures({ figures }: { readonly figures: PurchaseFigures }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const price = usePrice()
  const { series, index } = useLoaderData<typeof loader>()
  const invested = investedAsset(series)
  const strike = price(series.strike)
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-3">
      <FigureList
        className="text-xs"
        rows={[
          {
            key: 'amount',
            label: t('amount'),
            value: `${numbers.amount(invested, figures.numbers.amount)}\u00a0${invested.code}`,
          },
          {
            key: 'below',
            label: t('if_below', { price: strike }),
            value: `${numbers.amount(series.base, figures.below)}\u00a0${series.base.code}`,
            isStrong: true,
          },
          {
            key: 'otherwise',
            label: t('if_otherwise', { price: strike }),
            value: `${numbers.amount(series.quote, figures.otherwise)}\u00a0${series.quote.code}`,
            isStrong: true,
          },
          { key: 'break_even', label: t('break_even'), value: price(figures.breakEven) },
        ]}
      />
      <BreakEvenChart numbers={figures.numbers} index={index} invested={invested.code} price={price} />
    </div>
  )
}
