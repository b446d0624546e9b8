// Fallback route for unmatched paths.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { resolveOldLink } from '../site/old-links'
import { findPageAbove, isBetweenPages } from '../site/pages'

/** Unmatched paths: old app links redirect; a path between pages redirects to its parent; all others are 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url)
  const path = resolveOldLink(pathname, search)
  if (path) throw redirect(path)
  if (isBetweenPages(pathname)) throw redirect(findPageAbove(pathname)?.path ?? '/')
  throw data(null, { status: 404 })
}

/** Never rendered: the loader answers 404 and the root's error boundary shows it. */
export default function Missing() {
  return null
}
