// Own copy trading: copies beside their source trades, and missed trades with reasons.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { slippageOf } from '#domain/copy/statistics'
import { hundredthsText } from '#domain/copy/terms'
import { formatSteps } from '#domain/quotes/steps'
import { AskedForm } from '../../components/asked-form'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { SignedUsdt, inUsdt, useCopyNumbers } from '../../components/copy/figures'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureGrid } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { AnswerNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import { Tabs } from '../../components/tabs'
import { useColon } from '../../text/colon'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Copy = Data['copies'][number]
type Following = Data['followings'][number]

export default featurePage('copy', Mine)

function Mine() {
  const { t } = useTranslation('copy')
  const { title, done, followings } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} backTo="/copy" />
      <div className="grid gap-3 px-4 pb-6 lg:px-0">
        {done && <Notice tone="good">{t(`${done}_notice`)}</Notice>}
        <AnswerNotice answer={answer} />
        <AsTrader />
        {followings.length === 0 ? (
          <div className="panel">
            <Empty icon="person" action={<ButtonLink to="/copy">{t('find_trader')}</ButtonLink>}>
              {t('no_followings')}
            </Empty>
          </div>
        ) : (
          <ul className="grid gap-3 lg:grid-cols-2">
            {followings.map((following) => (
              <FollowingCard key={following.traderId} following={following} />
            ))}
          </ul>
        )}
        <Copies />
      </div>
    </div>
  )
}

