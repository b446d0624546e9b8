// Bills: the statement of all wallets, to the last unit, with filters and as a file.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { BillList } from '../../components/bill-list'
import { buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { HideToggle } from '../../components/hide-toggle'
import { Icon } from '../../components/icon'
import { ListFoot, NewsButton } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { choiceSearch, isNarrowed } from '../../lists/bill-choice'
import { fetchMore } from '../../live/more-rows'
import { useFreshList } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { BillLine } from '#services/bills'
import { BillFilters } from '../../components/bill-filters'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const loadMore = (search: URLSearchParams, next: string) => fetchMore<BillLine>('bills', search, next)

export default function Bills() {
  const { t } = useTranslation('wallet')
  const { bills, choice, assets } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const news = useFreshList(useAccount(userId).state?.seq)
  const search = choiceSearch(choice)
  return (
    <>
      <PageHeader
        title={t('bills')}
        text={<span className="hidden lg:inline">{t('bills_text')}</span>}
        backTo="/assets"
        end={
          <>
            <HideToggle />
            <a
              href={`/assets/export?${search.toString()}`}
              download
              aria-label={t('export_label')}
              className={`${buttonClass({ size: 'sm' })} whitespace-nowrap`}
            >
              <Icon name="deposit" className="size-4" />
              {t('export_csv')}
            </a>
          </>
        }
      />
      <div className="px-3 lg:px-0">
        <BillFilters choice={choice} assets={assets} />
        {news.hasNews && <NewsButton onShow={news.show} />}
        <div className="panel overflow-hidden">
          {bills.rows.length === 0 ? (
            <Empty icon="history">{t(isNarrowed(choice) ? 'bills_empty' : 'records_empty')}</Empty>
          ) : (
            <BillList first={bills} search={search} loadMore={loadMore} />
          )}
        </div>
        <ListFoot page={bills.page} total={bills.total} />
      </div>
    </>
  )
}
