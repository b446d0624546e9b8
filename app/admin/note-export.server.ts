// Audit entry of a CSV export, written before the first row is sent. It records the filter as parsed, not as requested.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { showHiddenSigns } from '#domain/written-line'
import { logExport } from '#services/desk/looks'
import type { StaffMember } from '#services/desk/session'
import { requireDone } from './enter.server'

export interface TakenList {
  /** List name as in the URL. */
  readonly list: string
  /** Applied filter; absent or empty values are omitted. */
  readonly filter?: Readonly<Record<string, string | number | null | undefined>>
  /** User of a single-user export. */
  readonly userId?: number | null | undefined
}

export async function noteExport(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  by: StaffMember,
  { list, filter = {}, userId = null }: TakenList,
): Promise<void> {
  const narrowed = Object.entries(filter).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${name}=${noted(String(value))}`],
  )
  const looked = { list, userId, filter: narrowed.join(', '), at: Date.now() }
  requireDone(request, await logExport(context.env, by, looked))
}

/** Quotes a value that contains separators of the filter text. */
function noted(value: string): string {
  const seen = showHiddenSigns(value)
  return /[,="]/.test(seen) ? `"${seen.replaceAll('"', '\\"')}"` : seen
}
