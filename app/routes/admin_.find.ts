// People and reviews that match the text of the desk's search.

import { type LoaderFunctionArgs, json } from '@remix-run/cloudflare'
import { searchPeople, searchReviews } from '#services/desk/find'
import { deskHeaders, requireStaff } from '../admin/enter.server'
import { textOf } from '../admin/list-filter.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, null)
  const { env } = args.context
  const text = textOf(new URL(args.request.url).searchParams)
  const [people, reviews] = await Promise.all([searchPeople(env, member, text), searchReviews(env, member, text)])
  return json({ text, people, reviews }, { headers: deskHeaders() })
}