function AsTrader() {
  const { t } = useTranslation('copy')
  const withColon = useColon()
  const { isTrader, earned, userId, commandId } = useLoaderData<typeof loader>()
  const { usdt } = useCopyNumbers()
  if (!isTrader && earned === null) return null
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('as_trader')}</h2>
      <p className="text-sm">
        {withColon(t('earned'))}
        <strong className="tabular-nums">{usdt(earned ?? '0') + bound('USDT')}</strong>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/copy/traders/${userId}`}>{t('public_page')}</ButtonLink>
        {isTrader && (
          <AskedForm
            question={{
              title: t('stop_trading'),
              text: t('stop_trading_ask'),
              yes: t('stop_trading'),
              no: t('back'),
              tone: 'danger',
            }}
          >
            {() => (
              <>
                <input type="hidden" name="intent" value="stop_trading" />
                <input type="hidden" name="commandId" value={commandId} />
                <Button variant="remove">{t('stop_trading')}</Button>
              </>
            )}
          </AskedForm>
        )}
      </div>
    </section>
  )
}

function FollowingCard({ following }: { readonly following: Following }) {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const { usdt, percent } = useCopyNumbers()
  const { traderId, nickname, kind, number, state, end, net, open, margin, share, sharePaid, shareOwed } = following
  const facts = [
    [`kind_${kind}`, numbers.decimal(hundredthsText(number))],
    ['net', inUsdt(<SignedUsdt units={net} />)],
    ['open_copies', numbers.count(open)],
    ['margin', inUsdt(usdt(margin))],
    ['share', percent(share)],
    ['share_paid', inUsdt(usdt(sharePaid))],
    ...(shareOwed === '0' ? [] : ([['share_owed', inUsdt(usdt(shareOwed))]] as const)),
  ] as const
  return (
    <li className="panel grid content-start gap-3 p-4">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold break-words">
          <Link to={`/copy/traders/${traderId}`} className="hover:underline">
            {nickname}
          </Link>
        </h2>
        <Badge tone={state === 'active' ? 'brand' : 'plain'}>
          {state === 'active' ? t('is_followed') : t(`end_${end ?? 'cancelled'}`)}
        </Badge>
      </div>
      <FigureGrid
        rows={facts.map(([key, value]) => ({ key, label: t(key), value }))}
        className="grid-cols-2 gap-x-3 gap-y-2 text-sm sm:grid-cols-3"
      />
      {state === 'active' && (
        <div>
          <ButtonLink to={`/copy/traders/${traderId}/follow`} size="sm">
            {t('change')}
          </ButtonLink>
        </div>
      )}
    </li>
  )
}

const keyOf = ({ copyNo }: Copy): string => String(copyNo)

function Copies() {
  const { t } = useTranslation('copy')
  const { copies, total, page, view, views } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <section className="panel overflow-hidden" aria-label={t('copies')}>
      <Tabs
        label={t('copies')}
        tabs={views.map((name) => ({ to: `?list=${name}`, words: t(`list_${name}`), isSelected: name === view }))}
      />
      {copies.length === 0 ? (
        <Empty icon="orders">{t(`no_${view}`)}</Empty>
      ) : (
        <PagedList rows={copies} page={page} total={total} rowsOf={(data: Data) => data.copies} keyOf={keyOf}>
          {(rows) => (
            <DataTable
              caption={t(`list_${view}`)}
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              {...(view === 'live' && { end: (row: Copy) => <SelfHold row={row} /> })}
            />
          )}
        </PagedList>
      )}
    </section>
  )
}

function SelfHold({ row }: { readonly row: Copy }) {
  const { t } = useTranslation('copy')
  const { commandId } = useLoaderData<typeof loader>()
  if (row.isSelfHeld)
    return (
      <ButtonLink size="sm" to={`/trade/futures/${row.symbol}`}>
        {t('self_held')}
      </ButtonLink>
    )
  if (row.positionNo === null) return null
  return (
    <AskedForm question={{ title: t('self_hold'), text: t('self_hold_ask'), yes: t('self_hold'), no: t('back') }}>
      {() => (
        <>
          <input type="hidden" name="intent" value="hold" />
          <input type="hidden" name="commandId" value={commandId} />
          <input type="hidden" name="position_id" value={row.positionNo ?? ''} />
          <Button size="sm">{t('self_hold')}</Button>
        </>
      )}
    </AskedForm>
  )
}

function useColumns(): readonly Column<Copy>[] {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const { percent } = useCopyNumbers()
  const { view } = useLoaderData<typeof loader>()
  const price = (row: Copy, priceSteps: number) => numbers.decimal(formatSteps(priceSteps, row.priceDecimals))
  const number = (key: string, head: string, cell: Column<Copy>['cell']): Column<Copy> => ({
    key,
    head,
    isNumber: true,
    cell,
  })
  const title: Column<Copy> = {
    key: 'pair',
    head: t('pair'),
    isTitle: true,
    cell: ({ symbol, direction, leverage }) =>
      `${symbol.replace('-', '/')} · ${t(direction === 'long' ? 'long' : 'short')} ${leverage}×`,
  }
  const at: Column<Copy> = { key: 'at', head: t('time'), isAside: true, cell: (row) => <Moment at={row.toldAt} /> }
  const trader: Column<Copy> = { key: 'trader', head: t('trader'), cell: (row) => row.trader }
  const theirs = number('theirs', t('trader_price'), (row) => price(row, row.traderSteps))
  if (view === 'missed')
    return [title, at, trader, theirs, { key: 'why', head: t('reason'), isWide: true, cell: ({ why }) => why }]
  const exit = number('exit', t('exit'), ({ closes, priceDecimals }) => {
    const last = closes.at(-1)
    return last ? numbers.decimal(formatSteps(last.steps, priceDecimals)) : '—'
  })
  const receipt: Column<Copy> = { key: 'receipt', head: t('receipt'), cell: (row) => <ReceiptLink row={row} /> }
  return [
    title,
    at,
    trader,
    number('lots', t('lots'), ({ lots, lotsOpened }) =>
      lotsOpened === null ? '—' : numbers.decimal(hundredthsText(view === 'live' ? (lots ?? lotsOpened) : lotsOpened)),
    ),
    theirs,
    number('own', t('own_price'), (row) => (row.steps === null ? t('waiting') : price(row, row.steps))),
    number('slippage', t('slippage'), ({ direction, traderSteps, steps }) =>
      steps === null ? '—' : percent(slippageOf(direction, traderSteps, steps).toString()),
    ),
    ...(view === 'closed' ? [exit] : []),
    number('result', t('result'), ({ net }) => <SignedUsdt units={net} />),
    ...(view === 'closed' ? [receipt] : []),
  ]
}

/** Receipt of the price at the last close. */
function ReceiptLink({ row: { closes } }: { readonly row: Copy }) {
  const { t } = useTranslation('copy')
  const last = closes.at(-1)
  if (!last) return '—'
  return (
    <Link to={`/receipts/${last.receiptId}`} className="text-selected-text hover:underline">
      {t('receipt')}
    </Link>
  )
}
