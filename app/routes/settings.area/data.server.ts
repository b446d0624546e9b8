// The countries, for who binds a mobile number.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadAreaList } from '../../area-list.server'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadAreaList(request, context.env, '/settings/security/mobile')
