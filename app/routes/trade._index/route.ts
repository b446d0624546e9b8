// /trade leads to the first market.

import { redirect } from '@remix-run/cloudflare'

export const loader = () => redirect('/trade/spot/BTC-USDT')
