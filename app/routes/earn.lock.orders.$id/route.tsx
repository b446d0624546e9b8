// Lock deposit page: amount, daily yields, exact redemption value now, auto-renewal.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paysAt, redemptionOf } from '#domain/mining/deposit'
import { type Amount, amount, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { DAY_MS, dayText } from '#domain/time'
import { AskedForm } from '../../components/asked-form'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { DataTable } from '../../components/data-table'
import { featurePage } from '../../components/feature-words'
import { type Figure, FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { PagedList } from '../../components/paged-list'
import { TimeZoneNote } from '../../components/time-zone-note'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default featurePage('mining', Deposit)

function useMoney() {
  const numbers = useNumbers()
  const { asset } = useLoaderData<typeof loader>()
  return (value: Amount) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
}

function Deposit() {
  const { t } = useTranslation('mining')
  const { title, row, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <Pane title={title} backTo="/earn/lock/orders">
        {done && <Notice tone="good">{t(`done_${done}`)}</Notice>}
        {answer?.problem && <Notice tone="bad">{answer.problem.text}</Notice>}
        <p className="panel p-4 text-lg font-semibold">{t(`state_${row.state}`)}</p>
        <Details />
        {row.state === 'running' && <Redeem />}
        {row.state === 'running' && <Renewal />}
        <Yields />
        <nav className="flex flex-wrap gap-x-4 px-1 text-sm">
          {row.receiptId && (
            <Link to={`/receipts/${row.receiptId}`} className="py-2 text-selected-text hover:underline">
              {t('receipt')}
            </Link>
          )}
          <Link to="/assets/bills?wallet=change" className="py-2 text-selected-text hover:underline">
            {t('bills')}
          </Link>
          <Link to="/earn/lock/welcome" className="py-2 text-selected-text hover:underline">
            {t('welcome_title')}
          </Link>
        </nav>
      </Pane>
    </div>
  )
}

function Details() {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const sayMoney = useMoney()
  const { row } = useLoaderData<typeof loader>()
  const { terms, boost, startsAt, daysPaid, state } = row
  const money = (text: string) => <Hideable>{sayMoney(decodeAmount(text))}</Hideable>
  const isRunning = state === 'running'
  const rows: readonly Figure[] = [
    { key: 'amount', label: t('amount'), value: money(row.amount), isStrong: true },
    { key: 'days', label: t('length'), value: t('days', { count: terms.days }) },
    { key: 'daily_rate', label: t('daily_rate'), value: numbers.rate(rate(BigInt(terms.dailyRate))) },
    ...(boost
      ? [
          {
            key: 'coupon',
            label: t('coupon'),
            value: t('coupon_option', { share: numbers.rate(rate(BigInt(boost.boost))), count: boost.days }),
          },
        ]
      : []),
    { key: 'yielded', label: t('yielded'), value: money(row.yielded) },
    { key: 'accepted', label: t('accepted'), value: <Moment at={row.acceptedAt} /> },
    { key: 'starts', label: t('starts'), value: <Moment at={startsAt} /> },
    ...(isRunning && daysPaid < terms.days
      ? [
          {
            key: 'next_paid',
            label: t('next_paid'),
            value: <Moment at={paysAt({ startsAt }, daysPaid, terms.payMinute)} />,
          },
        ]
      : []),
    { key: 'matures', label: t('matures'), value: <Moment at={row.maturesAt} /> },
    ...(row.term > 1 ? [{ key: 'term', label: t('term'), value: numbers.count(row.term) }] : []),
    ...(row.endedAt === null ? [] : [{ key: 'ended', label: t('ended'), value: <Moment at={row.endedAt} /> }]),
    ...(state === 'redeemed'
      ? [
          { key: 'penalty', label: t('penalty'), value: money(row.penalty) },
          { key: 'came_back', label: t('came_back'), value: money(cameBack(row)), isStrong: true },
        ]
      : []),
  ]
  return <FigureList rows={rows} />
}

/** Amount returned by a redemption: the principal less the penalty. */
const cameBack = (row: { readonly amount: string; readonly penalty: string }): string =>
  encodeAmount(subtract(decodeAmount(row.amount), decodeAmount(row.penalty)))

function Redeem() {
  const { t } = useTranslation('mining')
  const money = useMoney()
  const { row, commandId, drawnAt } = useLoaderData<typeof loader>()
  const { terms, startsAt } = row
  const { daysLeft, penalty, back } = redemptionOf(
    {
      amount: decodeAmount(row.amount),
      startsAt,
      days: terms.days,
      penaltyRatio: rate(BigInt(terms.penaltyRatio)),
    },
    drawnAt,
  )
  const yielded = decodeAmount(row.yielded)
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('redeem_title')}</h2>
      <p className="text-xs text-muted">{t('redeem_text')}</p>
      <FigureList
        className="text-sm"
        rows={[
          { key: 'days_left', label: t('days_left'), value: t('days', { count: daysLeft }) },
          { key: 'penalty_now', label: t('penalty'), value: money(penalty) },
          { key: 'back', label: t('back'), value: money(back), isStrong: true },
          { key: 'paid_so_far', label: t('paid_so_far'), value: money(yielded) },
        ]}
      />
      <AskedForm
        question={{
          title: t('redeem_ask', { back: money(back) }),
          text: t('redeem_ask_text', { penalty: money(penalty) }),
          yes: t('redeem'),
          tone: 'danger',
        }}
      >
        {(isSending) => (
          <>
            <input type="hidden" name="commandId" value={commandId} />
            <input type="hidden" name="intent" value="redeem" />
            <input type="hidden" name="penalty" value={encodeAmount(penalty)} />
            <Button variant="remove" isBusy={isSending}>
              {t('redeem')}
            </Button>
          </>
        )}
      </AskedForm>
    </section>
  )
}

