// Statement page: all balance changes as one list. Shared by two pages, filtered by a form or by wallet.

import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import type { BillLine } from '#services/bills'
import { type BillChoice, choiceSearch, isNarrowed } from '../../lists/bill-choice'
import { useAccount } from '../../live/account-channel'
import type { ListPage } from '../../live/list-pages'
import { useFreshList } from '../../live/use-fresh-list'
import { useSite } from '../../site/site'
import { BillFilters } from './bill-filters'
import { BillList } from './bill-list'
import { ButtonLink, buttonClass } from '../button'
import { Empty } from '../empty'
import { HideToggle } from '../hide-toggle'
import { Icon } from '../icon'
import { NewRowsButton } from '../new-rows-button'
import { TimeZoneNote } from '../time-zone-note'
import { PageHeader } from '../page-header'
import { Tabs } from '../tabs'

export const BILL_VIEWS = {
  entries: '/assets/bills',
  wallets: '/assets/records',
  months: '/assets/statement',
} as const
type BillView = keyof typeof BILL_VIEWS

interface BillsPageProps {
  readonly view: Exclude<BillView, 'months'>
  readonly choice: BillChoice
  readonly bills: ListPage<BillLine>
  /** For the form alone. */
  readonly assets?: readonly { readonly id: number; readonly code: string }[]
}

export function BillsPage({ view, choice, bills, assets = [] }: BillsPageProps) {
  const { t } = useTranslation('wallet')
  const { userId } = useSite()
  const fresh = useFreshList(useAccount(userId).state?.seq)
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
        <BillViewTabs view={view} wallet={choice.wallet} />
        {view === 'entries' && <BillFilters choice={choice} assets={assets} />}
        {fresh.hasNewRows && <NewRowsButton onShow={fresh.show} />}
        <div className="panel overflow-hidden">
          {view === 'wallets' && <WalletTabs choice={choice} />}
          {bills.rows.length > 0 ? (
            <BillList bills={bills} />
          ) : isNarrowed(choice) ? (
            <Empty icon="history">{t('bills_empty')}</Empty>
          ) : (
            <Empty icon="history" action={<ButtonLink to="/assets/transfer">{t('transfer')}</ButtonLink>}>
              {t('records_empty')}
            </Empty>
          )}
        </div>
        <TimeZoneNote />
      </div>
    </>
  )
}

/** Tabs of views. Switching keeps the wallet filter only, because the other filters do not apply to both views. */
export function BillViewTabs({ view, wallet }: { readonly view: BillView; readonly wallet: BillChoice['wallet'] }) {
  const { t } = useTranslation('wallet')
  const kept = wallet === '' ? '' : `?wallet=${wallet}`
  return (
    <Tabs
      label={t('views')}
      variant="segment"
      className="mb-3 lg:max-w-lg print:hidden"
      tabs={(['entries', 'wallets', 'months'] as const).map((name) => ({
        to: BILL_VIEWS[name] + kept,
        words: t(`view_${name}`),
        isSelected: name === view,
      }))}
    />
  )
}

function WalletTabs({ choice }: Pick<BillsPageProps, 'choice'>) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  return (
    <Tabs
      label={t('wallets')}
      tabs={(['', ...WALLETS] as const).map((wallet) => ({
        to: wallet === '' ? BILL_VIEWS.wallets : `?wallet=${wallet}`,
        words: wallet === '' ? t('all_wallets') : tRefusals(`wallet_${wallet}`),
        isSelected: wallet === choice.wallet,
      }))}
    />
  )
}
