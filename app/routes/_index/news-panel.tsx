// The newest announcements on home.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/moment'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'

interface NewsPanelProps {
  readonly rows: readonly {
    readonly id: number
    readonly title: string
    readonly abstract: string
    readonly publishedAt: number
  }[]
}

export function NewsPanel({ rows }: NewsPanelProps) {
  const { t } = useTranslation('content')
  const { t: tShell } = useTranslation('shell')
  return (
    <section aria-labelledby="news" className="panel h-fit min-w-0 overflow-hidden">
      <div className="flex items-center justify-between px-4 pt-3">
        <h2 id="news" className="text-lg font-bold">
          {t('news')}
        </h2>
        <Link to="/news" className="flex min-h-11 items-center text-sm text-selected-text">
          {tShell('view_all')}
          <Icon name="right" className="size-4" />
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/news/${row.id}`} className="block px-4 py-3 transition -outline-offset-2! hover:bg-raised">
              <span className="line-clamp-2 text-sm font-medium">{row.title}</span>
              <span className="mt-0.5 line-clamp-2 text-xs text-muted">{row.abstract}</span>
              <span className="mt-0.5 block text-xs text-muted">
                <Ago at={row.publishedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <Empty icon="news">{t('news_empty')}</Empty>}
    </section>
  )
}
