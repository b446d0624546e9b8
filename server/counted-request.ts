// A request under its trace: counted by route and status, timed, and answered with the trace, by which its log lines are found.

import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { count, observe } from './lib/counters'
import { TRACE_HEADER, currentTrace } from './lib/trace'
import { isPartOfPage } from './pages'

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

export async function counted(context: Context, next: () => Promise<void>): Promise<void> {
  const startedAt = Date.now()
  await next()
  const route = `${METHODS.includes(context.req.method) ? context.req.method : 'OTHER'} ${routeOf(context)}`
  count('cm_requests', { route, status: `${Math.floor(context.res.status / 100)}xx` })
  observe('cm_request_seconds', { route }, (Date.now() - startedAt) / 1_000)
}

export const traceHeader = (): readonly [name: string, value: string] => [TRACE_HEADER, currentTrace() ?? '']

/** A declared route; of a page the first part of its address, if a page begins with it. Never text of a client: labels are few. */
function routeOf(context: Context): string {
  const declared = routePath(context)
  if (declared !== '*' && declared !== '/*') return declared
  const [, first = ''] = context.req.path.replace(/\.data$/, '').split('/')
  return isPartOfPage(first) ? `/${first}` : 'unknown'
}
