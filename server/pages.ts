// The built pages, loaded at the first request of one: rooms and the API start without them.

import { type AppLoadContext, createRequestHandler } from '@remix-run/cloudflare'

interface Pages {
  readonly render: (request: Request, context: AppLoadContext) => Promise<Response>
  /** First parts of the addresses of all pages. */
  readonly firstParts: ReadonlySet<string>
}

type Routes = Readonly<Record<string, { readonly path?: string | undefined } | undefined>>

let pages: Pages | undefined

export async function loadPages(): Promise<Pages> {
  if (pages) return pages
  const build = await import('virtual:remix/server-build')
  const handle = createRequestHandler(build)
  const render: Pages['render'] = async (request, context) => {
    await build.entry.module.prepare(request, context.env)
    return handle(request, context)
  }
  return (pages ??= { render, firstParts: firstParts(build.routes) })
}

/** True when a page's address begins with this part; pages that were never asked for have none. */
export const isPartOfPage = (part: string): boolean => pages?.firstParts.has(part) ?? false

const firstParts = (routes: Routes): ReadonlySet<string> =>
  new Set(['', ...Object.values(routes).flatMap((route) => route?.path?.split('/')[0] ?? [])])
