// Loan page: debt, repayment, timeline, hourly interest.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { add, decodeAmount } from '#domain/money/amount'
import { hourAt } from '#domain/loan/interest'
import { AskedForm } from '../../components/asked-form'
import { AmountField } from '../../components/amount-field'
import { Button } from '../../components/button'
import { type Column, DataTable } from '../../components/data-table'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { Hideable } from '../../components/hidden-amounts'
import { PagedList } from '../../components/paged-list'
import { TimeZoneNote } from '../../components/time-zone-note'
import { LoanStateBadge } from '../../components/loan/loan-list'
import { MarginCall, MarginFigures, MarginWhatIf } from '../../components/loan/margin-panel'
import { Moment } from '../../components/moment'
import { FundsProblems, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useRefresh } from '../../live/use-fresh-list'
import { askFunds as clientAction, amountProblem, commandOf } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { LoanTimeline } from './timeline'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const REFRESH_MS = 15_000

export default featurePage('loan', Loan)

function Loan() {
  const { t } = useTranslation('loan')
  const { asked, loan, lines, isSelling } = useLoaderData<typeof loader>()
  const state = loan?.state ?? asked.state
  useRefresh(REFRESH_MS, state === 'review' || state === 'running')
  return (
    <div className="mx-auto max-w-3xl pb-8 [&_time]:whitespace-normal">
      <PageHeader title={t('loan_title')} backTo="/loans?tab=live" />
      <div className="grid gap-4 px-3 lg:px-0">
        <Head />
        {loan?.state === 'running' && (
          <section className="panel grid gap-4 p-4 lg:p-6">
            <h2 className="font-semibold">{t('margin_title')}</h2>
            {isSelling && <Notice tone="bad">{t('selling')}</Notice>}
            {!isSelling && <MarginCall lines={lines} />}
            <MarginFigures lines={lines} />
            {lines && <MarginWhatIf lines={lines} keep="" />}
          </section>
        )}
        {loan?.state === 'running' && <RepayForm />}
        {state === 'review' && <Withdraw />}
        <LoanTimeline />
        {loan && <Hours />}
        <nav className="px-1 text-sm">
          <Link to="/assets/bills?wallet=margin" className="py-2 text-selected-text hover:underline">
            {t('bills')}
          </Link>
        </nav>
      </div>
    </div>
  )
}

function Head() {
  const { t } = useTranslation('loan')
  const withColon = useColon()
  const numbers = useNumbers()
  const { asked, loan, asset, marginCode, owed, cost } = useLoaderData<typeof loader>()
  const coins = (value: typeof owed) => <Hideable>{`${numbers.amount(asset, value)}\u00a0${asset.code}`}</Hideable>
  const stored = (text: string) => coins(decodeAmount(text))
  const due = loan?.dueAt ?? null
  return (
    <div className="panel grid gap-4 p-4 lg:p-6">
      <div className="grid justify-items-center gap-2 text-center">
        <p className="text-2xl font-bold break-all">{coins(asked.amount)}</p>
        <span data-testid="loan-state">
          <LoanStateBadge state={loan?.state ?? asked.state} />
        </span>
      </div>
      {asked.reason !== '' && (
        <Notice tone="bad">
          {withColon(t('reason'))}
          {asked.reason}
        </Notice>
      )}
      <FigureList
        className="text-sm"
        rows={[
          ...(loan
            ? [
                { key: 'owed', label: t('owed'), value: coins(owed), isStrong: true },
                { key: 'principal', label: t('principal'), value: stored(loan.principal) },
                { key: 'interest', label: t('interest'), value: stored(loan.interest) },
                { key: 'late', label: t('late'), value: stored(loan.late) },
                { key: 'repaid', label: t('repaid'), value: stored(loan.repaid) },
              ]
            : [
                { key: 'interest', label: t('interest_whole'), value: coins(cost) },
                { key: 'back', label: t('back_whole'), value: coins(add(asked.amount, cost)), isStrong: true },
              ]),
          { key: 'days', label: t('days'), value: numbers.count(asked.days) },
          { key: 'daily_rate', label: t('daily_rate'), value: numbers.rate(asked.dailyRate) },
          { key: 'late_rate', label: t('late_rate'), value: numbers.rate(asked.lateRate) },
          ...(due === null ? [] : [{ key: 'due', label: t('due'), value: <Moment at={due} /> }]),
          { key: 'margin_asset', label: t('margin_asset'), value: marginCode },
        ]}
      />
    </div>
  )
}

