// Entries of an account's ledger, system accounts included, what is held of it, and its orders; each with pages of its own.

import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CONDITIONAL_STAGES } from '#party/protocol/conditional'
import { ENTRY_REASONS } from '#domain/bill-reason'
import { useLedgerWords } from '../../admin/ledger-words'
import { CsvLink, DeskTable, Panel } from '../../admin/page'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import type { loader } from './data.server'

export function Entries() {
  const { t } = useTranslation('desk')
  const { sayReason, sayAccount } = useLedgerWords()
  const { entries, pages, user } = useLoaderData<typeof loader>()
  return (
    <Panel title={t('entries')} end={<CsvLink what={`entries-${user.id}`} />}>
      <EntryFilters />
      {entries.rows.length === 0 ? (
        <p className="p-4 text-sm text-muted">{t('nothing_waits')}</p>
      ) : (
        <DeskTable
          caption={t('entries')}
          rows={entries.rows}
          keyOf={({ id }) => String(id)}
          columns={[
            { key: 'id', head: t('col_number'), isTitle: true, cell: ({ id }) => `#${id}` },
            { key: 'at', head: t('col_time'), cell: ({ at }) => <Moment at={at} /> },
            { key: 'reason', head: t('fact_reason'), cell: ({ reason }) => sayReason(reason) },
            {
              key: 'ref',
              head: t('fact_reference'),
              cell: ({ ref, reviewId }) =>
                reviewId === null ? (
                  <span className="break-all">{ref}</span>
                ) : (
                  <Link to={`/admin/reviews/${reviewId}`} className="break-all text-selected-text">
                    {ref}
                  </Link>
                ),
            },
            {
              key: 'lines',
              head: t('col_lines'),
              cell: ({ lines }) => (
                <ul className="text-left">
                  {lines.map(({ account, amount }, index) => (
                    <li key={index} className="tabular-nums">
                      {sayAccount(account)} {amount}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
      <Pages name="entries" page={pages.entriesPage} total={entries.total} limit={pages.limit} />
    </Panel>
  )
}

function EntryFilters() {
  const { t } = useTranslation('desk')
  const { sayReason } = useLedgerWords()
  const { assets, chosen } = useLoaderData<typeof loader>()
  const any = { value: '', words: t('anything') }
  return (
    <Form
      method="get"
      preventScrollReset
      className="grid grid-cols-2 items-end gap-2 border-b border-line p-4 lg:grid-cols-5"
    >
      <SelectField
        label={t('fact_reason')}
        name="reason"
        defaultValue={chosen.reason}
        options={[any, ...ENTRY_REASONS.map((value) => ({ value, words: sayReason(value) }))]}
      />
      <SelectField
        label={t('fact_asset')}
        name="asset"
        defaultValue={chosen.asset}
        options={[any, ...assets.map(({ id, code }) => ({ value: String(id), words: code }))]}
      />
      <Field label={t('from_day')} name="from" type="date" defaultValue={chosen.from} />
      <Field label={t('until_day')} name="until" type="date" defaultValue={chosen.until} />
      <Button type="submit" variant="quiet" className="max-lg:col-span-2">
        {t('search')}
      </Button>
    </Form>
  )
}

export function Orders() {
  const { t } = useTranslation('desk')
  const { sayOrder, sayState } = useLedgerWords()
  const { orders, pages, user } = useLoaderData<typeof loader>()
  return (
    <Panel title={t('orders')} end={<CsvLink what={`orders-${user.id}`} />}>
      {orders.rows.length === 0 ? (
        <p className="p-4 text-sm text-muted">{t('nothing_waits')}</p>
      ) : (
        <DeskTable
          caption={t('orders')}
          rows={orders.rows}
          keyOf={({ orderNo }) => String(orderNo)}
          columns={[
            { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
            { key: 'at', head: t('col_time'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
            { key: 'pair', head: t('pair'), cell: ({ symbol }) => symbol },
            { key: 'side', head: t('direction'), cell: sayOrder },
            { key: 'filled', head: t('filled_of'), isNumber: true, cell: ({ done }) => done },
            { key: 'state', head: t('col_state'), cell: sayState },
          ]}
        />
      )}
      <Pages name="orders" page={pages.ordersPage} total={orders.total} limit={pages.limit} />
    </Panel>
  )
}

/** Orders that wait for a price, or did. */
export function Conditionals() {
  const { t } = useTranslation('desk')
  const { conditionals, pages, user } = useLoaderData<typeof loader>()
  return (
    <Panel title={t('conditional_orders')} end={<CsvLink what={`conditionals-${user.id}`} />}>
      <ConditionalFilters />
      {conditionals.rows.length === 0 ? (
        <p className="p-4 text-sm text-muted">{t('nothing_waits')}</p>
      ) : (
        <DeskTable
          caption={t('conditional_orders')}
          rows={conditionals.rows}
          keyOf={({ conditionalNo }) => String(conditionalNo)}
          columns={[
            { key: 'no', head: t('col_number'), isTitle: true, cell: ({ conditionalNo }) => `#${conditionalNo}` },
            { key: 'at', head: t('col_time'), cell: ({ acceptedAt }) => <Moment at={acceptedAt} /> },
            { key: 'pair', head: t('pair'), cell: ({ symbol }) => symbol },
            { key: 'side', head: t('direction'), cell: ({ side, kind }) => `${side} · ${kind}` },
            { key: 'condition', head: t('conditional_price'), isNumber: true, cell: ({ condition }) => condition },
            { key: 'size', head: t('conditional_size'), isNumber: true, cell: ({ size }) => size },
            { key: 'held', head: t('held'), isNumber: true, cell: ({ held }) => held },
            {
              key: 'state',
              head: t('col_state'),
              cell: ({ stage, why, receiptId }) => (
                <span>
                  {receiptId === null ? (
                    t(`stage_${stage}`)
                  ) : (
                    <Link to={`/receipts/${receiptId}`} className="text-selected-text">
                      {t(`stage_${stage}`)}
                    </Link>
                  )}
                  {why !== null && ` (${why})`}
                </span>
              ),
            },
          ]}
        />
      )}
      <Pages name="conditionals" page={pages.conditionalsPage} total={conditionals.total} limit={pages.limit} />
    </Panel>
  )
}

function ConditionalFilters() {
  const { t } = useTranslation('desk')
  const { pairs, pages } = useLoaderData<typeof loader>()
  const { stage, symbol } = pages.conditionalFilter
  const any = { value: '', words: t('anything') }
  return (
    <Form
      method="get"
      preventScrollReset
      className="grid grid-cols-2 items-end gap-2 border-b border-line p-4 lg:grid-cols-5"
    >
      <SelectField
        label={t('col_state')}
        name="stage"
        defaultValue={stage ?? ''}
        options={[any, ...CONDITIONAL_STAGES.map((value) => ({ value, words: t(`stage_${value}`) }))]}
      />
      <SelectField
        label={t('pair')}
        name="of_pair"
        defaultValue={symbol ?? ''}
        options={[any, ...pairs.map((value) => ({ value, words: value }))]}
      />
      <Button type="submit" variant="quiet" className="max-lg:col-span-2">
        {t('search')}
      </Button>
    </Form>
  )
}

export function FuturesPositions() {
  const { t } = useTranslation('desk')
  const { futures } = useLoaderData<typeof loader>()
  if (futures.length === 0) return null
  return (
    <Panel title={t('futures_positions')}>
      <DeskTable
        caption={t('futures_positions')}
        rows={futures}
        keyOf={({ positionNo }) => String(positionNo)}
        columns={[
          { key: 'no', head: t('col_number'), isTitle: true, cell: ({ positionNo }) => `#${positionNo}` },
          { key: 'contract', head: t('futures_contract'), cell: ({ contract }) => contract },
          { key: 'lots', head: t('futures_lots'), isNumber: true, cell: ({ lots }) => lots },
          { key: 'open', head: t('futures_open_at'), isNumber: true, cell: ({ openAt }) => openAt },
          { key: 'margin', head: t('futures_margin'), isNumber: true, cell: ({ margin }) => margin },
          { key: 'won', head: t('futures_won'), isNumber: true, cell: ({ won }) => won },
          { key: 'state', head: t('col_state'), cell: ({ state }) => state },
        ]}
      />
    </Panel>
  )
}

export function OptionOrders() {
  const { t } = useTranslation('desk')
  const { options } = useLoaderData<typeof loader>()
  if (options.length === 0) return null
  return (
    <Panel title={t('option_orders')}>
      <DeskTable
        caption={t('option_orders')}
        rows={options}
        keyOf={({ orderNo }) => String(orderNo)}
        columns={[
          { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
          { key: 'contract', head: t('option_direction'), cell: ({ contract }) => contract },
          { key: 'stake', head: t('option_stake'), isNumber: true, cell: ({ stake }) => stake },
          { key: 'prices', head: t('option_prices'), isNumber: true, cell: ({ prices }) => prices },
          { key: 'paid', head: t('option_paid'), isNumber: true, cell: ({ paid }) => paid },
          { key: 'state', head: t('col_state'), cell: ({ state }) => state },
        ]}
      />
    </Panel>
  )
}

export function Deposits() {
  const { t } = useTranslation('desk')
  const { mining } = useLoaderData<typeof loader>()
  if (mining.length === 0) return null
  return (
    <Panel title={t('mining_deposits')}>
      <DeskTable
        caption={t('mining_deposits')}
        rows={mining}
        keyOf={({ orderNo }) => String(orderNo)}
        columns={[
          { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
          { key: 'product', head: t('sheet_mining_products'), cell: ({ product }) => product },
          { key: 'amount', head: t('mining_amount'), isNumber: true, cell: ({ amount }) => amount },
          { key: 'rate', head: t('cell_daily_rate'), isNumber: true, cell: ({ rate }) => rate },
          { key: 'yielded', head: t('mining_yielded'), isNumber: true, cell: ({ yielded }) => yielded },
          { key: 'matures', head: t('mining_matures'), cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
          { key: 'state', head: t('col_state'), cell: ({ state }) => state },
        ]}
      />
    </Panel>
  )
}

export function Investments() {
  const { t } = useTranslation('desk')
  const { invest } = useLoaderData<typeof loader>()
  if (invest.length === 0) return null
  return (
    <Panel title={t('invest_orders')}>
      <DeskTable
        caption={t('invest_orders')}
        rows={invest}
        keyOf={({ orderNo }) => String(orderNo)}
        columns={[
          { key: 'no', head: t('col_number'), isTitle: true, cell: ({ orderNo }) => `#${orderNo}` },
          { key: 'series', head: t('sheet_invest_series'), cell: ({ series }) => series },
          { key: 'shares', head: t('invest_shares'), isNumber: true, cell: ({ shares }) => shares },
          { key: 'amount', head: t('mining_amount'), isNumber: true, cell: ({ amount }) => amount },
          { key: 'paid', head: t('invest_paid'), isNumber: true, cell: ({ paid }) => paid },
          { key: 'matures', head: t('mining_matures'), cell: ({ maturesAt }) => <Moment at={maturesAt} /> },
          { key: 'state', head: t('col_state'), cell: ({ state }) => state },
        ]}
      />
    </Panel>
  )
}

export function Holds() {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const { sayHold } = useLedgerWords()
  const { holds, pages, user } = useLoaderData<typeof loader>()
  if (holds.total === 0) return null
  return (
    <Panel title={t('holds')} end={<CsvLink what={`holds-${user.id}`} />}>
      <DeskTable
        caption={t('holds')}
        rows={holds.rows}
        keyOf={({ ref }) => ref}
        columns={[
          {
            key: 'for',
            head: t('held_for'),
            isTitle: true,
            cell: (hold) =>
              hold.reviewId === null ? (
                sayHold(hold)
              ) : (
                <Link to={`/admin/reviews/${hold.reviewId}`} className="text-selected-text">
                  {sayHold(hold)}
                </Link>
              ),
          },
          { key: 'wallet', head: t('fact_wallet'), cell: ({ wallet }) => tRefusals(`wallet_${wallet}`) },
          { key: 'amount', head: t('fact_amount'), isNumber: true, cell: ({ amount }) => amount },
        ]}
      />
      <Pages name="holds" page={pages.holdsPage} total={holds.total} limit={pages.limit} />
    </Panel>
  )
}

interface PagesProps {
  readonly name: 'entries' | 'holds' | 'orders' | 'conditionals' | 'reviews'
  readonly page: number
  readonly total: number
  readonly limit: number
}

/** Lists of one page turn by themselves. */
export function Pages({ name, page, total, limit }: PagesProps) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const pages = Math.max(1, Math.ceil(total / limit))
  if (pages === 1) return null
  const to = (target: number) => {
    const next = new URLSearchParams(search)
    next.set(name, String(target))
    next.delete('done')
    return `?${next.toString()}`
  }
  return (
    <nav aria-label={t('page_of', { page, pages })} className="flex items-center justify-center gap-3 p-3 text-sm">
      {page > 1 && (
        <Link to={to(page - 1)} preventScrollReset rel="prev" className="button button-quiet button-sm">
          {t('previous')}
        </Link>
      )}
      <span className="text-muted">{t('page_of', { page, pages })}</span>
      {page < pages && (
        <Link to={to(page + 1)} preventScrollReset rel="next" className="button button-quiet button-sm">
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
