// Shortcuts to the most common money actions.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../components/icon'

/** The four that most come for; the rest unfolds. */
export function QuickActions() {
  const { t } = useTranslation('wallet')
  const { t: tFunds } = useTranslation('funds')
  return (
    <div className="mt-4">
      <ul className={ROW}>
        <QuickAction to="/assets/coins?for=deposit" icon="deposit" words={tFunds('deposit')} isFirst />
        <QuickAction to="/assets/coins?for=withdraw" icon="withdraw" words={tFunds('withdraw')} />
        <QuickAction to="/assets/transfer" icon="swap" words={t('transfer')} />
        <QuickAction to="/assets/convert" icon="refresh" words={tFunds('convert')} />
      </ul>
      <details className="group mt-1">
        <summary className="flex min-h-11 cursor-pointer items-center justify-center gap-1 text-xs text-muted hover:text-ink">
          {t('more_actions')}
          <Icon name="down" className="size-4 transition group-open:rotate-180" />
        </summary>
        <ul className={ROW}>
          <QuickAction to="/trade" icon="trade" words={t('trade')} />
          <QuickAction to="/assets/requests" icon="clock" words={tFunds('requests')} />
          <QuickAction to="/assets/transfers" icon="menu" words={t('transfer_history')} />
          <QuickAction to="/assets/bills" icon="history" words={t('bills')} />
        </ul>
      </details>
    </div>
  )
}

const ROW = 'grid grid-cols-4 gap-1'

interface QuickActionProps {
  readonly to: string
  readonly icon: IconName
  readonly words: string
  readonly isFirst?: boolean
}

const QuickAction = ({ to, icon, words, isFirst = false }: QuickActionProps) => (
  <li>
    <Link
      to={to}
      className="flex h-full flex-col items-center gap-1.5 rounded-lg py-2 text-center text-xs transition hover:bg-raised"
    >
      <span
        className={`grid size-11 place-items-center rounded-full ${isFirst ? 'bg-brand text-brand-ink' : 'bg-raised'}`}
      >
        <Icon name={icon} />
      </span>
      {words}
    </Link>
  </li>
)
