// Pictures of users, shown to staff who may see identities or deposits. They never leave the desk's own paths.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { readUpload, uploadResponse } from '#services/uploads'
import { requireStaff } from '../../admin/enter.server'

export async function loader(asked: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(asked, null)
  if (!mayDo(member.role, 'identity:read') && !mayDo(member.role, 'deposit:read'))
    throw new Response('permission_missing', { status: 403 })
  const reference = new URL(asked.request.url).searchParams.get('reference') ?? ''
  const picture = await readUpload(asked.context.env, reference, { kind: 'staff' })
  if (!picture) throw new Response(null, { status: 404 })
  return uploadResponse(picture)
}
