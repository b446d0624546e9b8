// Transfer history: one row per transfer with source and target wallet.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { TransferLine } from '#services/bills'
import { BillFilters } from '../../components/wallet/bill-filters'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { HideToggle } from '../../components/hide-toggle'
import { NewRowsButton } from '../../components/new-rows-button'
import { TimeZoneNote } from '../../components/time-zone-note'
import { PagedList } from '../../components/paged-list'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { TransferRow } from '../../components/wallet/transfer-list'
import { isNarrowed } from '../../lists/bill-choice'
import { useFreshList } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function Transfers() {
  const { t } = useTranslation('wallet')
  const { transfers, choice, assets } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const fresh = useFreshList(useAccount(userId).state?.seq)
  return (
    <>
      <PageHeader title={t('transfer_history')} backTo="/assets/transfer" end={<HideToggle />} />
      <div className="px-3 lg:px-0">
        <BillFilters choice={choice} assets={assets} hasReasons={false} />
        {fresh.hasNewRows && <NewRowsButton onShow={fresh.show} />}
        <div className="panel overflow-hidden">{transfers.rows.length === 0 ? <Nothing /> : <List />}</div>
        <TimeZoneNote />
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
  const { transfers } = useLoaderData<typeof loader>()
  return (
    <PagedList {...transfers} rowsOf={(data: Data) => data.transfers.rows} keyOf={keyOf} isEager>
      {(rows) => (
        <ul>
          {rows.map((transfer) => (
            <li key={keyOf(transfer)}>
              <TransferRow transfer={transfer} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Command ids may repeat after a day, so the time is part of the key. */
const keyOf = ({ commandId, at }: TransferLine): string => `${commandId} ${at}`
