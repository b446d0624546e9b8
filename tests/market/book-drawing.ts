// Order books and book events as text, for readable expectations. One line per price level, highest price first:
//   sell 102 | Alice#1 5, Bob#2 3
//   buy 99 | Carol#3 10

import type { Side } from '#domain/order'
import type { Book, BookListener, BookOrder, RestingOrder, SubmitResult } from '#party/market/book'

const PEOPLE = ['House', 'Alice', 'Bob', 'Carol', 'Dave', 'Eve']
/** House is account 0; people have account numbers. */
const accountOf = (name: string): number => (name === 'House' ? 0 : 10_000 + PEOPLE.indexOf(name))
const nameOf = (account: number): string => PEOPLE.find((name) => accountOf(name) === account) ?? String(account)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function levelOf(line: string): RestingOrder[] {
  const [head = '', queue = ''] = line.split(' | ')
  const [side, ticks] = head.split(' ')
  return queue.split(', ').map((order) => {
    const [, name = '', id, lots] = /^(\w+)#(\d+) (\d+)$/.exec(order) ?? []
    // Drawings contain only "buy" and "sell".
    return { id: Number(id), owner: accountOf(name), side: side as Side, ticks: Number(ticks), lotsLeft: Number(lots) }
  })
}

/** Puts a drawn book into an empty one. */
export function fill(book: Book, drawing: string): Book {
  for (const order of linesOf(drawing).flatMap(levelOf)) book.restore(order)
  return book
}

export function draw(book: Book): string[] {
  const levels = new Map<string, string[]>()
  for (const order of book.orders()) {
    const head = `${order.side} ${order.ticks}`
    levels.set(head, [...(levels.get(head) ?? []), `${nameOf(order.owner)}#${order.id} ${order.lotsLeft}`])
  }
  const lines = [...levels].map(([head, queue]) => `${head} | ${queue.join(', ')}`)
  const sells = lines.filter((line) => line.startsWith('sell'))
  return [...sells.reverse(), ...lines.filter((line) => line.startsWith('buy'))]
}

export const drawn = (drawing: string): string[] => linesOf(drawing)

/** What a test says of an order: `order('Alice#5 buys 4 at 101', { timeInForce: 'ioc' })`. */
export function order(text: string, terms: Partial<BookOrder> = {}): BookOrder {
  const [, name = '', id, verb, lots, ticks] = /^(\w+)#(\d+) (buys|sells) (\d+) at (\d+)$/.exec(text) ?? []
  return {
    id: Number(id),
    owner: accountOf(name),
    side: verb === 'buys' ? 'buy' : 'sell',
    ticks: Number(ticks),
    lots: Number(lots),
    budgetTickLots: null,
    isMarket: false,
    timeInForce: 'gtc',
    isPostOnly: false,
    selfTrade: 'cancel_newest',
    ...terms,
  }
}

/** Records the events of a book. */
export class Scribe implements BookListener {
  readonly events: string[] = []
  trade(makerId: number, takerId: number, ticks: number, lots: number, makerLotsLeft: number): void {
    this.events.push(`#${takerId} takes ${lots} from #${makerId} at ${ticks}, leaving ${makerLotsLeft}`)
  }
  selfTradeCancelled(orderId: number, lotsLeft: number): void {
    this.events.push(`#${orderId} steps aside with ${lotsLeft}`)
  }
  ended({ end, lotsLeft }: SubmitResult): void {
    this.events.push(`${end} with ${lotsLeft} left`)
  }
}
