// Search of the API pages: operations by the words of their method, path, text and product.

import { fold } from '../text/match'
import type { Product } from './document.server'

/** Products with the operations that contain every word of `search`; products without one are left out. */
export function findOperations(products: readonly Product[], search: string): readonly Product[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return products
  return products.flatMap((product) => {
    const operations = product.operations.filter(({ method, path, summary }) => {
      const text = fold(`${method} ${path} ${summary} ${product.name}`)
      return words.every((word) => text.includes(word))
    })
    return operations.length === 0 ? [] : [{ ...product, operations }]
  })
}
