// How the wire of existing clients names a pair: shared by the endpoints and by the gateway of sockets.

import type { Pair } from './catalogue'

type Named = Pick<Pair, 'base' | 'quote'>

/** "BTC/USDT". */
export const wireSymbol = ({ base, quote }: Named): string => `${base.code}/${quote.code}`

export const wireNames = ({ base, quote }: Named) => ({
  currency_id: base.id,
  legal_id: quote.id,
  currency_name: base.code,
  legal_name: quote.code,
})
