// Bills page: exact statement of all wallets, with filters and CSV export.

import { useLoaderData } from '@remix-run/react'
import { BillsPage } from '../../components/wallet/bills-page'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function Bills() {
  return <BillsPage view="entries" {...useLoaderData<typeof loader>()} />
}
