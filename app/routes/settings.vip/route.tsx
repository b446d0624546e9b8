// VIP page: current level, requirements of the next, terms of all levels, current fees.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Amount, subtract } from '#domain/money/amount'
import { VIP_LEVELS } from '#domain/promotion/vip'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { DataTable } from '../../components/data-table'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useSite } from '../../site/site'
import { bound, centsUp, roundValueText, valueText } from '../../text/money'
import { instantWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Vip() {
  const { t } = useTranslation('promotion')
  const { own } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('vip_title')} text={t('vip_text')} backTo="/settings">
      {own ? <LevelSummary /> : <Guest />}
      <Levels />
      {own && <Fees />}
    </Pane>
  )
}

function Guest() {
  const { t } = useTranslation('promotion')
  const { t: tShell } = useTranslation('shell')
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="text-sm text-muted">{t('vip_guest')}</p>
      <ButtonLink to="/login?returnTo=%2Fsettings%2Fvip" variant="brand">
        {tShell('log_in')}
      </ButtonLink>
    </div>
  )
}

function LevelSummary() {
  const { t } = useTranslation('promotion')
  const { t: tSettings } = useTranslation('settings')
  const numbers = useNumbers()
  const { own } = useLoaderData<typeof loader>()
  if (!own) return null
  const { level, next, volume } = own
  const toNext = next && {
    value: numbers.usdt(valueText(centsUp(subtract(next.volumeMin, volume)))),
    level: next.level,
  }
  return (
    <div className="panel grid gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <Badge tone="brand">{tSettings('level', { level: level.level })}</Badge>
        <p className="text-right text-sm">
          <span className="block text-xs text-muted">{t('vip_volume')}</span>
          <span className="font-semibold tabular-nums">
            {numbers.usdt(valueText(volume))}
            {bound('USDT')}
          </span>
        </p>
      </div>
      <Progress part={volume} whole={next?.volumeMin ?? volume} label={t('vip_volume')} />
      <p className="text-sm text-muted">{toNext ? t('vip_to_next', toNext) : t('vip_top')}</p>
    </div>
  )
}

/** Progress to the next level; full at the highest level. */
function Progress({ part, whole, label }: { part: Amount; whole: Amount; label: string }) {
  const numbers = useNumbers()
  const percent = whole === 0n || part >= whole ? 100 : Number((part * 100n) / whole)
  return (
    <svg
      viewBox="0 0 100 2"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-pressed text-brand"
      role="img"
      aria-label={`${label}: ${numbers.percent(String(percent))}`}
    >
      <rect width={percent} height="2" fill="currentColor" />
    </svg>
  )
}

function Levels() {
  const { t } = useTranslation('promotion')
  const { t: tSettings } = useTranslation('settings')
  const numbers = useNumbers()
  const { own } = useLoaderData<typeof loader>()
  return (
    <section className="panel overflow-hidden">
      <h2 className="p-4 font-bold">{t('vip_levels')}</h2>
      <DataTable
        caption={t('vip_levels')}
        rows={VIP_LEVELS}
        keyOf={({ level }) => String(level)}
        columns={[
          {
            key: 'level',
            head: t('vip_level'),
            isTitle: true,
            cell: ({ level }) => (
              <span className={own?.level.level === level ? 'font-semibold text-brand-text' : ''}>
                {tSettings('level', { level })}
              </span>
            ),
          },
          {
            key: 'volume',
            head: t('vip_volume'),
            isNumber: true,
            isAside: true,
            cell: ({ volumeMin }) => (
              <>
                <span className="block lg:hidden">{t('vip_volume')}</span>
                <span className="text-ink">≥ {numbers.decimal(roundValueText(volumeMin)) + bound('USDT')}</span>
              </>
            ),
          },
          {
            key: 'discount',
            isWide: true,
            head: t('vip_discount'),
            isNumber: true,
            cell: ({ feeDiscount }) => numbers.rate(feeDiscount),
          },
          {
            key: 'share',
            isWide: true,
            head: t('vip_share'),
            isNumber: true,
            cell: ({ rebateShare }) => numbers.rate(rebateShare),
          },
        ]}
      />
    </section>
  )
}

function Fees() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const site = useSite()
  const { own } = useLoaderData<typeof loader>()
  if (!own) return null
  const { coupon } = own.terms
  return (
    <section className="panel overflow-hidden">
      <h2 className="p-4 font-bold">{t('vip_fees')}</h2>
      {coupon && (
        <div className="px-4 pb-3">
          <Notice tone="good">
            {t('vip_coupon', { share: numbers.rate(coupon.discount), time: instantWords(coupon.endsAt, site) })}
          </Notice>
        </div>
      )}
      <DataTable
        caption={t('vip_fees')}
        rows={own.pairs}
        keyOf={({ pair }) => pair.symbol}
        columns={[
          {
            key: 'pair',
            head: t('vip_pair'),
            isTitle: true,
            cell: ({ pair }) => `${pair.base.code}/${pair.quote.code}`,
          },
          { key: 'maker', head: t('vip_maker'), isNumber: true, cell: ({ maker }) => numbers.rate(maker) },
          { key: 'taker', head: t('vip_taker'), isNumber: true, cell: ({ taker }) => numbers.rate(taker) },
        ]}
      />
    </section>
  )
}
