// The document around every page: language, theme, words, frame.

import type { MetaFunction } from '@remix-run/cloudflare'
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { SiteProvider, useNonce } from './site/site'
import { AppLinks } from './pwa/app-links'
import { ShareTags } from './shell/share-tags'
import type { loader } from './site/root.server'
import { ErrorPage } from './shell/error-page'
import { HASH_LINK_SCRIPT, LATE, LateScripts } from './shell/late-scripts'
import { Shell } from './shell/shell'
import { isUnanswered, isViewChange } from './site/revalidation'
import styles from './styles.css?url'

export { loader } from './site/root.server'

/** Root data depends on cookies only, so view changes do not reload it. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(change.actionResult) && !isViewChange(change) && change.defaultShouldRevalidate

export const links = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.site.name ?? 'CM' }]

type Root = ReturnType<typeof useRouteLoaderData<typeof loader>>
/** Last root data, in the browser. */
let drawn: Root

/** Root data with a fallback: after a failed request Remix drops it, and the frame keeps the last known data. */
function useRoot(): Root {
  const root = useRouteLoaderData<typeof loader>('root')
  useEffect(() => {
    drawn = root ?? drawn
  }, [root])
  return root ?? drawn
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const root = useRoot()
  return (
    <html
      lang={root?.tag ?? 'ja'}
      data-theme={root?.site.theme ?? 'auto'}
      data-rise={root?.site.rise ?? 'green'}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {/* First: a hash link of the old app redirects before anything is rendered. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HASH_LINK_SCRIPT }} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {root && (
          <link
            id="words"
            rel="preload"
            as="fetch"
            type="application/json"
            crossOrigin="anonymous"
            href={root.wordsPath}
            {...LATE}
          />
        )}
        {root && <AppLinks language={root.site.language} theme={root.site.theme} />}
        {root && <ShareTags share={root.share} siteName={root.site.name} language={root.site.language} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Constant element: the frame does not re-render when page data changes. */
const PAGE = (
  <Shell>
    <Outlet />
  </Shell>
)

export default function App() {
  const { site } = useLoaderData<typeof loader>()
  return <SiteProvider site={site}>{PAGE}</SiteProvider>
}

/** Without root data the error page renders without the frame. */
export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRoot()
  if (!root) return <ErrorPage error={error} />
  return (
    <SiteProvider site={root.site}>
      <Shell>
        <ErrorPage error={error} />
      </Shell>
    </SiteProvider>
  )
}
