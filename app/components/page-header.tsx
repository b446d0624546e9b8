// Page header: back link, title and page actions.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly backTo?: string
  readonly end?: ReactNode
  /** `p` when the open page already has an `h1`. */
  readonly as?: 'h1' | 'p'
}

export function PageHeader({ title, text, backTo, end, as: Title = 'h1' }: PageHeaderProps) {
  const { t } = useTranslation('ui')
  return (
    <header className="flex flex-wrap items-center gap-x-1 gap-y-2 px-4 py-3.5 lg:px-0 lg:py-4">
      {/* Minimum width of a few words; actions that do not fit move below. */}
      <div className="grid min-h-7 min-w-0 flex-[1_1_12rem] grid-cols-[auto_minmax(0,1fr)] items-center">
        {backTo && (
          <Link
            to={backTo}
            aria-label={t('back')}
            className="-my-2 mr-1 -ml-3 grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
          >
            <Icon name="left" className="size-6" />
          </Link>
        )}
        {/* Beside the back arrow, or from the edge without one. */}
        <Title className="col-end-3 text-lg font-bold break-words lg:text-2xl">{title}</Title>
      </div>
      {/* Negative margins: actions taller than the title must not shift it. */}
      {end && <div className="-my-2 ml-auto flex shrink-0 items-center gap-1">{end}</div>}
      {/* Full line below title and actions, aligned with the title when a back arrow precedes it. */}
      {text && (
        <p
          className={`w-full text-sm text-muted max-lg:has-[>.hidden]:hidden ${end ? 'max-lg:pt-2' : ''} ${backTo ? 'pl-9' : ''}`}
        >
          {text}
        </p>
      )}
    </header>
  )
}
