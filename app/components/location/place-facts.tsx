// Place as text, for visitors who cannot see the map: coordinates and likely country.

import { useTranslation } from 'react-i18next'
import type { ShownPlace } from './place-map'

export function PlaceFacts({ place: { latitude, longitude, countryName } }: { readonly place: ShownPlace }) {
  const { t } = useTranslation('location')
  const rows = [
    [t('latitude'), `${latitude}°`],
    [t('longitude'), `${longitude}°`],
    [t('country'), countryName ?? t('sea')],
  ] as const
  return (
    <dl className="grid gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
