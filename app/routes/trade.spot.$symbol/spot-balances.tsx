// Balances of the pair's wallet: available, in orders, total, value. Rounded for trading; bills show the last unit.

import { useTranslation } from 'react-i18next'
import { type Asset, type Pair, tradingWallet } from '#domain/catalogue'
import { type Amount, add, decodeAmount } from '#domain/money/amount'
import type { BalanceRow } from '#party/protocol/account'
import { ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'

type HeldAsset = Pick<Asset, 'id' | 'code' | 'scale' | 'logo'>
interface Row {
  readonly asset: HeldAsset
  readonly balance: BalanceRow
  readonly total: Amount
}

interface SpotBalancesProps {
  readonly pair: Pair
  readonly balances: readonly BalanceRow[]
  readonly assets: readonly HeldAsset[]
}

export function SpotBalances({ pair, balances, assets }: SpotBalancesProps) {
  const { t } = useTranslation('spot')
  const { t: tWallet } = useTranslation('wallet')
  const numbers = useNumbers()
  const worth = useWorth()
  const written = (asset: HeldAsset, value: Amount) => numbers.traded(pair, asset, value)
  const rows = balances.flatMap((balance): Row[] => {
    const asset = assets.find(({ id }) => id === balance.assetId)
    const isHeld = balance.wallet === tradingWallet(pair) && (balance.available !== '0' || balance.held !== '0')
    const total = add(decodeAmount(balance.available), decodeAmount(balance.held))
    return asset && isHeld ? [{ asset, balance, total }] : []
  })
  if (rows.length === 0) {
    return (
      <Empty icon="assets" action={<ButtonLink to="/assets/transfer">{t('transfer')}</ButtonLink>}>
        {t('no_balances')}
      </Empty>
    )
  }
  const columns: readonly Column<Row>[] = [
    {
      key: 'asset',
      head: t('asset'),
      isTitle: true,
      cell: ({ asset }) => (
        <span className="flex items-center gap-2">
          <CoinMark asset={asset} className="size-5" />
          {asset.code}
        </span>
      ),
    },
    {
      key: 'available',
      head: t('available'),
      isNumber: true,
      cell: ({ asset, balance }) => <Hideable>{written(asset, decodeAmount(balance.available))}</Hideable>,
    },
    {
      key: 'held',
      head: t('in_orders'),
      isNumber: true,
      cell: ({ asset, balance }) => <Hideable>{written(asset, decodeAmount(balance.held))}</Hideable>,
    },
    {
      key: 'total',
      head: t('total'),
      isNumber: true,
      cell: ({ asset, total }) => <Hideable>{written(asset, total)}</Hideable>,
    },
    {
      key: 'value',
      head: tWallet('value'),
      isNumber: true,
      isAside: true,
      cell: ({ asset, total }) => (
        <Hideable>
          <FiatText usdt={worth.ofAmount(asset, total)} className="" />
        </Hideable>
      ),
    },
  ]
  return <DataTable caption={t('balances')} columns={columns} rows={rows} keyOf={({ asset }) => asset.code} />
}
