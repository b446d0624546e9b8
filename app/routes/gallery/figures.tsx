// Numbers that change, lines, and time left.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Change } from '../../components/change'
import { Countdown } from '../../components/countdown'
import { Sparkline } from '../../components/sparkline'
import { Ticking } from '../../components/ticking'
import { useNumbers } from '../../text/numbers'
import { Shelf } from './tokens'

const RISING = ['10', '10.4', '10.2', '11', '10.8', '11.6', '12', '11.9', '12.6']
const FALLING = RISING.toReversed()
const PRICES = ['61234.5', '61236.1', '61229.8', '61240.0', '61111.1', '61118.8'] as const
const TICK_MS = 1200

export function Figures({ now }: { now: number }) {
  const { t } = useTranslation('market')
  const numbers = useNumbers()
  const price = useTickingPrice()
  return (
    <>
      <Shelf name="ticking · change">
        <p className="text-3xl font-bold">
          <Ticking value={price} words={numbers.decimal(price)} className="-mx-1 px-1" />
        </p>
        <div className="flex gap-4 text-sm">
          <Change percent="+2.35" />
          <Change percent="-0.48" />
          <Change percent="0.00" />
        </div>
      </Shelf>
      <Shelf name="sparkline · countdown">
        <div className="grid grid-cols-2 gap-4">
          <Sparkline closes={RISING} className="h-14 w-full" />
          <Sparkline closes={FALLING} className="h-14 w-full" hasArea />
        </div>
        <div className="flex flex-wrap gap-x-6 text-lg font-semibold">
          <Countdown endsAt={now + 95_000} now={now} label={t('high_24h')} />
          <Countdown endsAt={now + 3 * 86_400_000 + 5_000} now={now} label={t('high_24h')} />
          <Countdown endsAt={now} now={now} label={t('high_24h')} />
        </div>
      </Shelf>
    </>
  )
}

function useTickingPrice(): string {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setIndex((last) => (last + 1) % PRICES.length), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return PRICES[index] ?? PRICES[0]
}
