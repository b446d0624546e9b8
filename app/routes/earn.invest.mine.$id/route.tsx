// Investment page: purchase, both outcomes while running, payout, receipts of order and fixing.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { breakEven, investPayout } from '#domain/invest/settlement'
import { type Amount, decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { BreakEvenChart } from '../../components/invest/break-even-chart'
import { featurePage } from '../../components/feature-words'
import { type Figure, FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('invest', Order)

function Order() {
  const { t } = useTranslation('invest')
  const { title, row, stage, fixingReceipt, isBought } = useLoaderData<typeof loader>()
  const links = [
    [row.receiptId, t('receipt')],
    [fixingReceipt, t('fixing_receipt')],
  ] as const
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <Pane title={title} backTo="/earn/invest/mine">
        {isBought && <Notice tone="good">{t('done_bought')}</Notice>}
        <p className="panel p-4 text-lg font-semibold">{t(`state_${stage}`)}</p>
        <Details />
        <nav className="flex flex-wrap gap-x-4 px-1 text-sm">
          {links.map(
            ([id, words]) =>
              id && (
                <Link key={id} to={`/receipts/${id}`} className="py-2 text-selected-text hover:underline">
                  {words}
                </Link>
              ),
          )}
          <Link to="/assets/bills?wallet=change" className="py-2 text-selected-text hover:underline">
            {t('bills')}
          </Link>
          <Link to="/earn/invest/help" className="py-2 text-selected-text hover:underline">
            {t('help_title')}
          </Link>
        </nav>
      </Pane>
    </div>
  )
}

function Details() {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const { row, base, quote } = useLoaderData<typeof loader>()
  const { series } = row
  const isCall = series.kind === 'call'
  const invested = isCall ? base : quote
  const figures = { ...series, amount: decodeAmount(row.amount), apr: rate(BigInt(series.apr)) }
  const price = (priceSteps: number) =>
    `${numbers.decimal(formatSteps(priceSteps, series.priceDecimals))}\u00a0${quote.code}`
  const money = (asset: typeof base, value: Amount) => (
    <Hideable>{`${numbers.amount(asset, value)}\u00a0${asset.code}`}</Hideable>
  )
  const strike = price(series.strike)
  const isRunning = row.state === 'purchased'
  const paidIn = row.paidAssetId === series.baseId ? base : quote
  const rows: readonly Figure[] = [
    { key: 'series', label: t('series'), value: series.name, isStrong: true },
    { key: 'kind', label: t('kind'), value: t(series.kind) },
    { key: 'shares', label: t('shares'), value: numbers.count(row.shares) },
    { key: 'amount', label: t('amount'), value: money(invested, figures.amount) },
    { key: 'apr', label: t('apr'), value: numbers.rate(figures.apr) },
    { key: 'holding', label: t('holding'), value: t('days', { count: series.days }) },
    { key: 'strike', label: t('strike'), value: strike },
    { key: 'accepted', label: t('accepted'), value: <Moment at={row.acceptedAt} /> },
    { key: 'matures', label: t('matures'), value: <Moment at={row.maturesAt} /> },
    ...(isRunning
      ? [
          { key: 'below', label: t('if_below', { price: strike }), value: money(base, investPayout(figures, 'coin')) },
          {
            key: 'otherwise',
            label: t('if_otherwise', { price: strike }),
            value: money(quote, investPayout(figures, 'quote')),
          },
          { key: 'break_even', label: t('break_even'), value: price(breakEven(figures)) },
        ]
      : []),
    ...(row.fixingSteps === null ? [] : [{ key: 'fixing', label: t('fixing'), value: price(row.fixingSteps) }]),
    ...(row.paid === null
      ? []
      : [{ key: 'paid', label: t('paid'), value: money(paidIn, decodeAmount(row.paid)), isStrong: true }]),
  ]
  return (
    <>
      <FigureList rows={rows} />
      {isRunning && (
        <div className="panel p-4">
          <BreakEvenChart numbers={figures} index={null} invested={invested.code} price={price} />
        </div>
      )}
    </>
  )
}
