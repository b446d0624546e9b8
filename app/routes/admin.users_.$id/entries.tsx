// Ledger entries of an account with their system accounts, and current holds.

import { Form, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ENTRY_REASONS } from '#domain/bill-reason'
import { useLedgerWords } from '../../admin/ledger-words'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { Moment } from '../../components/moment'
import { SelectField } from '../../components/select'
import { AccountList } from './account-list'
import type { loader } from './data.server'

export function Entries() {
  const { t } = useTranslation('desk')
  const { sayReason, sayAccount, saySubject } = useLedgerWords()
  const { entries, pages, user } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('entries')}
      csv={`entries-${user.id}`}
      filters={<EntryFilters />}
      none={t('nothing_waits')}
      pages={{ name: 'entries', page: pages.entriesPage, total: entries.total, rowsOf: (file) => file.entries.rows }}
      rows={entries.rows}
      keyOf={({ id }) => String(id)}
      columns={[
        { key: 'id', head: t('col_number'), isTitle: true, cell: ({ id }) => `#${id}` },
        { key: 'at', head: t('col_time'), cell: ({ at }) => <Moment at={at} /> },
        { key: 'reason', head: t('fact_reason'), cell: ({ reason }) => sayReason(reason) },
        {
          key: 'ref',
          head: t('fact_reference'),
          cell: (entry) =>
            entry.reviewId === null ? (
              <span className="wrap-anywhere" title={entry.ref}>
                {saySubject(entry)}
              </span>
            ) : (
              <Link
                to={`/admin/reviews/${entry.reviewId}`}
                className="wrap-anywhere text-selected-text"
                title={entry.ref}
              >
                {saySubject(entry)}
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

export function Holds() {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const { sayHold } = useLedgerWords()
  const { holds, pages, user } = useLoaderData<typeof loader>()
  return (
    <AccountList
      title={t('holds')}
      csv={`holds-${user.id}`}
      pages={{ name: 'holds', page: pages.holdsPage, total: holds.total, rowsOf: (file) => file.holds.rows }}
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
  )
}
