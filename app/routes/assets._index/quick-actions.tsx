// What one does with money most often.

import { Link } from '@remix-run/react'
import { Icon } from '../../components/icon'
import { useWords } from '../../text/words'

const ACTIONS = [
  ['/assets/transfer', 'swap', 'transfer'],
  ['/trade', 'trade', 'trade'],
  ['/assets/records', 'history', 'records'],
  ['/assets/bills', 'orders', 'bills'],
] as const

export function QuickActions() {
  const say = useWords('wallet')
  return (
    <ul className="mt-4 grid grid-cols-4 gap-1">
      {ACTIONS.map(([to, icon, word]) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full flex-col items-center gap-1.5 rounded-lg py-2 text-center text-xs transition hover:bg-raised"
          >
            <span
              className={`grid size-11 place-items-center rounded-full ${word === 'transfer' ? 'bg-brand text-brand-ink' : 'bg-raised'}`}
            >
              <Icon name={icon} />
            </span>
            {say(word)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
