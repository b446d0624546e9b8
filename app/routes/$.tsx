// Every address that nothing else answers.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { resolveOldLink } from '../site/old-links'
import { findPage, findPageAbove, isBetweenPages } from '../site/pages'
import { featureName } from '../text/page-names.server'
import { readLanguage } from '../visitor/visitor.server'

/** Addresses that no page answers: links of the old app lead on, a path between pages leads to the one above, a page that is not here is named, the rest is unknown. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url)
  const path = resolveOldLink(pathname, search)
  if (path) throw redirect(path)
  const page = findPage(pathname)
  if (page?.until) throw redirect(page.until)
  if (isBetweenPages(pathname)) throw redirect(findPageAbove(pathname)?.path ?? '/')
  throw data({ missing: (page && featureName(readLanguage(request), page)) ?? null }, { status: 404 })
}

/** Never drawn: the loader answers 404 and the root's boundary shows it. */
export default function Missing() {
  return null
}
