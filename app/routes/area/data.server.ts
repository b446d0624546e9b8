// The countries, for who registers or logs in.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadAreaList } from '../../area-list.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAreaList(request, context.env, '/register')
