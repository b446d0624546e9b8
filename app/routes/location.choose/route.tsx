// Place picker: typed, or by browser geolocation. Returns the place and its country to the requesting page.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData, useNavigate } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { degreesText, parsePlace } from '#domain/place/place'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { PlaceFacts } from '../../components/location/place-facts'
import { PlaceMap } from '../../components/location/place-map'
import { useAlive } from '../../components/use-alive'
import { withCountry } from '../../forms/identity'
import { shownPlace } from '../../site/place.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, safeReturnPath } from '../../visitor/visitor.server'

export { asDocument as clientLoader } from '../../site/own-document'
export { pageTitle as meta } from '../../text/title'

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const { searchParams } = new URL(request.url)
  const typed = { latitude: searchParams.get('latitude') ?? '', longitude: searchParams.get('longitude') ?? '' }
  const place = parsePlace(typed.latitude, typed.longitude)
  return {
    texts: broughtTexts(language, 'location'),
    title: titleOf(request, 'location', 'choose_title'),
    returnTo: searchParams.has('returnTo') ? safeReturnPath(searchParams.get('returnTo'), '/area') : null,
    typed,
    isMalformed: place === null && typed.latitude + typed.longitude !== '',
    place: place && shownPlace(env, place, language),
  }
}

export default featurePage('location', Choose)

function Choose() {
  const { t } = useTranslation('location')
  const { title, returnTo, typed, isMalformed, place } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5 lg:py-3">
      <Pane title={title} text={t('choose_text')} backTo={returnTo ?? '/location'}>
        <Form className="panel grid gap-4 p-4" key={`${typed.latitude} ${typed.longitude}`}>
          {returnTo !== null && <input type="hidden" name="returnTo" value={returnTo} />}
          <div className="grid grid-cols-2 gap-3">
            {(['latitude', 'longitude'] as const).map((name) => (
              <Field
                key={name}
                label={t(name)}
                name={name}
                inputMode="text"
                autoComplete="off"
                maxLength={20}
                required
                defaultValue={typed[name]}
              />
            ))}
          </div>
          {isMalformed && <Notice tone="bad">{t('malformed')}</Notice>}
          <Button variant="quiet">{t('show')}</Button>
          <FindMe />
        </Form>
        {place && <Chosen />}
      </Pane>
    </div>
  )
}

function Chosen() {
  const { t } = useTranslation('location')
  const { returnTo, place } = useLoaderData<typeof loader>()
  if (!place) return null
  const { latitude, longitude, country } = place
  const query = new URLSearchParams({ latitude, longitude }).toString()
  return (
    <div className="panel grid gap-3 p-4 text-sm">
      <PlaceMap place={place} label={t('map')} />
      <PlaceFacts place={place} />
      {returnTo === null ? (
        <ButtonLink to={`/location?${query}`} variant="brand">
          {t('use')}
        </ButtonLink>
      ) : (
        country !== null && (
          <ButtonLink to={withCountry(returnTo, country)} variant="brand">
            {t('use_country')}
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** Geolocation button: the browser asks for permission; the position only goes into this page's URL. */
function FindMe() {
  const { t } = useTranslation('location')
  const { returnTo } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const isAlive = useAlive()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  if (!isAlive) return null
  const find = () => {
    setState('busy')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        const found = { latitude: degreesText(coords.latitude), longitude: degreesText(coords.longitude) }
        const query = new URLSearchParams({ ...found, ...(returnTo !== null && { returnTo }) })
        void navigate(`/location/choose?${query.toString()}`, { replace: true, preventScrollReset: true })
      },
      () => setState('failed'),
      { timeout: 20_000, maximumAge: 60_000 },
    )
  }
  return (
    <>
      <Button type="button" variant="quiet" isBusy={state === 'busy'} onClick={find}>
        {t('find_me')}
      </Button>
      {state === 'failed' && <Notice tone="bad">{t('find_failed')}</Notice>}
    </>
  )
}
