// Volume, fees, users, deposits and withdrawals of today's UTC day, each beside yesterday's.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function Today() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { deposits, withdrawals, newUsers, volume, fees, active } = useLoaderData<typeof loader>()
  // A narrow tile breaks before the unit.
  const worth = (usdt: string) => `${numbers.usdt(usdt)} USDT`
  const times = (count: number) => t('day_count', { replace: { count: numbers.count(count) } })
  const [today, yesterday] = [newUsers.at(-1)?.total ?? 0, newUsers.at(-2)?.total ?? 0]
  return (
    <section className="mb-4 px-4 lg:px-0">
      <h2 className="mb-2 font-semibold">{t('today_utc')}</h2>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {(
          [
            ['day_volume', volume],
            ['day_fees', fees],
          ] as const
        ).map(([words, days]) => (
          <Tile key={words} words={t(words)} now={worth(days.today)} count="" before={worth(days.yesterday)} />
        ))}
        <Tile
          words={t('day_active')}
          now={numbers.count(active.today)}
          count=""
          before={numbers.count(active.yesterday)}
        />
        {(
          [
            ['kind_deposit', deposits],
            ['kind_withdrawal', withdrawals],
          ] as const
        ).map(([words, days]) => (
          <Tile
            key={words}
            words={t(words)}
            now={worth(days.today.usdt)}
            count={times(days.today.count)}
            before={`${worth(days.yesterday.usdt)}, ${times(days.yesterday.count)}`}
          />
        ))}
        <Tile words={t('day_users')} now={numbers.count(today)} count="" before={numbers.count(yesterday)} />
      </div>
      <p className="mt-2 text-xs text-muted">{t('day_note')}</p>
    </section>
  )
}

interface TileProps {
  readonly words: string
  readonly now: string
  readonly count: string
  readonly before: string
}

function Tile({ words, now, count, before }: TileProps) {
  const { t } = useTranslation('desk')
  return (
    <div className="panel p-4">
      <h3 className="text-sm text-muted">{words}</h3>
      <p className="text-xl font-bold wrap-anywhere tabular-nums">{now}</p>
      {count !== '' && <p className="text-xs text-muted">{count}</p>}
      <p className="text-xs text-muted">{t('day_before', { replace: { figure: before } })}</p>
    </div>
  )
}
