// Country choice as a page: replaces the picker of a mobile number without scripts. Each country links back.

import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchArea } from '../../text/match'
import { Button } from '../button'
import type { Area } from './country-list'
import { Empty } from '../empty'
import { Icon } from '../icon'
import { PageHeader } from '../page-header'

interface AreaListProps {
  readonly title: string
  readonly areas: readonly Area[]
  readonly returnTo: string
  readonly chosen: string
  readonly wanted: string
  /** True inside the settings frame. */
  readonly isPane?: boolean
  /** URL of a country's choice. */
  readonly pathOf: (country: string) => string
}

export function AreaListPage({ title, areas, returnTo, chosen, wanted, isPane = false, pathOf }: AreaListProps) {
  const { t } = useTranslation('identity')
  const { t: tUi } = useTranslation('ui')
  const mapPath = `/location/choose?${new URLSearchParams({ returnTo }).toString()}`
  const [typed, setTyped] = useState(wanted)
  const shown = areas.filter(({ country, name, callingCode }) => matchArea(country, typed, [name, callingCode]) > 0)
  return (
    <div className={isPane ? '' : 'mx-auto max-w-2xl lg:px-4 lg:py-4'}>
      <PageHeader title={title} backTo={returnTo} />
      <Form role="search" className="flex gap-2 px-4 pb-3 lg:px-0">
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="country" value={chosen} />
        <input
          type="search"
          name="q"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={tUi('country_search')}
          placeholder={tUi('country_search')}
          className="field"
        />
        <Button aria-label={t('search')} className="shrink-0">
          <Icon name="search" />
        </Button>
      </Form>
      <p className="px-4 pb-3 text-sm lg:px-0">
        <Link to={mapPath} className="text-selected-text hover:underline">
          {t('area_on_map')}
        </Link>
      </p>
      <ul className="panel divide-y divide-line overflow-hidden max-lg:rounded-none max-lg:border-x-0">
        {shown.map(({ country, name, callingCode }) => (
          <li key={country}>
            <Link
              to={pathOf(country)}
              aria-current={country === chosen || undefined}
              className="flex min-h-12 items-center gap-3 px-4 py-2 -outline-offset-2! transition hover:bg-raised"
            >
              <span className="min-w-0 flex-1">{name}</span>
              {country === chosen && <Icon name="check" className="size-5 text-selected-text" />}
              <span className="text-muted">+{callingCode}</span>
            </Link>
          </li>
        ))}
        {shown.length === 0 && (
          <li>
            <Empty icon="search">{tUi('no_match')}</Empty>
          </li>
        )}
      </ul>
    </div>
  )
}
