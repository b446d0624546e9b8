// Insurance fund page: liquidation income and covered losses of futures and loans, and futures open interest per side.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatAmount, total } from '#domain/money/amount'
import { type Column, DataTable } from '../../components/data-table'
import { FigureList } from '../../components/figure-list'
import { featurePage } from '../../components/feature-words'
import { Result } from '../../components/futures/futures-list'
import { FundChange, InsuranceList } from '../../components/futures/insurance-list'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default featurePage('futures', Insurance)

function Insurance() {
  const { t } = useTranslation('futures')
  const { title, rows, loans, entries, page } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const money = (row: Row, text: string) => numbers.usdt(formatAmount(row.quote, decodeAmount(text)))
  const column = (key: 'long' | 'short', head: string): Column<Row> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => money(row, row[key]),
  })
  const columns: readonly Column<Row>[] = [
    { key: 'pair', head: t('pair'), isTitle: true, cell: ({ symbol }) => symbol.replace('-', '/') },
    { key: 'fund', head: t('insurance_balance'), isNumber: true, cell: (row) => <Result value={row.insurance} /> },
    column('long', t('insurance_long')),
    column('short', t('insurance_short')),
    {
      key: 'most',
      head: t('insurance_most'),
      isNumber: true,
      cell: (row) => money(row, row.most),
    },
  ]
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('insurance_text')} />
      <p className="px-4 pb-3 text-lg font-semibold lg:px-0">
        {t('insurance_total')} <Result value={total(rows.map(({ insurance }) => decodeAmount(insurance))).toString()} />{' '}
        USDT
      </p>
      <div className="panel max-lg:rounded-none max-lg:border-x-0">
        <DataTable caption={title} columns={columns} rows={rows} keyOf={({ symbol }) => symbol} />
      </div>
      <section className="panel mt-3 px-4 py-4 max-lg:rounded-none max-lg:border-x-0">
        <h2 className="text-sm font-semibold">{t('insurance_loans')}</h2>
        <p className="mt-1 text-sm text-muted">
          {t(loans.length === 0 ? 'insurance_loans_none' : 'insurance_loans_text')}
        </p>
        {loans.length > 0 && (
          <FigureList
            className="mt-3 text-sm"
            rows={loans.map(({ asset, balance }) => ({
              key: asset.code,
              label: asset.code,
              value: <FundChange asset={asset} change={balance} />,
            }))}
          />
        )}
      </section>
      <section className="panel mt-3 max-lg:rounded-none max-lg:border-x-0">
        <h2 className="px-4 pt-4 text-sm font-semibold">{t('insurance_entries')}</h2>
        <InsuranceList rows={entries.rows} total={entries.total} page={page} />
      </section>
    </div>
  )
}
