// Coin picker with search, for deposits and withdrawals.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ZERO, decodeAmount } from '#domain/money/amount'
import { Button } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { Empty } from '../../components/empty'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { ListGroup, ListRow } from '../../components/list-row'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import { usdtValueText } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Coins() {
  const { t } = useTranslation('funds')
  const { purpose, keyword, rows } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={t('coins')} backTo="/assets" />
      <Tabs
        label={t('coins')}
        className="lg:hidden"
        tabs={(['deposit', 'withdraw'] as const).map((name) => ({
          to: `/assets/coins?for=${name}`,
          words: t(name),
          isSelected: purpose === name,
        }))}
      />
      <Form method="get" role="search" className="flex gap-2 px-4 py-3 lg:px-0">
        <input type="hidden" name="for" value={purpose} />
        <input
          name="q"
          type="search"
          defaultValue={keyword}
          aria-label={t('coin_search')}
          placeholder={t('coin_search')}
          maxLength={40}
          className="field flex-1"
        />
        <Button>{t('search')}</Button>
      </Form>
      <div className="px-3 lg:px-0">
        {rows.length === 0 ? (
          <div className="panel">
            <Empty icon="search">{t('coins_empty')}</Empty>
          </div>
        ) : (
          <ListGroup>
            {rows.map((row) => (
              <ListRow
                key={row.id}
                to={`/assets/${purpose}?asset=${row.id}`}
                lead={<CoinMark asset={row} />}
                title={row.code}
                text={[row.name, row.networks.join('\u00a0/ ')].filter(Boolean).join(' · ')}
                end={<Available coin={row} />}
              />
            ))}
          </ListGroup>
        )}
      </div>
    </div>
  )
}

type Coin = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

function Available({ coin }: { readonly coin: Coin }) {
  const numbers = useNumbers()
  const available = decodeAmount(coin.available)
  return (
    <Hideable>
      <span className="block">{numbers.amount(coin, available)}</span>
      {coin.usdtPrice !== null && available !== ZERO && (
        <FiatText usdt={usdtValueText(coin, available, coin.usdtPrice)} className="block text-2xs" />
      )}
    </Hideable>
  )
}
