// Choosing a country for an account.

import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { AreaListPage } from '../components/identity/area-list-page'
import { withCountry } from '../forms/identity'
import { loadAreaList } from '../visitor/countries.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAreaList(request, context.env, '/register')

export default function AreaPage() {
  const list = useLoaderData<typeof loader>()
  return <AreaListPage {...list} pathOf={(country) => withCountry(list.returnTo, country)} />
}
