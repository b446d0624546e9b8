// Component gallery: rows, tables, long lists.

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Change } from '../../components/change'
import { type Column, DataTable } from '../../components/data-table'
import { Icon } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { PagedList } from '../../components/paged-list'
import { PullToRefresh } from '../../components/pull-to-refresh'
import { Shelf } from './tokens'

export function Lists({ page }: { page: number }) {
  const { t } = useTranslation('wallet')
  const { t: tShell } = useTranslation('shell')
  return (
    <>
      <Shelf name="list-row">
        <ListGroup title={tShell('language')}>
          <ListRow
            to="/settings"
            lead={<Icon name="globe" />}
            title={tShell('language')}
            end={<Badge>{tShell('theme_auto')}</Badge>}
          />
          <ListRow to="/assets/bills" lead={<Icon name="history" />} title={t('bills')} text={t('bills_text')} />
          <ListRow onClick={() => undefined} lead={<Icon name="moon" />} title={tShell('theme_dark')} isSelected />
          <ListRow title={t('total_value')} end={<span className="font-semibold text-ink">¥1,234,567</span>} />
        </ListGroup>
      </Shelf>
      <Shelf name="data-table" isWide>
        <DataTable
          caption={t('title')}
          columns={columnsOf(t)}
          rows={BALANCES}
          keyOf={(row) => row.code}
          end={() => <Button size="sm">{t('trade')}</Button>}
        />
      </Shelf>
      <Shelf name="paged-list · pull-to-refresh">
        <div className="h-80 overflow-y-auto rounded-lg border border-line" tabIndex={0} data-testid="long-list">
          <PullToRefresh onRefresh={() => wait(800)}>
            <Numbers page={page} param="page" isEager />
          </PullToRefresh>
        </div>
        <div className="rounded-lg border border-line">
          <Numbers page={2} param="other" />
        </div>
      </Shelf>
    </>
  )
}

interface Balance {
  readonly code: string
  readonly total: string
  readonly change: string
}

const BALANCES: readonly Balance[] = [
  { code: 'BTC', total: '0.12500000', change: '+1.20' },
  { code: 'ETH', total: '3.400000000000000000', change: '-0.35' },
  { code: 'USDT', total: '99,396.079', change: '0.00' },
]

const columnsOf = (t: TFunction<'wallet'>): readonly Column<Balance>[] => [
  { key: 'asset', head: t('asset'), cell: (row) => row.code, isTitle: true },
  {
    key: 'total',
    head: t('total'),
    cell: (row) => row.total,
    isNumber: true,
  },
  { key: 'change', head: t('change'), cell: (row) => <Change percent={row.change} />, isNumber: true },
]

const [PAGES, ROWS] = [3, 12]

const numbersOf = (page: number): readonly string[] =>
  Array.from({ length: ROWS }, (_, row) => `#${(page - 1) * ROWS + row + 1}`)

function Numbers({ page, ...list }: { readonly page: number; readonly param: string; readonly isEager?: boolean }) {
  return (
    <PagedList
      rows={numbersOf(page)}
      page={page}
      total={PAGES * ROWS}
      size={ROWS}
      rowsOf={(data: { readonly page: number }) => numbersOf(list.param === 'page' ? data.page : PAGES)}
      keyOf={(row) => row}
      {...list}
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row} className="border-b border-line px-4 py-3 text-sm">
              {row}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
