// The title of the page.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { titleOf } from '../../text/title.server'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'language') })
