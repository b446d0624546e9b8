// Total value in the visitor's fiat, USDT and BTC.

import { useTranslation } from 'react-i18next'
import type { Asset } from '#domain/catalogue'
import { totalOfCents } from '#domain/money/valuation'
import { type Appraised, type HeldAsset, valueInAsset } from '#domain/portfolio/appraisal'
import { Hideable } from '../../components/hidden-amounts'
import { HideToggle } from '../../components/hide-toggle'
import { LinkBadge } from '../../components/link-badge'
import { TodayChange } from '../../components/portfolio/today-change'
import { useSite } from '../../site/site'
import type { LinkState } from '../../live/channel'
import { usdtText } from '../../live/use-portfolio'
import type { TodayChange as Today } from '../../live/use-today'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface TotalCardProps {
  readonly merged: readonly Appraised<HeldAsset & Pick<Asset, 'name'>>[]
  readonly link: LinkState
  readonly today: Today | null
}

export function TotalCard({ merged, link, today }: TotalCardProps) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const { fiat } = useSite()
  const values = merged.map((line) => line.value)
  const value = totalOfCents(values)
  const btc = merged.find(({ asset }) => asset.code === 'BTC')
  const inBtc = btc ? valueInAsset(btc.asset, value, btc.price) : null
  return (
    <>
      <div className="-mt-1.5 -mr-2 flex items-center gap-1">
        <h1 className="text-sm text-muted">{t('total_value')}</h1>
        <HideToggle />
        <span className="ml-auto pr-2">
          <LinkBadge link={link} />
        </span>
      </div>
      <p className="text-stale text-3xl font-bold break-words" data-testid="total">
        <Hideable>{numbers.fiat(fiat, ...values.map(usdtText))}</Hideable>
      </p>
      <p className="mt-1 text-sm text-muted" data-testid="total-in-coins">
        <Hideable>
          ≈ {numbers.usdt(usdtText(value))}
          {bound('USDT')}
          {btc && inBtc !== null && (
            <>
              {' · '}
              <span className="whitespace-nowrap">
                {numbers.amount(btc.asset, inBtc)}
                {bound('BTC')}
              </span>
            </>
          )}
        </Hideable>
      </p>
      {today && <TodayChange {...today} />}
    </>
  )
}
