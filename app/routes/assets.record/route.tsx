// Asset page: balance per wallet, value, open orders, bills.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openWallets } from '#domain/portfolio/appraisal'
import { BillList } from '../../components/wallet/bill-list'
import { CoinMark } from '../../components/coin'
import { Empty } from '../../components/empty'
import { HideToggle } from '../../components/hide-toggle'
import { NewRowsButton } from '../../components/new-rows-button'
import { TimeZoneNote } from '../../components/time-zone-note'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import { choiceSearch } from '../../lists/bill-choice'
import { isStaleLink } from '../../live/channel'
import { useFreshList } from '../../live/use-fresh-list'
import { usePortfolio } from '../../live/use-portfolio'
import { AssetCard } from './asset-card'
import { AssetWallets } from './asset-wallets'
import type { loader } from './data.server'
import { OpenOrders } from './open-orders'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function AssetRecord() {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const { asset, quotes: drawnQuotes, balances, bills, choice, orders, pairs } = useLoaderData<typeof loader>()
  const { lines, quotes, account, link } = usePortfolio({ assets: [asset], quotes: drawnQuotes, balances })
  const fresh = useFreshList(account.state?.seq)
  // Find by name: without loader data the live list contains all pairs.
  const quote = quotes.find(({ symbol, code }) => symbol === `${asset.code}-USDT` || code === asset.code)
  const own = lines.filter((line) => line.asset.id === asset.id)
  const tabs = (['', ...openWallets(own)] as const).map((wallet) => ({
    to: `?${choiceSearch({ ...choice, wallet }).toString()}`,
    words: wallet === '' ? t('all_wallets') : tRefusals(`wallet_${wallet}`),
    isSelected: wallet === choice.wallet,
  }))
  return (
    <>
      <PageHeader
        backTo="/assets"
        title={
          <span className="flex items-center gap-2">
            <CoinMark asset={asset} />
            {asset.code}
            <span className="text-sm font-normal text-muted">{asset.name}</span>
          </span>
        }
        end={<HideToggle />}
      />
      <div className="grid gap-3 px-3 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-5 lg:px-0">
        <div data-stale={isStaleLink(link)} className="grid h-fit gap-3 lg:gap-5">
          <AssetCard lines={own} quote={quote} link={link} />
          <AssetWallets lines={own} />
        </div>
        <div className="grid h-fit min-w-0 gap-3 lg:gap-5">
          <OpenOrders code={asset.code} orders={account.state?.spot.openOrders ?? orders} pairs={pairs} />
          <section className="min-w-0">
            {fresh.hasNewRows && <NewRowsButton onShow={fresh.show} />}
            <div className="panel overflow-hidden">
              <h2 className="px-4 pt-3 text-sm font-semibold">{t('bills')}</h2>
              <Tabs label={t('wallets')} tabs={tabs} />
              {bills.rows.length === 0 ? (
                <Empty icon="history">{t('records_empty')}</Empty>
              ) : (
                <BillList bills={bills} />
              )}
            </div>
            <TimeZoneNote />
          </section>
        </div>
      </div>
    </>
  )
}
