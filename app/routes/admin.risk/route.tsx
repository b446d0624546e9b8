// House risk page: open interest per side with its cap, house pnl, income and payouts of the insurance fund.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatAmount, total } from '#domain/money/amount'
import { DeskPage, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { type Column, DataTable } from '../../components/data-table'
import { featurePage } from '../../components/feature-words'
import { Result } from '../../components/futures/futures-list'
import { InsuranceList } from '../../components/futures/insurance-list'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default featurePage('futures', HouseRisk)

function HouseRisk() {
  const { t } = useTranslation('desk')
  const { t: tFutures } = useTranslation('futures')
  const { title, done, rows, entries, fund, page } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} text={t('risk_text')} done={done}>
      {(['futures', 'options'] as const).map((product) => (
        <Product key={product} product={product} rows={rows.filter((row) => row.product === product)} />
      ))}
      <Panel title={tFutures('insurance_title')}>
        <p className="px-4 pb-3 text-sm">
          {tFutures('insurance_total')} <Result value={fund} /> USDT
        </p>
        <InsuranceList rows={entries.rows} total={entries.total} page={page} />
      </Panel>
    </DeskPage>
  )
}

function Product({ product, rows }: { readonly product: Row['product']; readonly rows: readonly Row[] }) {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const money = (row: Row, text: string) => numbers.usdt(formatAmount(row.quote, decodeAmount(text)))
  const amount = (key: 'long' | 'short' | 'most' | 'fees', head: string): Column<Row> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => money(row, row[key]),
  })
  const columns: readonly Column<Row>[] = [
    { key: 'pair', head: t('futures_contract'), isTitle: true, cell: ({ symbol }) => symbol.replace('-', '/') },
    {
      key: 'state',
      head: t('risk_state'),
      isAside: true,
      cell: ({ isOpen, closedSides }) =>
        isOpen && closedSides.length === 0 ? (
          t('risk_open')
        ) : (
          <Badge tone="bad">
            {isOpen ? closedSides.map((side) => t(`risk_full_${side}`)).join(', ') : t('risk_halted')}
          </Badge>
        ),
    },
    amount('long', t('risk_long')),
    amount('short', t('risk_short')),
    amount('most', t('cell_exposure_max')),
    { key: 'house', head: t('risk_house'), isNumber: true, cell: ({ house }) => <Result value={house} /> },
    amount('fees', t('risk_fees')),
  ]
  const sum = (key: 'house' | 'fees') => total(rows.map((row) => decodeAmount(row[key]))).toString()
  return (
    <Panel title={t(`risk_${product}`)}>
      <p className="flex flex-wrap gap-x-6 px-4 pb-3 text-sm">
        <span>
          {t('risk_house')} <Result value={sum('house')} /> USDT
        </span>
        <span>
          {t('risk_fees')} <Result value={sum('fees')} /> USDT
        </span>
      </p>
      <DataTable caption={t(`risk_${product}`)} columns={columns} rows={rows} keyOf={({ symbol }) => symbol} />
    </Panel>
  )
}
