// Shortcuts to the most common money actions.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../components/icon'

const OF_FUNDS = [
  ['/assets/coins?for=deposit', 'deposit', 'deposit'],
  ['/assets/coins?for=withdraw', 'withdraw', 'withdraw'],
  ['/assets/convert', 'refresh', 'convert'],
  ['/assets/requests', 'clock', 'requests'],
] as const

const OF_WALLETS = [
  ['/assets/transfer', 'swap', 'transfer'],
  ['/trade', 'trade', 'trade'],
  ['/assets/transfers', 'menu', 'transfer_history'],
  ['/assets/bills', 'history', 'bills'],
] as const

export function QuickActions() {
  const { t } = useTranslation('wallet')
  const { t: tFunds } = useTranslation('funds')
  return (
    <ul className="mt-4 grid grid-cols-4 gap-1">
      {OF_FUNDS.map(([to, icon, word]) => (
        <QuickAction key={to} to={to} icon={icon} words={tFunds(word)} isFirst={word === 'deposit'} />
      ))}
      {OF_WALLETS.map(([to, icon, word]) => (
        <QuickAction key={to} to={to} icon={icon} words={t(word)} />
      ))}
    </ul>
  )
}

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
