// Error state of a failed load, with a retry button.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from './button'
import { Icon } from './icon'

interface FailureProps {
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly onRetry?: () => void
  readonly retryTo?: string
}

export function Failure({ title, children, onRetry, retryTo }: FailureProps) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center text-sm text-muted">
      <span className="grid size-14 place-items-center rounded-full bg-bad/12 text-bad-text">
        <Icon name="warning" className="size-7" />
      </span>
      <p className="mt-1 text-base font-semibold text-ink">{title ?? t('load_failed')}</p>
      <div className="max-w-80 text-balance">{children ?? t('load_failed_text')}</div>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          <Icon name="refresh" />
          {t('retry')}
        </Button>
      )}
      {retryTo && (
        <ButtonLink className="mt-3" to={retryTo} reloadDocument>
          <Icon name="refresh" />
          {t('retry')}
        </ButtonLink>
      )}
    </div>
  )
}
