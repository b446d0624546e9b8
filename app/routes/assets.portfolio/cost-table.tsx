// Average cost, unrealized and realized result, by asset or pair.

import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table'
import { Hideable } from '../../components/hidden-amounts'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { CostView } from './costs.server'
import { SignedUsdt } from '../../components/portfolio/signed-usdt'

const UNITS_DECIMALS = 8

export function CostTable({ kind, rows }: { readonly kind: 'asset' | 'pair'; readonly rows: readonly CostView[] }) {
  const { t } = useTranslation('portfolio')
  const numbers = useNumbers()
  const units = (plain: string) => numbers.readable(plain, UNITS_DECIMALS)
  const priced = (plain: string) => numbers.usdtPrice(plain)
  const signed = (plain: string | null, { quote }: CostView) =>
    plain === null ? '—' : quote === 'USDT' ? <SignedUsdt usdt={plain} /> : <>{numbers.signed(plain) + bound(quote)}</>
  return (
    <DataTable
      caption={t(kind === 'asset' ? 'costs' : 'pairs')}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', head: t(kind), cell: ({ name }) => name, isTitle: true },
        {
          key: 'total',
          head: t(kind === 'asset' ? 'quantity' : 'bought'),
          cell: ({ total }) => <Hideable>{units(total)}</Hideable>,
          isNumber: true,
        },
        {
          key: 'known',
          head: t('with_cost'),
          cell: ({ known }) => <Hideable>{units(known)}</Hideable>,
          isNumber: true,
          isIdle: ({ total, known }) => known === total,
        },
        {
          key: 'average',
          head: t('average'),
          cell: ({ average }) => <Hideable>{average === null ? '—' : priced(average)}</Hideable>,
          isNumber: true,
        },
        { key: 'price', head: t('price'), cell: ({ price }) => (price === null ? '—' : priced(price)), isNumber: true },
        {
          key: 'unrealized',
          head: t('unrealized'),
          cell: (row) => <Hideable>{signed(row.unrealized, row)}</Hideable>,
          isNumber: true,
        },
        {
          key: 'realized',
          head: t('realized'),
          cell: (row) => <Hideable>{signed(row.realized, row)}</Hideable>,
          isNumber: true,
        },
      ]}
    />
  )
}
