// Reviews that match the text of the desk's search.

import { type LoaderFunctionArgs, json } from '@remix-run/cloudflare'
import { searchReviews } from '#services/desk/find'
import { deskHeaders, requireStaff } from '../admin/enter.server'
import { textOf } from '../admin/list-filter.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, null)
  const text = textOf(new URL(args.request.url).searchParams)
  return json({ text, reviews: await searchReviews(args.context.env, member, text) }, { headers: deskHeaders() })
}
