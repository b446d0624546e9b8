// Fallback route for unmatched paths.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { resolveOldLink } from '../site/old-links'
import { findPage, findPageAbove, isBetweenPages } from '../site/pages'
import { featureName } from '../text/page-names.server'
import { readLanguage } from '../visitor/visitor.server'

/** Unmatched paths: old app links redirect; a path between pages redirects to its parent; planned pages are named; all others are 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url)
  const path = resolveOldLink(pathname, search)
  if (path) throw redirect(path)
  const page = findPage(pathname)
  if (page?.until) throw redirect(page.until)
  if (isBetweenPages(pathname)) throw redirect(findPageAbove(pathname)?.path ?? '/')
  throw data({ missing: (page && featureName(readLanguage(request), page)) ?? null }, { status: 404 })
}

/** Never rendered: the loader answers 404 and the root's error boundary shows it. */
export default function Missing() {
  return null
}
