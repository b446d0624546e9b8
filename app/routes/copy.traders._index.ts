// Old trader links without an id redirect to the list of traders.

import { redirect } from '@remix-run/cloudflare'

export const loader = () => redirect('/copy', 301)
