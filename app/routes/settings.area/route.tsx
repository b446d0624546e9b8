// Choosing a country for the mobile number that is to be bound.

import { useLoaderData } from '@remix-run/react'
import { AreaListPage } from '../../components/area-list-page'
import { withCountry } from '../../forms/identity'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function AreaPage() {
  const list = useLoaderData<typeof loader>()
  return <AreaListPage {...list} isPane pathOf={(country) => withCountry(list.returnTo, country)} />
}
