// How far a market order that came over a socket may trade: to the edge of the pair's band, as orders of the Worker do. What the client says
// of it is not heard: it would make an order of next to nothing look large enough, or hold more than it can cost.

import { worstTicks } from '#domain/spot'
import type { AccountCommand } from '#party/protocol/account'
import type { MarketReference } from '#party/protocol/market'

type PlaceOrders = Extract<AccountCommand, { readonly type: 'place_spot_orders' }>

/** Each market is asked once. Without a reference price the Account refuses, unless it repeats what was carried out. */
export async function priceMarketOrders(
  command: PlaceOrders,
  reference: (symbol: string) => Promise<MarketReference | null>,
): Promise<PlaceOrders> {
  const symbols = new Set(command.orders.flatMap(({ kind, symbol }) => (kind === 'market' ? [symbol] : [])))
  const found = await Promise.all(Array.from(symbols, async (symbol) => [symbol, await reference(symbol)] as const))
  const bands = new Map(found)
  const orders = command.orders.map((order) => {
    if (order.kind !== 'market') return order
    return { ...order, ticks: worstTicks(order.side, bands.get(order.symbol) ?? null) }
  })
  return { ...command, orders }
}
