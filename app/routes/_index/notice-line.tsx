// Rotating line of the newest announcements; without motion only the newest.

import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { useSteps } from '../../components/use-motion'

interface NoticeLineProps {
  readonly rows: readonly { readonly id: number; readonly title: string }[]
  readonly isMoving: boolean
}

const NEXT_AFTER_MS = 5_000

export function NoticeLine({ rows, isMoving }: NoticeLineProps) {
  const { t: tShell } = useTranslation('shell')
  const [shown, setShown] = useState(0)
  useSteps(() => setShown((shown + 1) % rows.length), NEXT_AFTER_MS, isMoving && rows.length > 1)
  const row = rows[shown]
  if (!row) return null
  return (
    <div className="panel flex min-w-0 items-center text-sm">
      <Icon name="bell" className="ml-4 size-4.5 text-brand-text" />
      <Link
        key={row.id}
        to={`/news/${row.id}`}
        className="appear min-w-0 flex-1 truncate px-3 py-3 -outline-offset-2! hover:text-selected-text"
      >
        {row.title}
      </Link>
      <Link
        to="/news"
        className="flex min-h-11 shrink-0 items-center pr-3 text-xs text-muted -outline-offset-2! hover:text-ink"
      >
        {tShell('more')}
        <Icon name="right" className="size-4" />
      </Link>
    </div>
  )
}
