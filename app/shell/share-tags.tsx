// Head of a page for search engines and shared links: description, canonical address, languages, Open Graph and card.

import { useLocation, useMatches } from '@remix-run/react'
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '#domain/language'
import type { Share } from '../site/findable.server'
import { pathOf } from '../site/path'
import { withoutJoiners } from '../text/title'

/** `share` is of the page that the server drew: after a navigation in the browser nothing reads these tags. */
export function ShareTags(props: {
  readonly share: Share | null
  readonly siteName: string
  readonly language: Language
}) {
  const { share, siteName, language } = props
  const { pathname } = useLocation()
  const page = useMatches().at(-1)?.data
  if (share !== null && share.path !== pathOf(pathname)) return null
  // A page that failed has no data.
  if (share === null || page === undefined) return <meta name="robots" content="noindex" />
  const address = share.origin + share.path
  const canonical = share.language === null ? address : `${address}?lang=${share.language}`
  const title = isTitled(page) ? withoutJoiners(page.title) : siteName
  const description = withoutJoiners(share.description)
  const picture = isPictured(page) ? page.picture : '/icons/share.png'
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {LANGUAGES.map((each) => (
        <link key={each} rel="alternate" hrefLang={LANGUAGE_TAGS[each]} href={`${address}?lang=${each}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={localeOf(language)} />
      {LANGUAGES.filter((each) => each !== language).map((each) => (
        <meta key={each} property="og:locale:alternate" content={localeOf(each)} />
      ))}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={new URL(picture, share.origin).href} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Language and territory as Open Graph writes them: "ja_JP". */
function localeOf(language: Language): string {
  const locale = new Intl.Locale(LANGUAGE_TAGS[language]).maximize()
  return `${locale.language}_${locale.region}`
}

const isTitled = (data: unknown): data is { title: string } =>
  typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string'

/** A loader names the picture of its object. */
const isPictured = (data: unknown): data is { picture: string } =>
  typeof data === 'object' &&
  data !== null &&
  'picture' in data &&
  typeof data.picture === 'string' &&
  data.picture !== ''
