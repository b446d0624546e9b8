// Addresses that no page answers: links of the old app lead on, a page that is not here is named, the rest is unknown.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { resolveOldLink } from '../../old-links'
import { findPage } from '../../pages'
import { featureName } from '../../text/page-names.server'
import { readLanguage } from '../../visitor.server'

export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url)
  const path = resolveOldLink(pathname, search)
  if (path) throw redirect(path)
  const page = findPage(pathname)
  if (page?.until) throw redirect(page.until)
  throw data({ missing: (page && featureName(readLanguage(request), page)) ?? null }, { status: 404 })
}
