// What goes to the log when a page fails: what failed on our side, and nothing of what a stranger asked for in vain.

import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { isRouteErrorResponse } from '@remix-run/react'

/** A form for a page that takes none, a page that is not there: the answer's status says it all. */
export function logFailure(failure: unknown, { request }: Pick<ActionFunctionArgs, 'request'>): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(failure) && failure.status < 500) return
  console.error(failure)
}
