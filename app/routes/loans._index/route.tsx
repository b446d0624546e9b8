// Loans in five tabs: terms, borrow, in progress, history, questions.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { LoanList } from '../../components/loan/loan-list'
import { MarginCall, MarginFigures, MarginWhatIf } from '../../components/loan/margin-panel'
import { Notice } from '../../components/notice'
import { PagedList } from '../../components/paged-list'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import { TimeZoneNote } from '../../components/time-zone-note'
import { askFunds as clientAction } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { inARow } from '../../text/sentences'
import { BorrowTab } from './borrow'
import { QuestionsTab, TermsTab, useWhole } from './terms'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const TABS = ['borrow', 'terms', 'live', 'history', 'questions'] as const

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('loan', Loans)

function Loans() {
  const { t } = useTranslation('loan')
  const {
    tab,
    closed,
    terms: [first],
  } = useLoaderData<typeof loader>()
  const whole = useWhole()
  const range = first && t('range', { min: whole(first.worthMin), max: whole(first.worthMax) })
  return (
    <div className="mx-auto max-w-5xl pb-8 lg:px-5">
      <PageHeader title={t('title')} text={inARow(t('text'), range ?? '')} backTo="/" />
      <Tabs
        label={t('title')}
        tabs={TABS.map((each) => ({
          to: each === 'borrow' ? '/loans' : `/loans?tab=${each}`,
          words: t(`tab_${each}`),
          isSelected: each === tab,
        }))}
      />
      <div className="grid gap-4 px-3 pt-4 lg:px-0">
        {closed !== null && <Notice tone="plain">{closed}</Notice>}
        {tab === 'terms' && <TermsTab />}
        {tab === 'borrow' && <BorrowTab />}
        {tab === 'live' && <LiveTab />}
        {tab === 'history' && <Own />}
        {tab === 'questions' && <QuestionsTab />}
      </div>
    </div>
  )
}

function LiveTab() {
  const { t } = useTranslation('loan')
  const { lines, isSelling, userId } = useLoaderData<typeof loader>()
  return (
    <>
      {userId !== null && (
        <section className="panel grid gap-4 p-4 lg:p-6">
          <h2 className="font-semibold">{t('margin_title')}</h2>
          {isSelling && <Notice tone="bad">{t('selling')}</Notice>}
          {!isSelling && <MarginCall lines={lines} />}
          <MarginFigures lines={lines} />
          {lines && <MarginWhatIf lines={lines} keep="live" />}
          <p className="flex flex-wrap gap-3">
            <ButtonLink to="/assets/transfer?from=change&to=margin" size="sm">
              {t('move_in')}
            </ButtonLink>
            <ButtonLink to="/assets?wallet=margin" size="sm">
              {t('see_wallet')}
            </ButtonLink>
          </p>
        </section>
      )}
      <Own />
    </>
  )
}

function Own() {
  const { t } = useTranslation('loan')
  const { rows, total, page, userId, tab } = useLoaderData<typeof loader>()
  if (userId === null) {
    return (
      <div className="panel">
        <Empty
          icon="assets"
          action={
            <ButtonLink to={`/login?returnTo=${encodeURIComponent(`/loans?tab=${tab}`)}`}>{t('log_in')}</ButtonLink>
          }
        >
          {t('guest')}
        </Empty>
      </div>
    )
  }
  return (
    <>
      <div className="panel overflow-hidden">
        {rows.length === 0 ? (
          <Empty icon="orders" action={<ButtonLink to="/loans?tab=borrow">{t('tab_borrow')}</ButtonLink>}>
            {t('no_loans')}
          </Empty>
        ) : (
          <PagedList
            rows={rows}
            page={page}
            total={total}
            rowsOf={(data: Data) => data.rows}
            keyOf={({ id }) => String(id)}
          >
            {(loans) => <LoanList rows={loans} />}
          </PagedList>
        )}
      </div>
      <TimeZoneNote />
    </>
  )
}
