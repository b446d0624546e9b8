// Never drawn: the loader answers 404, and the desk's own boundary shows it.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireStaff } from '../admin/enter.server'

/** Addresses under the desk's that no page of it answers. Whether one is there is no news for a guest either. */
export async function loader(asked: LoaderFunctionArgs): Promise<never> {
  await requireStaff(asked, null)
  throw new Response(null, { status: 404 })
}

export default function Missing() {
  return null
}
