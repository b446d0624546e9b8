// IEO application page: state, allotment and payment, unlock schedule, share verification.

import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tokens, unlockAt, unlockedAfter } from '#domain/ieo/terms'
import { type Amount, decodeAmount, subtract } from '#domain/money/amount'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { Pane } from '../../components/pane'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { ShareCheck } from './share-check'
import type { loader } from './data.server'
import type { WordKey } from '../../../locales/key'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('ieo', Order)

function Order() {
  const { t } = useTranslation('ieo')
  const { title, row, projectTitle, receipt } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} backTo="/ieo/orders" frame="form">
      <div className="panel grid gap-1 p-4">
        <p className="text-lg font-semibold">{t(`state_${row.state}`)}</p>
        <Link to={`/ieo/${row.projectId}`} className="text-sm text-selected-text hover:underline">
          {projectTitle}
        </Link>
      </div>
      <Facts />
      <UnlockPlan />
      {receipt && <ShareCheck receipt={receipt} />}
      <nav className="px-1 text-sm">
        <Link to="/assets/bills" className="py-2 text-selected-text hover:underline">
          {t('bills')}
        </Link>
      </nav>
    </Pane>
  )
}

function Facts() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { row, asset, pay } = useLoaderData<typeof loader>()
  const at = (instant: number | null) => (instant === null ? '—' : <Moment at={instant} />)
  const money = (value: Amount) => <Hideable>{`${numbers.amount(pay, value)}\u00a0${pay.code}`}</Hideable>
  const isSettled = row.allotted !== null
  const back = subtract(decodeAmount(row.held), decodeAmount(row.paid))
  const rows: readonly (readonly [WordKey<'ieo'>, ReactNode])[] = [
    ['applied', `${numbers.count(row.quantity)}\u00a0${asset.code}`],
    ['allotted', isSettled ? `${numbers.count(row.allotted ?? 0)}\u00a0${asset.code}` : '—'],
    ['unlocked', `${numbers.amount(asset, decodeAmount(row.unlocked))}\u00a0${asset.code}`],
    ['held_amount', money(decodeAmount(row.held))],
    ['paid', isSettled ? money(decodeAmount(row.paid)) : '—'],
    ['returned', isSettled ? money(back) : '—'],
    ...(row.tick ? ([['price_then', `${numbers.decimal(row.tick.price)}\u00a0USDT`]] as const) : []),
    ['claim_no', row.claimNo === null ? '—' : String(row.claimNo)],
    ['accepted_at', at(row.acceptedAt)],
    ['settled_at', at(row.settledAt)],
    ['listing_at', at(row.terms.listingAt)],
    ['delivered_at', at(row.deliveredAt)],
  ]
  return <FigureList rows={rows.map(([key, value]) => ({ key, label: t(key as 'applied'), value }))} />
}

/** Maximum days listed individually; later days are summarised. */
const DAYS_SHOWN = 30

/** Unlock schedule, computed by the unlock function. */
function UnlockPlan() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { row, asset } = useLoaderData<typeof loader>()
  const { lockDays } = row.terms
  if (!row.allotted) return null
  const all = tokens(asset, row.allotted)
  const days = Array.from({ length: Math.min(lockDays, DAYS_SHOWN) }, (_, index) => index + 1)
  const part = (day: number) => subtract(unlockedAfter(all, day, lockDays), unlockedAfter(all, day - 1, lockDays))
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="text-base font-semibold">{t('plan')}</h2>
      <ol className="grid gap-1.5">
        {days.map((day) => (
          <li key={day} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-muted">
              {t('plan_day', { day })} · <Moment at={unlockAt(row.terms, day)} />
            </span>
            <span className="tabular-nums">
              {numbers.amount(asset, part(day))}
              {bound(asset.code)}
              {day <= row.unlockedDays && ` · ${t('plan_done')}`}
            </span>
          </li>
        ))}
      </ol>
      {lockDays > DAYS_SHOWN && <p className="text-muted">{t('plan_more')}</p>}
    </section>
  )
}
