// Portfolio: equity over time, results without deposits and withdrawals, where they came from, and average costs.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { MoneyPlace } from '#domain/portfolio/movement'
import type { UsdtPrices } from '#domain/portfolio/appraisal'
import { RANGES } from '#domain/portfolio/ranges'
import { buttonClass } from '../../components/button'
import { Change } from '../../components/change'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { HideToggle } from '../../components/hide-toggle'
import { Icon } from '../../components/icon'
import { PageHeader } from '../../components/page-header'
import { Tabs } from '../../components/tabs'
import { useSite } from '../../site/site'
import { floorDecimals } from '../../text/decimal-text'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { CostTable } from './cost-table'
import type { loader } from './data.server'
import { EquityChart } from './equity-chart'
import { SignedUsdt } from '../../components/portfolio/signed-usdt'
import { TodayChange } from '../../components/portfolio/today-change'
import { changeOf } from '../../live/use-today'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('portfolio', Page)

function Page() {
  const { t } = useTranslation('portfolio')
  const { t: tWallet } = useTranslation('wallet')
  const { range, places } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={tWallet('portfolio')}
        text={<span className="hidden lg:inline">{t('text')}</span>}
        backTo="/assets"
        end={
          <>
            <HideToggle />
            <a
              href={`/assets/portfolio/export?range=${range}`}
              download
              aria-label={tWallet('export_label')}
              className={`${buttonClass({ size: 'sm' })} whitespace-nowrap`}
            >
              <Icon name="deposit" className="size-4" />
              {tWallet('export_csv')}
            </a>
          </>
        }
      />
      {places.length === 0 ? (
        <div className="panel mx-3 lg:mx-0">
          <Empty icon="chart">{t('empty')}</Empty>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-5 lg:px-0">
          <Over />
          <div className="grid h-fit grid-cols-[minmax(0,1fr)] gap-3 lg:gap-5">
            <Figures />
            <Sources />
          </div>
          <Costs />
        </div>
      )}
    </>
  )
}

function useAddress() {
  const { range, line, place } = useLoaderData<typeof loader>()
  return (change: { readonly range?: string; readonly line?: string; readonly place?: string | null }) => {
    const next = { range, line, place, ...change }
    const search = new URLSearchParams({
      range: next.range,
      ...(next.place && { place: next.place }),
      ...(next.line === 'value' && !next.place && { line: next.line }),
    })
    return `/assets/portfolio?${search.toString()}`
  }
}

/** Total, its result, and the line over time. */
function Over() {
  const { t } = useTranslation('portfolio')
  const { range, line, place, points, curveFrom } = useLoaderData<typeof loader>()
  const to = useAddress()
  return (
    <div className="panel h-fit overflow-hidden p-4 lg:p-5">
      <Head />
      <Tabs
        label={t('range')}
        variant="segment"
        className="mt-3"
        tabs={RANGES.map((each) => ({
          to: to({ range: each }),
          words: t(`range_${each}`),
          isSelected: each === range,
        }))}
      />
      <div className="mt-4">
        <Hideable>
          <EquityChart
            points={points}
            isResult={line === 'result'}
            isShort={range === '1D' || range === '1W'}
            curveFrom={curveFrom}
          />
        </Hideable>
      </div>
      {place === null && (
        <Tabs
          label={t('line')}
          variant="pill"
          className="mt-3"
          tabs={(['result', 'value'] as const).map((each) => ({
            to: to({ line: each }),
            words: t(`line_${each}`),
            isSelected: each === line,
          }))}
        />
      )}
      <Places />
    </div>
  )
}

/** Like the rest of the page, today's change is as of its drawing. */
const NO_PRICES: UsdtPrices = new Map()

function Head() {
  const { t } = useTranslation('portfolio')
  const { equity, result, percent, range, today } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const { fiat } = useSite()
  return (
    <>
      <p className="text-sm text-muted">{t('line_value')}</p>
      <p className="text-3xl font-bold break-words" data-testid="equity">
        <Hideable>{numbers.fiat(fiat, equity)}</Hideable>
      </p>
      <p className="text-sm text-muted" data-testid="equity-usdt">
        <Hideable>
          ≈ {numbers.usdt(equity)}
          {bound('USDT')}
        </Hideable>
      </p>
      {today && <TodayChange {...changeOf(today, NO_PRICES)} />}
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="text-muted">{t(`range_${range}`)}</span>
        <span data-testid="result">
          <Hideable>
            <SignedUsdt usdt={result} />
            {bound('USDT')}
          </Hideable>
        </span>
        {percent !== null && <Change percent={floorDecimals(percent, 2)} />}
      </p>
    </>
  )
}

