// Records of all assets as they happen, wallet by wallet. The statement with its filters is the page of bills.

import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import type { BillLine } from '#services/bills'
import { BillList } from '../components/bill-list'
import { ButtonLink } from '../components/button'
import { Empty } from '../components/empty'
import { HideToggle } from '../components/hide-toggle'
import { ListFoot, NewsButton } from '../components/list-foot'
import { PageHeader } from '../components/page-header'
import { useSite } from '../site/site'
import { Tabs } from '../components/tabs'
import { choiceSearch, readBillChoice } from '../lists/bill-choice'
import { fetchMore } from '../live/more-rows'
import { useFreshList } from '../live/use-fresh-list'
import { useAccount } from '../live/account-channel'
import { loadBills } from '../lists/bill-pages.server'
import { titleOf } from '../text/title.server'
import { requireSession } from '../visitor/visitor.server'

export { pageTitle as meta } from '../text/title'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const { wallet } = readBillChoice(new URL(request.url).searchParams)
  const choice = { wallet, asset: '', reason: '', from: '', to: '' } as const
  return {
    title: titleOf(request, 'wallet', 'records'),
    choice,
    bills: await loadBills({ request, env, session }, choice),
  }
}

const loadMore = (search: URLSearchParams, next: string) => fetchMore<BillLine>('bills', search, next)

export default function Records() {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const { bills, choice } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const news = useFreshList(useAccount(userId).state?.seq)
  const tabs = (['', ...WALLETS] as const).map((wallet) => ({
    to: wallet === '' ? '/assets/records' : `?wallet=${wallet}`,
    words: wallet === '' ? t('all_wallets') : tRefusals(`wallet_${wallet}`),
    isSelected: wallet === choice.wallet,
  }))
  return (
    <>
      <PageHeader title={t('records')} backTo="/assets" end={<HideToggle />} />
      <div className="px-3 lg:px-0">
        {news.hasNews && <NewsButton onShow={news.show} />}
        <div className="panel overflow-hidden">
          <Tabs label={t('wallets')} tabs={tabs} />
          {bills.rows.length === 0 ? (
            <Empty icon="history" action={<ButtonLink to="/assets/transfer">{t('transfer')}</ButtonLink>}>
              {t('records_empty')}
            </Empty>
          ) : (
            <BillList first={bills} search={choiceSearch(choice)} loadMore={loadMore} />
          )}
        </div>
        <ListFoot page={bills.page} total={bills.total} />
      </div>
    </>
  )
}
