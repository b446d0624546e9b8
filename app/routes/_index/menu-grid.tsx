// The way to what this site offers, as operators arranged it.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import type { MenuEntry } from './menu.server'

export function MenuGrid({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation('home')
  if (entries.length === 0) return null
  return (
    <nav aria-label={t('menu')} className="panel px-1 py-2 lg:p-3">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] lg:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] lg:gap-2 xl:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {entries.map(({ path, icon, words }) => (
          <li key={path}>
            <Link
              to={path}
              prefetch="intent"
              className="flex h-full flex-col items-center gap-1.5 rounded-lg px-1 py-2 text-center text-xs transition hover:bg-raised xl:flex-row xl:gap-3 xl:text-left xl:text-sm xl:font-medium"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-raised text-brand-text xl:size-9">
                <Icon name={icon} />
              </span>
              <span className="line-clamp-2 max-w-full break-words">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
