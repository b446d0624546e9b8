// Plain links to the pages of a list; other search parameters are kept.

import { Link, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE } from '../lists/query'

/** `size` is the number of rows per page. */
export function Pager({ page, total, size = PAGE_SIZE }: { page: number; total: number; size?: number }) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  const to = (target: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(target))
    return `?${next.toString()}`
  }
  return (
    <nav aria-label={t('page_of', { page, pages })} className="flex items-center justify-center gap-3 p-4 text-sm">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className="button button-quiet button-sm">
          {t('previous')}
        </Link>
      )}
      <span className="text-muted">{t('page_of', { page, pages })}</span>
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className="button button-quiet button-sm">
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
