// The book that a program builds from the messages of the channel `book`.

import { expect } from 'vitest'

type Level = readonly [price: string, quantity: string]
export interface Book {
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** A program's own book, built by the rule of the document alone. */
export class OwnBook {
  seq = 0
  readonly bids = new Map<string, string>()
  readonly asks = new Map<string, string>()

  take(message: Book & { readonly previous?: number | undefined }): void {
    if (message.previous !== undefined) expect(message.previous).toBe(this.seq)
    else {
      this.bids.clear()
      this.asks.clear()
    }
    this.seq = message.seq
    for (const [side, rows] of [[this.bids, message.bids], [this.asks, message.asks]] as const)
      for (const [price, quantity] of rows)
        if (Number(quantity) === 0) side.delete(price)
        else side.set(price, quantity) // prettier-ignore
  }

  levels(): Pick<Book, 'bids' | 'asks'> {
    const sorted = (side: Map<string, string>, sign: number) =>
      [...side].sort(([one], [other]) => sign * (Number(one) - Number(other)))
    return { bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) }
  }
}
