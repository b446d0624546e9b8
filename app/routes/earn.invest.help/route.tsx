// Investment help: examples computed by the payout functions, and the latest fixings with receipts.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type InvestNumbers, breakEven, investPayout } from '#domain/invest/settlement'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { BreakEvenChart } from '../../components/invest/break-even-chart'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { DataTable } from '../../components/data-table'
import { Moment } from '../../components/moment'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const [BTC, USDT] = [
  { code: 'BTC', scale: 8 },
  { code: 'USDT', scale: 6 },
]
const SHARED = { strike: 700_000, apr: rate(36_500_000n), days: 7, baseScale: 8, quoteScale: 6, priceDecimals: 1 }
/** Examples with ten shares: one coin, and its cost at the strike. */
const EXAMPLES = {
  call: { ...SHARED, kind: 'call', amount: amount(100_000_000n) },
  put: { ...SHARED, kind: 'put', amount: amount(70_000_000_000n) },
} as const satisfies Readonly<Record<string, InvestNumbers>>

export default featurePage('invest', Help)

function Help() {
  const { t } = useTranslation('invest')
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <Pane title={t('help_title')} text={t('intro')} backTo="/earn/invest">
        <div className="panel grid gap-2 p-4 text-sm">
          <p>{t('rule_fixing')}</p>
          <p>{t('rule_locked')}</p>
          <p>{t('risk')}</p>
        </div>
        <Example numbers={EXAMPLES.call} />
        <Example numbers={EXAMPLES.put} />
        <Fixings />
      </Pane>
    </div>
  )
}

function Example({ numbers: figures }: { readonly numbers: InvestNumbers }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const invested = figures.kind === 'call' ? BTC : USDT
  const price = (priceSteps: number) => `${numbers.decimal(formatSteps(priceSteps, figures.priceDecimals))}\u00a0USDT`
  const strike = price(figures.strike)
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t(`example_${figures.kind}`)}</h2>
      <p className="text-xs text-muted">{t('example_text')}</p>
      <p className="text-sm">{t(`${figures.kind}_text`, { asset: 'BTC', other: 'USDT' })}</p>
      <FigureList
        className="text-sm"
        rows={[
          {
            key: 'amount',
            label: t('amount'),
            value: `${numbers.amount(invested, figures.amount)}\u00a0${invested.code}`,
          },
          { key: 'strike', label: t('strike'), value: strike },
          { key: 'apr', label: t('apr'), value: numbers.rate(figures.apr) },
          {
            key: 'below',
            label: t('if_below', { price: strike }),
            value: `${numbers.amount(BTC, investPayout(figures, 'coin'))}\u00a0BTC`,
          },
          {
            key: 'otherwise',
            label: t('if_otherwise', { price: strike }),
            value: `${numbers.amount(USDT, investPayout(figures, 'quote'))}\u00a0USDT`,
          },
          { key: 'break_even', label: t('break_even'), value: price(breakEven(figures)) },
        ]}
      />
      <BreakEvenChart numbers={figures} index={null} invested={invested.code} price={price} />
    </section>
  )
}

function Fixings() {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const { fixings } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="p-4 font-semibold">{t('recent_fixings')}</h2>
      {fixings.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('no_fixings')}</p>
      ) : (
        <DataTable
          caption={t('recent_fixings')}
          rows={fixings}
          keyOf={({ symbol, at }) => `${symbol}@${at}`}
          columns={[
            { key: 'symbol', head: t('coin'), isTitle: true, cell: ({ symbol }) => symbol.replace('-', '/') },
            {
              key: 'fixing',
              head: t('fixing'),
              isNumber: true,
              isWide: true,
              cell: ({ steps, priceDecimals }) =>
                steps === null ? t('no_tick') : numbers.decimal(formatSteps(steps, priceDecimals)),
            },
            { key: 'at', head: t('matures'), isWide: true, cell: ({ at }) => <Moment at={at} /> },
            {
              key: 'receipt',
              head: t('receipt'),
              cell: ({ receiptId }) =>
                receiptId && (
                  <Link to={`/receipts/${receiptId}`} className="text-selected-text hover:underline">
                    {t('receipt')}
                  </Link>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}
