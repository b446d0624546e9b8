// Place as text, for visitors who cannot see the map: coordinates and likely country.

import { useTranslation } from 'react-i18next'
import type { ShownPlace } from './place-map'
import { FigureList } from '../figure-list'

export function PlaceFacts({ place: { latitude, longitude, countryName } }: { readonly place: ShownPlace }) {
  const { t } = useTranslation('location')
  const rows = [
    ['latitude', `${latitude}°`],
    ['longitude', `${longitude}°`],
    ['country', countryName ?? t('sea')],
  ] as const
  return <FigureList rows={rows.map(([key, value]) => ({ key, label: t(key), value }))} look="close" className="" />
}
