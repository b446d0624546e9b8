// Old links to a trader that name none lead to the list of traders.

import { redirect } from '@remix-run/cloudflare'

export const loader = () => redirect('/copy', 301)
