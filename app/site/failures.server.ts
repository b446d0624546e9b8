// Logging of failed pages: server faults only, no invalid requests of clients.

import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { isRouteErrorResponse } from '@remix-run/react'

/** Client errors (405, 404 …) and aborted requests are not logged. */
export function logFailure(failure: unknown, { request }: Pick<ActionFunctionArgs, 'request'>): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(failure) && failure.status < 500) return
  console.error(failure)
}

/** Timeout (ms) for an optional part of a page, after which the page renders without it. */
const CALL_TIMEOUT_MS = 3_000

/** Result of `ask`, or `otherwise` when it fails or times out; failures are reported to the operator. */
export async function answerOr<Value>(ask: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CALL_TIMEOUT_MS} ms`)), CALL_TIMEOUT_MS)
  })
  try {
    return await Promise.race([ask, late])
  } catch (failure) {
    console.error('a part of the page could not be reached', failure)
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
