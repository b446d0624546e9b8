// Private picture of a review, for staff who may read that review.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readReviewPicture } from '#services/desk/picture'
import { uploadResponse } from '#services/uploads'
import { requireDone, requireStaff } from '../admin/enter.server'
import { idOf } from '../lists/query'

/** Serves a review picture. User pictures are reachable only below desk paths. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, null)
  const { searchParams } = new URL(args.request.url)
  const reviewId = idOf(searchParams.get('review'))
  const reference = searchParams.get('reference') ?? ''
  const picture = await readReviewPicture(args.context.env, member, { reviewId, reference, at: Date.now() })
  if (picture.ok) return uploadResponse(picture.value)
  if (picture.refusal.code === 'log_busy') requireDone(args.request, picture)
  throw picture.refusal.code === 'permission_missing'
    ? new Response('permission_missing', { status: 403 })
    : new Response(null, { status: 404 })
}
