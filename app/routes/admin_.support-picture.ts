// Customer picture of a support conversation, for support staff: /admin/support-picture?thread=…&no=…

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readThreadPicture } from '#services/desk/support'
import { uploadResponse } from '#services/uploads'
import { requireDone, requireStaff } from '../admin/enter.server'
import { idOf } from '../lists/query'

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'support:answer')
  const { searchParams } = new URL(args.request.url)
  const named = { id: searchParams.get('thread') ?? '', no: idOf(searchParams.get('no')), at: Date.now() }
  const picture = await readThreadPicture(args.context.env, member, named)
  if (picture.ok) return uploadResponse(picture.value)
  if (picture.refusal.code === 'log_busy') requireDone(args.request, picture)
  throw new Response(null, { status: 404 })
}
