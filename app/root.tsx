// The document around every page: language, theme, words, frame.

import type { MetaFunction } from '@remix-run/cloudflare'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { Shell } from './components/shell'
import { SiteProvider } from './components/site'
import { useNonce } from './nonce'
import type { loader } from './root.server'
import { useWords } from './text/words'
import { isUnanswered } from './unanswered'
import styles from './styles.css?url'

export { loader } from './root.server'

export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate

export const links = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.site.name ?? 'CM' }]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html
      lang={root?.tag ?? 'ja'}
      data-theme={root?.site.theme ?? 'auto'}
      data-rise={root?.site.rise ?? 'green'}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
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
          />
        )}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  const { site } = useLoaderData<typeof loader>()
  return (
    <SiteProvider site={site}>
      <Shell>
        <Outlet />
      </Shell>
    </SiteProvider>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRouteLoaderData<typeof loader>('root')
  const page = <ErrorPage isMissing={isRouteErrorResponse(error) && error.status === 404} />
  if (!root) return page
  return (
    <SiteProvider site={root.site}>
      <Shell>{page}</Shell>
    </SiteProvider>
  )
}

function ErrorPage({ isMissing }: { isMissing: boolean }) {
  const say = useWords('shell')
  const { pathname, search } = useLocation()
  return (
    <div className="mx-auto max-w-md px-4 py-20 text-center">
      <h1 className="text-2xl font-semibold">{say(isMissing ? 'not_found_title' : 'error_title')}</h1>
      <p className="mt-3 text-muted">{say(isMissing ? 'not_found_text' : 'error_text')}</p>
      <div className="mt-6 flex justify-center gap-2">
        {!isMissing && (
          <a href={pathname + search} className="button button-brand">
            {say('reload')}
          </a>
        )}
        <a href="/" className={`button ${isMissing ? 'button-brand' : 'button-quiet'}`}>
          {say('back_home')}
        </a>
      </div>
    </div>
  )
}
