// Reviews that match the text of the desk's search.

import { type LoaderFunctionArgs, json } from '@remix-run/cloudflare'
import { searchReviews } from '#services/desk/find'
import { deskHeaders, requireStaff } from '../admin/enter.server'
import { textOf } from '../admin/list-filter.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, null)
  const text = textOf(new URL(asked.request.url).searchParams)
  return json({ text, reviews: await searchReviews(asked.context.env, member, text) }, { headers: deskHeaders() })
}