function Renewal() {
  const { t } = useTranslation('mining')
  const { row, commandId } = useLoaderData<typeof loader>()
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('auto_renew')}</h2>
      <p className="text-sm">{t(row.isRenewed ? 'renewal_is_on' : 'renewal_is_off')}</p>
      <p className="text-xs text-muted">{t('auto_renew_text')}</p>
      <AskedForm question={null}>
        {(isSending) => (
          <>
            <input type="hidden" name="commandId" value={commandId} />
            <Button name="intent" value={row.isRenewed ? 'keep' : 'renew'} variant="quiet" isBusy={isSending}>
              {t(row.isRenewed ? 'renewal_off' : 'renewal_on')}
            </Button>
          </>
        )}
      </AskedForm>
    </section>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const keyOf = ({ day }: Data['yields']['rows'][number]): string => String(day)

function Yields() {
  const { t } = useTranslation('mining')
  const money = useMoney()
  const { yields, page } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="px-4 pt-4 font-semibold">{t('yields')}</h2>
      {yields.rows.length === 0 ? (
        <p className="p-4 text-sm text-muted">{t('no_yields')}</p>
      ) : (
        <PagedList {...yields} page={page} rowsOf={(data: Data) => data.yields.rows} keyOf={keyOf}>
          {(rows) => (
            <DataTable
              caption={t('yields')}
              rows={rows}
              keyOf={keyOf}
              columns={[
                { key: 'day', head: t('day'), isTitle: true, cell: ({ day }) => dayText(day * DAY_MS) },
                {
                  key: 'boost',
                  head: t('coupon'),
                  isAside: true,
                  cell: ({ isBoosted }) => (isBoosted ? <Badge tone="good">{t('boosted')}</Badge> : ''),
                },
                {
                  key: 'yield',
                  head: t('day_yield'),
                  isNumber: true,
                  isWide: true,
                  cell: (each) => <Hideable>{money(amount(BigInt(each.amount)))}</Hideable>,
                },
              ]}
            />
          )}
        </PagedList>
      )}
      <div className="px-4 pb-3">
        <TimeZoneNote />
      </div>
    </section>
  )
}
