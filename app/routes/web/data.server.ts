// Where a link out of a text leads: a page of this site is gone to, a page elsewhere is named first, and nothing else is opened.

import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { titleOf } from '../../text/title.server'
import { readWebAddress } from './web-address'

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams, origin } = new URL(request.url)
  const address = readWebAddress(searchParams.get('url') ?? '', origin)
  if (address.kind === 'own') throw redirect(address.path)
  return {
    title: titleOf(request, 'content', address.kind === 'bad' ? 'link_bad_title' : 'leave_title'),
    address,
  }
}
