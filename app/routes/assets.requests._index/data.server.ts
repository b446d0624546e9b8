// Deposits and withdrawals together, narrowed by kind, coin and state.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { listRecords } from '#services/funds/records'
import { watchSimulated } from '#services/chains/watcher'
import { readRequestChoice } from '../../lists/request-choice'
import { readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

const ROWS = 20

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env, ctx } = context
  const session = await requireSession(request, env)
  const choice = readRequestChoice(new URL(request.url).searchParams)
  const page = readPage(request)
  const [{ assets }, listed] = await Promise.all([
    loadCatalogue(env),
    listRecords(env, session, { ...choice.filter, page, limit: ROWS }),
  ])
  const { rows, total } = valueOf(request, listed)
  ctx.waitUntil(watchSimulated(env, null, Date.now()))
  return {
    title: titleOf(request, 'funds', 'requests'),
    choice: choice.fields,
    assets: assets.map(({ id, code }) => ({ id, code })),
    rows,
    total,
    page,
    size: ROWS,
  }
}
