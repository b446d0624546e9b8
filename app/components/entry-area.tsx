// The country of a mobile number. Without scripts a link to the page of countries, which leads back; with them a sheet that asks
// for the same list when it opens.

import { useFetcher, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { useWords } from '../text/words'
import type { Area } from './country-list'
import { Icon } from './icon'
import { Sheet, preloadSheet } from './sheet'
import { SkeletonRows } from './skeleton'
import { useLoaded } from './use-loaded'

interface EntryAreaProps {
  readonly area: Area
  readonly onChange: (area: Area) => void
  /** The page of countries, for those without scripts. */
  readonly page?: '/area' | '/settings/area'
}

interface AreaList {
  readonly areas: readonly Area[]
}

const loadList = () => import('./country-list')

export function EntryArea({ area, onChange, page = '/area' }: EntryAreaProps) {
  const say = useWords('identity')
  const sayUi = useWords('ui')
  const [isOpen, setIsOpen] = useState(false)
  const list = useLoaded(loadList, isOpen)
  const { data, load, state } = useFetcher<AreaList>()
  const { pathname, search } = useLocation()
  const returnTo = pathname + search
  const preload = () => {
    preloadSheet()
    void loadList().catch(() => undefined)
    if (!data && state === 'idle') load(page)
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
          {say('area_title')}: {area.name}{' '}
        </span>
        <span aria-hidden="true" className="text-muted">
          {area.country}
        </span>
        <span>+{area.callingCode}</span>
        <Icon name="down" className="size-4 text-muted" />
      </a>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={sayUi('country_choose')}>
        {list && data ? (
          <list.CountryList
            areas={data.areas}
            chosen={area.country}
            onChoose={(chosen) => {
              onChange(chosen)
              setIsOpen(false)
            }}
          />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Sheet>
    </>
  )
}