/** Pending request: expected time, and cancellation. */
function Withdraw() {
  const { t } = useTranslation('loan')
  const answer = useActionData<typeof action>()
  return (
    <div className="panel grid h-fit gap-3 p-4 lg:p-6">
      <p className="text-sm text-muted">{t('how_review')}</p>
      <FundsProblems answer={answer} fields={['form']} />
      <AskedForm question={{ title: t('withdraw_ask'), yes: t('withdraw'), tone: 'danger' }} className="grid">
        {(isSending) => (
          <>
            <input type="hidden" name="intent" value="withdraw" />
            <Button variant="quiet" isBusy={isSending}>
              {t('withdraw')}
            </Button>
          </>
        )}
      </AskedForm>
    </div>
  )
}

function RepayForm() {
  const { t } = useTranslation('loan')
  const withColon = useColon()
  const numbers = useNumbers()
  const { asset, most, owed, has, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const text = answer?.fields['amount'] ?? ''
  const coins = (value: typeof owed) => <Hideable>{`${numbers.amount(asset, value)}\u00a0${asset.code}`}</Hideable>
  const all = t('repay_all', { amount: numbers.amount(asset, owed), asset: asset.code })
  return (
    <div className="panel grid h-fit gap-3 p-4 lg:p-6">
      <Form ref={form} method="post" className="grid gap-4">
        <h2 className="font-semibold">{t('repay_title')}</h2>
        <FundsProblems answer={answer} fields={['form', 'asset']} />
        <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
        <AmountField
          label={t('amount')}
          name="amount"
          unit={asset.code}
          scale={asset.scale}
          max={most}
          hasSteps
          defaultValue={text}
          hint={
            <>
              <span className="block">
                {withColon(t('owed'))}
                {coins(owed)} · {withColon(t('receipt_has'))}
                {coins(has)}
              </span>
              {t('repay_hint')}
            </>
          }
          problem={amountProblem(answer, text)}
        />
        <Button variant="brand" size="lg" name="intent" value="part" isBusy={isSending}>
          {t('repay')}
        </Button>
      </Form>
      <AskedForm question={{ title: all, text: t('repay_all_text'), yes: t('repay_title') }} className="grid">
        {(isAsked) => (
          <>
            <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
            <input type="hidden" name="intent" value="all" />
            <Button size="lg" isBusy={isAsked}>
              {all}
            </Button>
          </>
        )}
      </AskedForm>
    </div>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Hour = Data['hours'][number]
const keyOf = ({ hour }: Hour): string => String(hour)

function Hours() {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { hours, hoursTotal, page, asset, loan } = useLoaderData<typeof loader>()
  if (!loan) return null
  const columns: readonly Column<Hour>[] = [
    {
      key: 'hour',
      head: t('hour'),
      isTitle: true,
      cell: ({ hour }) => <Moment at={hourAt(loan.openedAt, hour)} />,
    },
    {
      key: 'amount',
      head: t('interest'),
      isNumber: true,
      isAside: true,
      cell: ({ amount }) => <Hideable>{`${numbers.storedAmount(asset, amount)}\u00a0${asset.code}`}</Hideable>,
    },
    {
      key: 'kind',
      head: t('hour_kind'),
      cell: ({ isLate, receiptId }) => (
        <span className="flex flex-wrap gap-x-3">
          {t(isLate ? 'hour_late' : 'hour_ordinary')}
          {receiptId !== null && (
            <Link to={`/receipts/${receiptId}`} className="text-selected-text hover:underline">
              {t('receipt_of_day')}
            </Link>
          )}
        </span>
      ),
    },
  ]
  return (
    <section className="panel overflow-hidden">
      <h2 className="p-4 font-semibold">{t('hours_title')}</h2>
      <PagedList rows={hours} page={page} total={hoursTotal} rowsOf={(data: Data) => data.hours} keyOf={keyOf}>
        {(rows) => <DataTable caption={t('hours_title')} columns={columns} rows={rows} keyOf={keyOf} />}
      </PagedList>
      <div className="px-4">
        <TimeZoneNote />
      </div>
    </section>
  )
}
