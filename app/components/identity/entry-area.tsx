// Country of a mobile number: a link to the country page without scripts, a sheet with the same list with scripts.

import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useColon } from '../../text/colon'
import { fetchAreas } from './area-list'
import type { Area } from './country-list'
import { Failure } from '../failure'
import { Icon } from '../icon'
import { Sheet, preloadSheet } from '../sheet'
import { SkeletonRows } from '../skeleton'
import { useLoaded } from '../use-alive'

interface EntryAreaProps {
  readonly area: Area
  readonly onChange: (area: Area) => void
  /** Country page, for visitors without scripts. */
  readonly page?: '/area' | '/settings/area'
}

async function loadPicker() {
  const [{ CountryList }, areas] = await Promise.all([import('./country-list'), fetchAreas()])
  return { CountryList, areas }
}

export function EntryArea({ area, onChange, page = '/area' }: EntryAreaProps) {
  const { t } = useTranslation('identity')
  const withColon = useColon()
  const { t: tUi } = useTranslation('ui')
  const [isOpen, setIsOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const picker = useLoaded(loadPicker, isOpen && !hasFailed, () => setFailed(true))
  const { pathname, search } = useLocation()
  const returnTo = pathname + search
  const preload = () => {
    preloadSheet()
    // A failed preload is retried when the sheet opens.
    void loadPicker().catch(() => undefined)
  }
  return (
    <>
      <input type="hidden" name="areaCode" value={area.callingCode} />
      <a
        href={`${page}?${new URLSearchParams({ country: area.country, returnTo }).toString()}`}
        role="button"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => {
          event.preventDefault()
          preload()
          setFailed(false)
          setIsOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          event.currentTarget.click()
        }}
        className="field flex w-auto! shrink-0 items-center gap-1"
      >
        <span className="sr-only">
          {withColon(t('area_title'))}
          {area.name}{' '}
        </span>
        <span aria-hidden="true" className="text-muted">
          {area.country}
        </span>
        <span>+{area.callingCode}</span>
        <Icon name="down" className="size-4 text-muted" />
      </a>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={tUi('country_choose')}>
        {picker ? (
          <picker.CountryList
            areas={picker.areas}
            chosen={area.country}
            onChoose={(chosen) => {
              onChange(chosen)
              setIsOpen(false)
            }}
          />
        ) : hasFailed ? (
          <Failure onRetry={() => setFailed(false)} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Sheet>
    </>
  )
}
