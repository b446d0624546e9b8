// Addresses under the desk's that no page of it answers. Whether one is there is no news for a guest either.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireStaff } from '../../admin/enter.server'

export async function loader(asked: LoaderFunctionArgs): Promise<never> {
  await requireStaff(asked, null)
  throw new Response(null, { status: 404 })
}
