// Bills: the statement of all wallets, to the last unit, with filters and as a file.

import { useLoaderData } from '@remix-run/react'
import { BillsPage } from '../../components/bills-page'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Bills() {
  return <BillsPage view="entries" {...useLoaderData<typeof loader>()} />
}
