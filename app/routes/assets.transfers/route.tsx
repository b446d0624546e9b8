// Transfer history: one row per transfer with source and target wallet.

import { useLoaderData } from '@remix-run/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { TransferLine } from '#services/bills'
import { BillFilters } from '../../components/wallet/bill-filters'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { HideToggle } from '../../components/hide-toggle'
import { InfiniteList } from '../../components/infinite-list'
import { ListFoot, NewsButton } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { TransferRow } from '../../components/wallet/transfer-list'
import { choiceSearch, isNarrowed } from '../../lists/bill-choice'
import { fetchMore } from '../../live/more-rows'
import { useFreshList } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Transfers() {
  const { t } = useTranslation('wallet')
  const { transfers, choice, assets } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const news = useFreshList(useAccount(userId).state?.seq)
  return (
    <>
      <PageHeader title={t('transfer_history')} backTo="/assets/transfer" end={<HideToggle />} />
      <div className="px-3 lg:px-0">
        <BillFilters choice={choice} assets={assets} hasReasons={false} />
        {news.hasNews && <NewsButton onShow={news.show} />}
        <div className="panel overflow-hidden">{transfers.rows.length === 0 ? <Nothing /> : <List />}</div>
        <ListFoot page={transfers.page} total={transfers.total} />
      </div>
    </>
  )
}

function Nothing() {
  const { t } = useTranslation('wallet')
  const { choice } = useLoaderData<typeof loader>()
  if (isNarrowed(choice)) return <Empty icon="search">{t('bills_empty')}</Empty>
  return (
    <Empty icon="swap" action={<ButtonLink to="/assets/transfer">{t('transfer')}</ButtonLink>}>
      {t('transfers_empty')}
    </Empty>
  )
}

function List() {
  const { transfers, choice } = useLoaderData<typeof loader>()
  const search = choiceSearch(choice)
  const text = search.toString()
  const load = useCallback(
    (next: string) => fetchMore<TransferLine>('transfers', new URLSearchParams(text), next),
    [text],
  )
  return (
    <InfiniteList
      key={`${text} ${keyOf(transfers.rows[0])}`}
      first={transfers}
      loadMore={load}
      keyOf={keyOf}
      moreTo={(next) => `?${new URLSearchParams([...search, ['page', next]]).toString()}`}
    >
      {(transfer) => <TransferRow transfer={transfer} />}
    </InfiniteList>
  )
}

/** Command ids may repeat after a day, so the time is part of the key. */
const keyOf = (transfer: TransferLine | undefined): string => `${transfer?.commandId} ${transfer?.at}`
