// Public page of a trader: description, statistics that readers can verify, and the full log.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { hundredthsText, weekStartAt } from '#domain/copy/terms'
import { formatSteps } from '#domain/quotes/steps'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { CopyFigures, SignedUsdt, inUsdt, useCopyNumbers, useHoldingTime } from '../../components/copy/figures'
import { type Column, DataTable } from '../../components/data-table'
import { DemoBadge } from '../../components/demo-badge'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureGrid } from '../../components/figure-list'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import { ResultCurve } from '../../components/result-curve'
import { Tabs } from '../../components/tabs'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Trade = Data['trades'][number]
const keyOf = ({ positionNo }: Trade): string => String(positionNo)
type Week = Data['weeks'][number]

export default featurePage('copy', Trader)

function Trader() {
  const { t } = useTranslation('copy')
  const { title, figures, trades, total, page, id } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} backTo="/copy" />
      <div className="grid gap-3 px-4 pb-6 lg:px-0">
        <About />
        <Curve />
        <div className="panel grid gap-4 p-4">
          <CopyFigures figures={figures} isWhole />
          <MoreFigures />
        </div>
        <Weeks />
        <section className="panel overflow-hidden">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4">
            <h2 className="font-semibold">{t('log')}</h2>
            <a href={`/api/v1/copy/trades?trader_id=${id}`} className="py-2 text-sm text-selected-text hover:underline">
              {t('log_data')}
            </a>
            <p className="w-full text-sm text-muted">{t('log_text')}</p>
          </div>
          {trades.length === 0 ? (
            <Empty icon="orders">{t('no_log')}</Empty>
          ) : (
            <PagedList rows={trades} page={page} total={total} rowsOf={(data: Data) => data.trades} keyOf={keyOf}>
              {(rows) => <DataTable caption={t('log')} columns={columns} rows={rows} keyOf={keyOf} />}
            </PagedList>
          )}
        </section>
      </div>
    </div>
  )
}

function About() {
  const { t } = useTranslation('copy')
  const { title, words, demoView, portrait, id, isClosed, isOwn, isFollowed } = useLoaderData<typeof loader>()
  return (
    <div className="panel grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={title} src={portrait || null} />
        <div className="grid min-w-0 flex-1 justify-items-start gap-1">
          {demoView && <DemoBadge />}
          <p className="text-sm break-words">{demoView ? t(`demo_${demoView}`) : words}</p>
        </div>
        {isClosed && <Badge tone="plain">{t('stopped')}</Badge>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isClosed && !isOwn && (
          <ButtonLink
            to={`/copy/traders/${id}/follow`}
            variant={isFollowed ? 'quiet' : 'brand'}
            className="max-lg:grow"
          >
            {t(isFollowed ? 'change' : 'follow')}
          </ButtonLink>
        )}
        <ButtonLink to={`/copy/compare?trader=${id}`}>{t('compare')}</ButtonLink>
      </div>
    </div>
  )
}

/** Profit over time, computed from the log. */
function Curve() {
  const { t } = useTranslation('copy')
  const { usdt } = useCopyNumbers()
  const { title, curve, days, spans } = useLoaderData<typeof loader>()
  if (curve.length < 2) return null
  return (
    <section className="panel grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('curve')}</h2>
        <Tabs
          variant="pill"
          label={t('curve')}
          tabs={spans.map((span) => ({
            to: span === null ? '?' : `?days=${span}`,
            words: span === null ? t('span_all') : t('span_days', { days: span }),
            isSelected: span === days,
          }))}
        />
      </div>
      <ResultCurve
        isResult
        lines={[{ name: title, points: curve }]}
        label={`${t('curve')}: ${usdt(curve.at(-1)?.units ?? '0')}${bound('USDT')}`}
        write={(units) => usdt(String(units))}
      />
      <p className="text-sm text-muted">{t('curve_text')}</p>
    </section>
  )
}

function MoreFigures() {
  const numbers = useNumbers()
  const { percent } = useCopyNumbers()
  const { yesterday, heldMs, open, share, copies, figures } = useLoaderData<typeof loader>()
  const holding = useHoldingTime()
  const { t } = useTranslation('copy')
  const rows = [
    ['yesterday', figures.ended === 0 ? '—' : inUsdt(<SignedUsdt units={yesterday} />)],
    ['holding', holding(heldMs)],
    ['open_trades', numbers.count(open)],
    ['share', percent(share)],
    ['copies_ended', numbers.count(copies.ended)],
    ['copies_won', numbers.count(copies.won)],
  ] as const
  return (
    <FigureGrid
      rows={rows.map(([key, value]) => ({ key, label: t(key), value }))}
      className="grid-cols-2 gap-x-3 gap-y-2 text-sm sm:grid-cols-3 lg:grid-cols-7"
    />
  )
}

function Weeks() {
  const { t } = useTranslation('copy')
  const { weeks } = useLoaderData<typeof loader>()
  if (weeks.length === 0) return null
  const columns: readonly Column<Week>[] = [
    { key: 'week', head: t('week'), isTitle: true, cell: ({ week }) => <Day at={weekStartAt(week)} /> },
    { key: 'net', head: t('week_profit'), isNumber: true, cell: ({ net }) => <SignedUsdt units={net} /> },
    { key: 'total', head: t('week_total'), isNumber: true, cell: ({ total }) => <SignedUsdt units={total} /> },
  ]
  return (
    <details className="panel group overflow-hidden">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 p-4">
        <h2 className="font-semibold">{t('weekly')}</h2>
        <Icon name="down" className="size-5 shrink-0 transition group-open:rotate-180" />
      </summary>
      <DataTable
        caption={t('weekly')}
        columns={columns}
        rows={[...weeks].reverse()}
        keyOf={({ week }) => String(week)}
      />
    </details>
  )
}

/** A day of UTC. */
const Day = ({ at }: { readonly at: number }) => <>{new Date(at).toISOString().slice(0, 10)}</>

function useColumns(): readonly Column<Trade>[] {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const price = (row: Trade, priceSteps: number | undefined) =>
    priceSteps === undefined ? '—' : numbers.decimal(formatSteps(priceSteps, row.priceDecimals))
  const number = (key: string, head: string, cell: Column<Trade>['cell']): Column<Trade> => ({
    key,
    head,
    isNumber: true,
    cell,
  })
  return [
    {
      key: 'pair',
      head: t('pair'),
      isTitle: true,
      cell: ({ symbol, direction, leverage }) =>
        `${symbol.replace('-', '/')} · ${t(direction === 'long' ? 'long' : 'short')} ${leverage}×`,
    },
    { key: 'ended', head: t('ended_at'), isAside: true, cell: ({ endedAt }) => <Moment at={endedAt} /> },
    number('lots', t('lots'), ({ lots }) => numbers.decimal(hundredthsText(lots))),
    number('entry', t('entry'), (row) => price(row, row.openSteps)),
    number('exit', t('exit'), (row) => price(row, row.closes.at(-1)?.steps)),
    number('result', t('result'), ({ net }) => <SignedUsdt units={net} />),
    {
      key: 'receipt',
      head: t('receipt'),
      cell: ({ closes }) => {
        const receiptId = closes.at(-1)?.receiptId
        return receiptId ? (
          <Link to={`/receipts/${receiptId}`} className="text-selected-text hover:underline">
            {t('receipt')}
          </Link>
        ) : (
          '—'
        )
      },
    },
  ]
}
