// Loader of the FAQ with search.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadText } from '../../site/page-text.server'

const SEARCH_LENGTH_MAX = 60
const load = loadText('faq')

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams.get('q') ?? ''
  return { ...(await load(args)), search: search.slice(0, SEARCH_LENGTH_MAX) }
}
