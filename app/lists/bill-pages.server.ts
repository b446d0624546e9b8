// Pages of bills and transfers.

import { type BillFilter, listBills, listTransfers } from '#services/bills'
import type { Outcome } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { Session } from '#session/session'
import type { ListPage } from '../live/list-pages'
import { type BillChoice, billRange } from './bill-choice'
import { PAGE_SIZE, readPage } from './query'
import { readOffset, valueOf } from '../visitor/visitor.server'

interface Asking {
  readonly request: Request
  readonly env: Env
  readonly session: Session
}

export const loadBills = (asking: Asking, choice: BillChoice) =>
  load(asking, choice, (filter) => listBills(asking.env, asking.session, filter))

export const loadTransfers = (asking: Asking, choice: BillChoice) =>
  load(asking, choice, (filter) => listTransfers(asking.env, asking.session, filter))

async function load<Row>(
  { request }: Asking,
  choice: BillChoice,
  list: (filter: BillFilter) => Promise<Outcome<Page<Row>>>,
): Promise<ListPage<Row>> {
  const page = readPage(request)
  const range = billRange(choice, readOffset(request))
  const { rows, total } = valueOf(request, await list({ ...range, page, limit: PAGE_SIZE }))
  return { rows, page, total }
}
