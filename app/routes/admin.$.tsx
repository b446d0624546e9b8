// Never rendered: the loader answers 404, and the desk's error boundary shows it.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireStaff } from '../admin/enter.server'

/** Unknown desk paths: 404 for staff; guests get the login redirect, as on every desk path. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireStaff(args, null)
  throw new Response(null, { status: 404 })
}

export default function Missing() {
  return null
}
