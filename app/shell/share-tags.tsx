// Head of a page for search engines and shared links: description, canonical address, languages, Open Graph and card.

import { useLocation, useMatches } from '@remix-run/react'
import type { Share } from '../site/findable.server'

/** `share` is of the page that the server drew: after a navigation in the browser nothing reads these tags. */
export function ShareTags({ share, siteName }: { readonly share: Share | null; readonly siteName: string }) {
  const { pathname } = useLocation()
  const page = useMatches().at(-1)?.data
  if (share === null) return <meta name="robots" content="noindex" />
  if (share.path !== pathname) return null
  const title = isTitled(page) ? page.title : siteName
  return (
    <>
      <meta name="description" content={share.description} />
      <link rel="canonical" href={share.canonical} />
      {share.alternates.map(({ tag, href }) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={href} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={share.alternates[0]?.href.replace(/\?.*/, '')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={share.description} />
      <meta property="og:url" content={share.canonical} />
      <meta
        property="og:image"
        content={isPictured(page) ? new URL(page.picture, share.canonical).href : share.picture}
      />
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
