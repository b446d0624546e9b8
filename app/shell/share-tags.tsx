// Head of a page for search engines and shared links: description, canonical address, languages, Open Graph and card.

import { useLocation, useMatches } from '@remix-run/react'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import type { Share } from '../site/findable.server'
import { pathOf } from '../site/path'
import { withoutJoiners } from '../text/title'

/** `share` is of the page that the server drew: after a navigation in the browser nothing reads these tags. */
export function ShareTags({ share, siteName }: { readonly share: Share | null; readonly siteName: string }) {
  const { pathname } = useLocation()
  const page = useMatches().at(-1)?.data
  if (share !== null && share.path !== pathOf(pathname)) return null
  // A page that failed has no data.
  if (share === null || page === undefined) return <meta name="robots" content="noindex" />
  const address = share.origin + share.path
  const canonical = share.language === null ? address : `${address}?lang=${share.language}`
  const title = isTitled(page) ? withoutJoiners(page.title) : siteName
  const description = withoutJoiners(share.description)
  const picture = isPictured(page) ? page.picture : '/icons/icon-512.png'
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
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={new URL(picture, share.origin).href} />
      <meta name="twitter:card" content="summary" />
    </>
  )
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
