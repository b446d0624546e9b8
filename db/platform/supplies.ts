// How much there is of what each product sells, over that product's own terms. A product that sells by claims has its line here.

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
