// That somebody takes a list away as a file is in the log before its first line leaves.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { logExport } from '#services/desk/looks'
import type { StaffMember } from '#services/desk/session'

export function noteExport(
  { request, context }: LoaderFunctionArgs,
  by: StaffMember,
  list: string,
  userId: number | null = null,
): Promise<void> {
  const { searchParams } = new URL(request.url)
  const narrowed = [...searchParams].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`)
  return logExport(context.env, by, { list, userId, filter: narrowed.join(', '), at: Date.now() })
}
