// Limited supply of each product, from that product's own terms. Every product sold by claims has a line here.

import { assert } from '#domain/assert'
import type { Supply } from './claim'
import { ieoSupply } from './ieo-claim'
import { investSupply } from './invest'
import { miningSupply } from './mining'

const SUPPLIES: Readonly<Record<string, (item: string) => Omit<Supply, 'product' | 'item'>>> = {
  ieo: ieoSupply,
  mining: miningSupply,
  invest: investSupply,
}

export function supplyOf(product: string, item: string): Supply {
  const supply = SUPPLIES[product]
  assert(supply !== undefined, `${product} sells by claims`)
  return { product, item, ...supply(item) }
}
