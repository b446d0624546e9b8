// Earn page: own locked funds and available products.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { StageBadge } from '../../components/ieo/sale'
import { LockedList, LockedSums } from '../../components/mining/locked-list'
import { MiningOffers } from '../../components/mining/offers'
import { plainDecimal } from '../../forms/decimal-field'
import { PageHeader } from '../../components/page-header'
import { SeriesList } from '../../components/invest/series-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts, miningTexts, investTexts, ieoTexts, isHidden } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="earn" texts={texts}>
      <FeatureWords namespace="mining" texts={miningTexts}>
        <FeatureWords namespace="invest" texts={investTexts}>
          <FeatureWords namespace="ieo" texts={ieoTexts}>
            <HiddenAmounts isHidden={isHidden}>
              <Earn />
            </HiddenAmounts>
          </FeatureWords>
        </FeatureWords>
      </FeatureWords>
    </FeatureWords>
  )
}

const LINK = 'py-2 text-sm text-selected-text hover:underline'

function Earn() {
  const { t } = useTranslation('earn')
  const { t: tMining } = useTranslation('mining')
  const { t: tInvest } = useTranslation('invest')
  const { t: tIeo } = useTranslation('ieo')
  const { offers, series, prices, sales, locked } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-6xl pb-8 lg:px-5">
      <PageHeader title={t('title')} backTo="/" />
      <div className="grid gap-6 px-4 lg:px-0">
        <p className="text-sm text-muted">{t('intro')}</p>
        {locked?.length === 0 && <p className="panel p-4 text-sm text-muted">{t('own_none')}</p>}
        {locked && locked.length > 0 && (
          <details className="panel group overflow-hidden">
            <summary className="flex min-h-12 cursor-pointer items-center gap-x-4 px-4 py-2">
              <h2 className="font-semibold">{t('own')}</h2>
              <span className="ml-auto text-right text-sm tabular-nums">
                <LockedSums lines={locked} />
              </span>
              <Icon name="down" className="size-5 shrink-0 text-muted transition group-open:rotate-180" />
            </summary>
            <LockedList lines={locked} />
          </details>
        )}
        <section className="grid gap-3">
          <Head title={tMining('title')} to="/earn/lock" words={tMining('orders_title')} wordsTo="/earn/lock/orders" />
          <MiningOffers offers={offers} level={3} plainDecimal={plainDecimal} />
        </section>
        <section className="grid gap-3">
          <Head title={tInvest('title')} to="/earn/invest" words={tInvest('mine_title')} wordsTo="/earn/invest/mine" />
          <div className="panel overflow-hidden">
            <SeriesList caption={tInvest('title')} offers={series} prices={prices} />
          </div>
          <Link to="/earn/invest" className={LINK}>
            {t('all_series')}
          </Link>
        </section>
        <section className="grid gap-3">
          <Head title={tIeo('title')} to="/ieo" words={tIeo('orders_title')} wordsTo="/ieo/orders" />
          <ul className="panel divide-y divide-line">
            {sales.map(({ id, title, stage }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 px-4">
                <Link to={`/ieo/${id}`} className="flex min-h-12 items-center hover:underline">
                  {title}
                </Link>
                <StageBadge stage={stage} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

interface HeadProps {
  readonly title: string
  readonly to: string
  readonly words: string
  readonly wordsTo: string
}

function Head({ title, to, words, wordsTo }: HeadProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="font-semibold">
        <Link to={to} className="inline-flex min-h-8 items-center hover:underline">
          {title}
        </Link>
      </h2>
      <Link to={wordsTo} className={LINK}>
        {words}
      </Link>
    </div>
  )
}
