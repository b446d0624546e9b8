// Referrals: the user's code, link, QR code and poster, results, and rules.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button'
import { PageHeader } from '../../components/page-header'
import { QrCode } from '../../components/qr-code'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { Poster } from './poster'
import { Team } from './team'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function Invite() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const { share } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-6xl lg:px-5">
      <PageHeader
        title={t('invite_title')}
        text={t('invite_text', { share: numbers.rate(share) })}
        backTo="/settings"
      />
      <div className="grid gap-4 px-4 pb-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-start lg:px-0">
        <Code />
        <div className="grid gap-4">
          <Earned />
          <Team />
          <Rules />
        </div>
      </div>
    </div>
  )
}

function Code() {
  const { t } = useTranslation('promotion')
  const { inviteCode, link } = useLoaderData<typeof loader>()
  return (
    <div className="panel grid gap-4 p-4">
      <div className="grid justify-items-center">
        <QrCode text={link} label={t('invite_link')} />
      </div>
      <Shared label={t('invite_code')} text={inviteCode} className="text-lg font-bold tracking-wider" />
      <Shared label={t('invite_link')} text={link} whole={new URL(link).search} className="text-sm break-all" />
      <Poster code={inviteCode} link={link} />
    </div>
  )
}

interface SharedProps {
  readonly label: string
  readonly text: string
  /** Full text for screen readers; the visible part is its end, on one line. */
  readonly whole?: string
  readonly className: string
}

function Shared({ label, text, whole = '', className }: SharedProps) {
  const start = whole && text.endsWith(whole) ? text.slice(0, -whole.length) : text
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="block text-xs text-muted">{label}</span>
        <span className={className}>
          {start}
          {start !== text && <span className="inline-block break-normal">{whole}</span>}
        </span>
      </p>
      <CopyButton text={text} label={label} />
    </div>
  )
}

function Earned() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const { earned } = useLoaderData<typeof loader>()
  return (
    <section className="panel grid gap-2 p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-bold">{t('rebate_total')}</h2>
        <Link to="/assets/bills?reason=rebate" className="text-sm text-selected-text">
          {t('rebate_bills')}
        </Link>
      </div>
      {earned.length === 0 ? (
        <p className="text-sm text-muted">{t('rebate_none')}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
          {earned.map(({ code, scale, amount }) => (
            <li key={code}>
              {numbers.amount({ scale }, amount)}
              {bound(code)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Rules() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const { shares } = useLoaderData<typeof loader>()
  return (
    <section className="panel p-4">
      <h2 className="mb-2 font-bold">{t('invite_how')}</h2>
      <ol className="running-text grid list-decimal gap-1.5 pl-5 text-sm text-muted">
        <li>{t('invite_rule_code')}</li>
        <li>{t('invite_rule_paid')}</li>
        <li>
          <Link to="/settings/vip" className="text-selected-text">
            {t('invite_rule_level', { from: numbers.rate(shares.from), to: numbers.rate(shares.to) })}
          </Link>
        </li>
        <li>{t('invite_rule_self')}</li>
      </ol>
    </section>
  )
}
