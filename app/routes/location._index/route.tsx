// Place page: a place from the URL or the operator's location, as map, coordinates and map app link.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { parseNamedPlace, parsePlace } from '#domain/place/place'
import { ButtonLink, buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Pane } from '../../components/pane'
import { PlaceFacts } from '../../components/location/place-facts'
import { PlaceMap } from '../../components/location/place-map'
import { shownPlace } from '../../site/place.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export { pageTitle as meta } from '../../text/title'

const NAME_LENGTH_MAX = 80

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const { searchParams } = new URL(request.url)
  const asked = parsePlace(searchParams.get('latitude') ?? '', searchParams.get('longitude') ?? '')
  const office = parseNamedPlace(env.OFFICE_PLACE ?? '')
  const place = asked ?? office
  return {
    texts: broughtTexts(language, 'location'),
    title: titleOf(request, 'location', 'title'),
    isOffice: asked === null,
    name: asked === null ? (office?.name ?? '') : (searchParams.get('name') ?? '').slice(0, NAME_LENGTH_MAX),
    place: place && shownPlace(env, place, language),
  }
}

export default featurePage('location', Location)

function Location() {
  const { t } = useTranslation('location')
  const { title, isOffice, name, place } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5 lg:py-3">
      <Pane title={title} backTo="/contact">
        {place ? (
          <>
            <section className="panel grid gap-3 p-4 text-sm">
              {isOffice && <h2 className="font-semibold">{t('office')}</h2>}
              {name !== '' && <p className="wrap-anywhere">{name}</p>}
              <PlaceMap place={place} label={t('map')} />
              <PlaceFacts place={place} />
            </section>
            <a href={`geo:${place.latitude},${place.longitude}`} className={buttonClass({ variant: 'brand' })}>
              {t('open_app')}
            </a>
          </>
        ) : (
          <Empty icon="globe">{t('no_office')}</Empty>
        )}
        <ButtonLink to="/location/choose" variant="quiet">
          {t('choose_title')}
        </ButtonLink>
      </Pane>
    </div>
  )
}
