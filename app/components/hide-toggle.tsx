// Eye button that hides or shows all amounts.

import { useContext } from 'react'
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { HiddenContext } from './hidden-amounts'
import { Icon } from './icon'

/** Without scripts the server sets the cookie and renders the page again. */
export function HideToggle() {
  const { t } = useTranslation('wallet')
  const { isHidden, toggle } = useContext(HiddenContext)
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action="/assets"
      onSubmit={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <input type="hidden" name="hide" value={isHidden ? '0' : '1'} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        aria-pressed={isHidden}
        aria-label={t('hide_amounts')}
        className="grid size-11 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
      >
        <Icon name={isHidden ? 'hidden' : 'eye'} />
      </button>
    </form>
  )
}
