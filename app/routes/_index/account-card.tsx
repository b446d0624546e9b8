// Account card on home: introduction and login for guests; balance and shortcuts for users.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { HiddenAmounts, Hideable } from '../../components/hidden-amounts'
import { HideToggle } from '../../components/hide-toggle'
import { Icon, type IconName } from '../../components/icon'
import { TodayChange } from '../../components/portfolio/today-change'
import { changeOf } from '../../live/use-today'
import { useSite } from '../../site/site'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { Today } from '#services/portfolio'

export function GuestCard() {
  const { t } = useTranslation('home')
  const { t: tShell } = useTranslation('shell')
  const { t: tIdentity } = useTranslation('identity')
  const { isDemo } = useSite()
  return (
    <section className="panel flex flex-col justify-center p-5 lg:p-8">
      <h1 className="text-xl font-bold lg:text-2xl">{t('hero_title')}</h1>
      <p className="mt-1.5 text-sm text-muted lg:text-base">{t('hero_text')}</p>
      <div className="mt-4 flex gap-3 lg:mt-6">
        <ButtonLink to="/register" variant="brand" className="flex-auto">
          {t('hero_start')}
        </ButtonLink>
        <ButtonLink to="/login" className="flex-auto">
          {tShell('log_in')}
        </ButtonLink>
      </div>
      {isDemo && <p className="mt-3 text-xs text-brand-text">{tIdentity('demo_gift')}</p>}
    </section>
  )
}

/** The total above does not follow the prices either. */
const NO_PRICES = new Map<string, never>()

interface UserCardProps {
  /** Plain decimal text; null while the account cannot be reached. */
  readonly usdtTotal: string | null
  readonly today: Today | null
  readonly isHidden: boolean
}

export function UserCard({ usdtTotal, today, isHidden }: UserCardProps) {
  const { t } = useTranslation('home')
  const { t: tFunds } = useTranslation('funds')
  return (
    <section className="panel flex flex-col justify-center p-5 lg:px-8">
      <HiddenAmounts isHidden={isHidden}>
        <div className="flex min-h-11 items-center justify-between gap-2">
          <h1 className="text-sm font-medium text-muted">{t('total_assets')}</h1>
          <HideToggle />
        </div>
        {usdtTotal === null ? (
          <p className="text-sm text-muted">{t('assets_unreachable')}</p>
        ) : (
          <>
            <Total usdt={usdtTotal} />
            {today && <TodayChange {...changeOf(today, NO_PRICES)} />}
          </>
        )}
      </HiddenAmounts>
      <div className="mt-4 grid auto-cols-fr grid-flow-col gap-2 lg:mt-6">
        <Action to="/assets/deposit" icon="deposit" words={tFunds('deposit')} />
        <Action to="/assets/withdraw" icon="withdraw" words={tFunds('withdraw')} />
        <Action to="/trade" icon="trade" words={t('trade')} isFirst />
      </div>
    </section>
  )
}

/** Total in the units of the assets page, fiat first. */
function Total({ usdt }: { usdt: string }) {
  const numbers = useNumbers()
  const { fiat } = useSite()
  return (
    <Link to="/assets" className="block w-fit">
      <span className="text-3xl font-bold break-words" data-testid="home-total">
        <Hideable>{numbers.fiat(fiat, usdt)}</Hideable>
      </span>
      <span className="block min-h-5 text-sm text-muted">
        <Hideable>
          ≈ {numbers.usdt(usdt)}
          {bound('USDT')}
        </Hideable>
      </span>
    </Link>
  )
}

const Action = ({ to, icon, words, isFirst }: { to: string; icon: IconName; words: string; isFirst?: boolean }) => (
  <ButtonLink
    to={to}
    variant={isFirst ? 'brand' : 'quiet'}
    className="min-w-0 px-1.5! max-sm:flex-col max-sm:gap-0.5! max-sm:text-xs! md:max-xl:flex-col md:max-xl:gap-0.5! md:max-xl:text-xs!"
  >
    <Icon name={icon} className="size-4.5" />
    <span className="truncate">{words}</span>
  </ButtonLink>
)
