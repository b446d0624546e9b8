// Submit button of a public form; for guests a login link instead. Without scripts a "calculate" button is added.

import { Link, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../site/site'
import { Button, buttonClass } from '../button'

interface SubmitOrLogInProps {
  readonly words: string
  readonly calculate: string
  readonly isSending: boolean
  /** True when submitting is impossible now. */
  readonly isClosed: boolean
}

export function SubmitOrLogIn({ words, calculate, isSending, isClosed }: SubmitOrLogInProps) {
  const { t } = useTranslation('shell')
  const { userId } = useSite()
  const { pathname } = useLocation()
  return (
    <>
      <Button formMethod="get" variant="quiet" className="hidden noscript:inline-flex">
        {calculate}
      </Button>
      {userId === null ? (
        <Link
          to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`}
          className={buttonClass({ variant: 'brand', isWide: true })}
        >
          {t('log_in')}
        </Link>
      ) : (
        !isClosed && (
          <Button variant="brand" isWide isBusy={isSending}>
            {words}
          </Button>
        )
      )}
    </>
  )
}
