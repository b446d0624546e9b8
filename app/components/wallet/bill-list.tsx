// Bills, newest first, in full precision: table rows on a desktop, two lines each on a phone. Scrolling loads more.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { billWord } from '#domain/bill-reason'
import type { BillLine } from '#services/bills'
import { bound } from '../../text/money'
import { cutDecimals, directionOf } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import { Hideable } from '../hidden-amounts'
import { PagedList } from '../paged-list'
import type { ListPage } from '../../live/list-pages'
import { Moment } from '../moment'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

const GRID =
  'lg:grid lg:grid-cols-[11rem_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,0.9fr)] lg:items-baseline lg:gap-x-3 lg:px-4'

/** Phone: cells share one flex line. Desktop: cells are ordinary columns, and overflow wraps below. */
const PHONE_LINE = 'flex flex-wrap items-baseline justify-between gap-x-3 lg:contents'

/** Both pages with this list name it so. */
const rowsOf = ({ bills }: { readonly bills: ListPage<BillLine> }): readonly BillLine[] => bills.rows
const keyOf = ({ id }: BillLine): string => String(id)

export function BillList({ bills }: { readonly bills: ListPage<BillLine> }) {
  const { t } = useTranslation('wallet')
  return (
    <>
      <div aria-hidden="true" className={`hidden border-b border-line py-2.5 text-xs text-muted ${GRID}`}>
        <span>{t('time')}</span>
        <span>{t('reason')}</span>
        <span>{t('wallet')}</span>
        <span className="text-right">{t('change')}</span>
        <span className="text-right">{t('after')}</span>
        <span className="text-right">{t('reference')}</span>
      </div>
      <PagedList {...bills} rowsOf={rowsOf} keyOf={keyOf} isEager>
        {(rows) => (
          <ul>
            {rows.map((bill) => (
              <li key={bill.id}>
                <BillRow bill={bill} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function BillRow({ bill }: { readonly bill: BillLine }) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  return (
    <div data-reason={bill.reason} className={`border-b border-line px-4 py-3 text-sm lg:py-2.5 lg:text-xs ${GRID}`}>
      <div className={PHONE_LINE}>
        <span className="font-medium lg:order-2 lg:font-normal">{tRefusals(billWord(bill))}</span>
        <span className="ml-auto text-right font-medium lg:order-4 lg:font-normal lg:wrap-anywhere">
          <Hideable>
            <Signed value={bill.value} />
          </Hideable>
          {bound(bill.code)}
        </span>
      </div>
      <div className={PHONE_LINE}>
        <span className="text-xs text-muted lg:order-1">
          <Moment at={bill.at} />
        </span>
        <span className="ml-auto text-right text-xs text-muted lg:order-5 lg:wrap-anywhere lg:text-ink">
          <span className="lg:sr-only">{t('after')} </span>
          <span data-testid="bill-after">
            <Hideable>{numbers.readable(bill.after, DECIMALS_MAX)}</Hideable>
          </span>
        </span>
      </div>
      <div className={PHONE_LINE}>
        <span className="text-xs text-muted lg:order-3">{tRefusals(`wallet_${bill.wallet}`)}</span>
        <span className="ml-auto flex min-w-0 flex-wrap justify-end gap-x-2 lg:order-6">
          {bill.receiptId !== null && (
            <Link to={`/receipts/${bill.receiptId}`} className="text-xs text-selected-text hover:underline">
              {t('receipt')}
            </Link>
          )}
          <Reference text={bill.ref} />
        </span>
      </div>
    </div>
  )
}

/** Only incoming amounts are coloured (green); outgoing amounts stay plain, since a payment is not a loss. */
function Signed({ value }: { readonly value: string }) {
  const numbers = useNumbers()
  const direction = directionOf(value)
  return (
    <span data-testid="bill-value" className={direction === 'up' ? 'text-good-text' : ''}>
      {numbers.signed(cutDecimals(value, DECIMALS_MAX))}
    </span>
  )
}

/** Reference of a bill, labelled on a phone because columns have no head there; an empty reference renders nothing. */
function Reference({ text }: { readonly text: string }) {
  const { t } = useTranslation('wallet')
  const [kind = '', id = ''] = text.split(/:(.*)/)
  const words = kind === 'spot' ? t('reference_order', { order: id }) : referenceOf(kind, id)
  return (
    <span className={`truncate text-right text-xs text-muted ${words ? '' : 'max-lg:hidden'}`} title={text}>
      {kind !== 'spot' && words && <span className="lg:sr-only">{t('reference')} </span>}
      {words || '—'}
    </span>
  )
}

/** Short reference: deposits and withdrawals by their request number, long ids by their first eight characters. */
function referenceOf(kind: string, id: string): string {
  if (kind === 'deposit' || kind === 'withdrawal') return kind.charAt(0) + id
  // Demo grants occur once, and a rebate's id only names the invited user: neither needs a reference.
  if (kind === 'demo' || kind === 'rebate') return ''
  return id.length > 12 ? `${id.slice(0, 8)}…` : `#${id}`
}