function usePlaceWords(): (place: MoneyPlace) => string {
  const { t } = useTranslation('portfolio')
  const { t: tRefusals } = useTranslation('refusals')
  return (place) =>
    place === 'auctions' || place === 'works' || place === 'sales' || place === 'debt'
      ? t(`place_${place}`)
      : tRefusals(`wallet_${place}`)
}

/** Equity by place, one line each. */
function Places() {
  const { t } = useTranslation('portfolio')
  const { places, place, equity } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const to = useAddress()
  const { t: tWallet } = useTranslation('wallet')
  const words = usePlaceWords()
  const tabs = [{ place: null, value: equity }, ...places].map((each) => ({
    to: to({ place: each.place }),
    isSelected: each.place === place,
    words: (
      <span className="py-1.5 text-left">
        <span className="block">{each.place === null ? tWallet('all_wallets') : words(each.place)}</span>
        <span className="block text-2xs font-normal text-muted">
          <Hideable>{numbers.usdt(each.value)}</Hideable>
        </span>
      </span>
    ),
  }))
  return <Tabs label={t('place')} tabs={tabs} className="-mx-4 mt-3 -mb-4 lg:-mx-5 lg:-mb-5" />
}

function Figures() {
  const { t } = useTranslation('portfolio')
  const { start, received, given, result, equity, percent, moneyPercent } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  const plain = (usdt: string) => <Hideable>{numbers.usdt(usdt)}</Hideable>
  const rows = [
    { key: 'start', label: t('start'), value: plain(start) },
    { key: 'received', label: t('received'), value: plain(received) },
    { key: 'given', label: t('given'), value: plain(given) },
    {
      key: 'result',
      label: t('result'),
      value: (
        <Hideable>
          <SignedUsdt usdt={result} />
        </Hideable>
      ),
    },
    { key: 'end', label: t('end'), value: plain(equity), isStrong: true },
    ...(
      [
        ['rate', percent],
        ['money_rate', moneyPercent],
      ] as const
    ).flatMap(([key, shown]) =>
      shown === null ? [] : [{ key, label: t(key), value: <Change percent={floorDecimals(shown, 2)} /> }],
    ),
  ]
  return (
    <div className="panel p-4">
      <FigureList rows={rows} className="text-sm" />
      {percent !== null && (
        <p className="mt-2 text-xs text-muted">
          {t('rate_note')}
          {moneyPercent !== null && ` ${t('money_rate_note')}`}
        </p>
      )}
    </div>
  )
}

function Sources() {
  const { t } = useTranslation('portfolio')
  const { sources } = useLoaderData<typeof loader>()
  if (sources.length === 0) return null
  const rows = sources.map(({ source, value }) => ({
    key: source,
    label: t(`source_${source}`),
    value: (
      <Hideable>
        <SignedUsdt usdt={value} />
      </Hideable>
    ),
  }))
  return (
    <section className="panel p-4">
      <h2 className="mb-2 text-sm font-semibold">{t('sources')}</h2>
      <FigureList rows={rows} className="text-sm" />
    </section>
  )
}

function Costs() {
  const { t } = useTranslation('portfolio')
  const { assets, pairs, works } = useLoaderData<typeof loader>()
  if (assets.length === 0 && pairs.length === 0 && works === null) return null
  return (
    <section className="panel overflow-hidden lg:col-span-2">
      <h2 className="px-4 pt-4 font-semibold">{t('costs')}</h2>
      <p className="px-4 pt-1 pb-3 text-xs text-muted">{t('costs_note')}</p>
      {assets.length > 0 && <CostTable kind="asset" rows={assets} />}
      {pairs.length > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-4 pb-2 text-sm font-semibold">{t('pairs')}</h3>
          <CostTable kind="pair" rows={pairs} />
        </>
      )}
      {works !== null && (
        <p className="flex justify-between border-t border-line px-4 py-3 text-sm">
          <span>
            {t('works')} · {t('realized')}
          </span>
          <Hideable>
            <SignedUsdt usdt={works} />
          </Hideable>
        </p>
      )}
    </section>
  )
}
