// Bills, newest first, to the last unit.

import { Form, Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { WALLETS } from '#domain/catalogue'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { Pager } from '../../components/pager'
import { useSite } from '../../components/site'
import { zoneWords } from '../../text/dates'
import { cutDecimals, directionOf } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Bills() {
  const say = useWords('wallet')
  const sayShell = useWords('shell')
  const { bills, page } = useLoaderData<typeof loader>()
  const { offset } = useSite()
  return (
    <div className="px-3 pt-4 lg:px-5 lg:pt-6">
      <Link to="/assets" className="mb-2 inline-flex min-h-9 items-center text-sm text-selected-text">
        <Icon name="right" className="size-4 rotate-180" />
        {say('title')}
      </Link>
      <h1 className="text-xl font-bold">{say('bills')}</h1>
      <p className="mt-1 mb-4 text-sm text-muted">{say('bills_text')}</p>
      <Filter />
      <div className="panel overflow-hidden">
        {bills.rows.length === 0 ? <Empty icon="orders">{say('bills_empty')}</Empty> : <BillTable />}
      </div>
      <Pager page={page} total={bills.total} />
      <p className="py-3 text-xs text-muted">{sayShell('times_in', { zone: zoneWords(offset) })}</p>
    </div>
  )
}

function Filter() {
  const say = useWords('wallet')
  const sayRefusals = useWords('refusals')
  const { filter, assets, reasons } = useLoaderData<typeof loader>()
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 gap-2 lg:flex lg:max-w-3xl">
      <Select name="wallet" label={say('wallet')} value={filter.wallet} all={say('all_wallets')}>
        {WALLETS.map((wallet) => (
          <option key={wallet} value={wallet}>
            {sayRefusals(`wallet_${wallet}`)}
          </option>
        ))}
      </Select>
      <Select name="asset" label={say('asset')} value={filter.asset} all={say('all_assets')}>
        {assets.map((asset) => (
          <option key={asset.id} value={asset.id}>
            {asset.code}
          </option>
        ))}
      </Select>
      <Select name="reason" label={say('reason')} value={filter.reason} all={say('all_reasons')}>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {sayRefusals(`bill_${reason}`)}
          </option>
        ))}
      </Select>
      <button className="button button-quiet">{say('filter')}</button>
    </Form>
  )
}

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly all: string
  readonly children: ReactNode
}

function Select({ name, label, value, all, children }: SelectProps) {
  return (
    <select name={name} aria-label={label} defaultValue={value} key={value} className="field min-w-0 flex-1">
      <option value="">{all}</option>
      {children}
    </select>
  )
}

/** More than any asset has: bills are told to the last unit. */
const DECIMALS_MAX = 18

function BillTable() {
  const say = useWords('wallet')
  const sayRefusals = useWords('refusals')
  const numbers = useNumbers()
  const { bills } = useLoaderData<typeof loader>()
  return (
    <table className="block w-full text-sm lg:table">
      <thead className="hidden text-xs text-muted lg:table-header-group">
        <tr>
          <th className="px-4 py-2 text-left font-normal">{say('time')}</th>
          <th className="px-4 text-left font-normal">{say('reason')}</th>
          <th className="px-4 text-left font-normal">{say('wallet')}</th>
          <th className="px-4 text-right font-normal">{say('change')}</th>
          <th className="px-4 text-right font-normal">{say('after')}</th>
          <th className="px-4 text-left font-normal">{say('reference')}</th>
        </tr>
      </thead>
      <tbody className="block divide-y divide-line lg:table-row-group">
        {bills.rows.map((bill) => (
          <tr
            key={bill.id}
            data-reason={bill.reason}
            className="grid grid-cols-[1fr_auto] gap-x-3 p-3 lg:table-row lg:p-0"
          >
            <td className="order-3 text-xs text-muted lg:table-cell lg:px-4 lg:py-2.5 lg:text-sm">
              <Moment at={bill.at} />
            </td>
            <td className="order-1 font-medium lg:px-4 lg:font-normal">{sayRefusals(`bill_${bill.reason}`)}</td>
            <td className="order-5 text-xs text-muted lg:table-cell lg:px-4 lg:text-sm">
              {sayRefusals(`wallet_${bill.wallet}`)}
            </td>
            <td className="order-2 text-right lg:px-4">
              <Signed value={bill.value} /> {bill.code}
            </td>
            <td className="order-4 text-right text-xs text-muted lg:px-4 lg:text-sm">
              {numbers.readable(bill.after, DECIMALS_MAX)}
            </td>
            <td className="order-6 max-w-48 truncate text-right text-xs text-muted lg:px-4 lg:text-left">{bill.ref}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Signed({ value }: { value: string }) {
  const numbers = useNumbers()
  const direction = directionOf(value)
  const className = direction === 'down' ? 'text-down-text' : direction === 'up' ? 'text-up-text' : ''
  return (
    <span data-testid="bill-value" className={className}>
      {numbers.signed(cutDecimals(value, DECIMALS_MAX))}
    </span>
  )
}
