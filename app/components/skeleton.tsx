// Loading placeholders in the final size of the content, to avoid layout shift.

import { useTranslation } from 'react-i18next'

const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`skeleton block ${className}`} />
)

/** Placeholder rows of a list: icon, two lines and a figure. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  const { t } = useTranslation('ui')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
