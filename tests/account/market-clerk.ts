// A Market's clerk for stories: it keeps the two numbered streams honestly, records every request, and matches nothing.
// Orders are accepted, cancels and amends granted, unless the story says otherwise; fills happen when the story tells them.

import type { MarketAnswer, MarketCommand, MarketMessage, MarketRequest } from '#party/protocol/market'

type UnnumberedMessage = MarketMessage extends infer Message
  ? Message extends MarketMessage
    ? Omit<Message, 'seq' | 'at'>
    : never
  : never

export class MarketClerk {
  readonly requests: MarketRequest[] = []
  readonly commands: MarketCommand[] = []
  /** How many of the next calls fail before they reach the Market, or after it (its answer is lost). */
  failBefore = 0
  failAfter = 0
  /** How many of the next calls are given up by their caller and reach the Market later, with `arriveLate`. */
  delay = 0
  #late: MarketRequest[] = []
  /** Refuses the next submit, cancel or amend with this code. */
  refusal: Extract<MarketMessage, { type: 'refused' }>['refusal'] | null = null
  /** Changes an answer on its way: repeats, reorders, cuts. */
  tamper: (answer: MarketAnswer) => MarketAnswer = (answer) => answer
  /** Immediate result of an order. */
  onAccepted: (orderNo: number) => void = () => undefined
  /** Resolved before a call is answered; a story may make it wait. */
  gate: Promise<void> = Promise.resolve()
  #messages: MarketMessage[] = []
  /** Of its day. */
  noon = Date.UTC(2026, 10, 21, 12)
  /** Messages of one Market turn share their time. */
  #turn = 0
  #messageSeq = 0
  #commandSeq = 0
  readonly #open = new Set<number>()
  #tradeNo = 0
  /** Turns forwarded to it by number, and the newest epoch of the account. */
  readonly forwarded = new Map<number, string>()
  isFull = false
  #epoch = 0

  async ask(_symbol: string, request: MarketRequest): Promise<MarketAnswer> {
    this.requests.push(request)
    await this.gate
    if (this.delay > 0) {
      this.delay -= 1
      this.#late.push(request)
      throw new Error('the market took too long')
    }
    return this.#answer(request)
  }

  /** Delivers abandoned requests now; their answers are dropped. */
  arriveLate(): void {
    for (const request of this.#late.splice(0)) this.#take(request)
    this.#turn += 1
  }

  #answer(request: MarketRequest): MarketAnswer {
    if (this.failBefore > 0) {
      this.failBefore -= 1
      throw new Error('the market could not be reached')
    }
    const answer = this.#take(request)
    if (this.failAfter > 0) {
      this.failAfter -= 1
      throw new Error('the answer was lost')
    }
    // Recovery doesn't advance the clock, so a story with cold starts has the same times.
    if (answer.forwarded) return answer
    const told = this.tamper(answer)
    this.#turn += 1
    return told
  }

  #take(request: MarketRequest): MarketAnswer {
    if (!this.#accept(request)) return { ...this.delivery(), isGap: true }
    if (request.lease.isRecovering) return { ...this.delivery(), forwarded: [...this.forwarded.values()] }
    this.acknowledge(request.received)
    this.#turn += 1
    for (const command of request.commands) if (command.seq === this.#commandSeq + 1) this.#carryOut(command)
    const answer = this.delivery()
    return this.isFull ? { ...answer, isFull: true } : answer
  }

  /** Number of the last turn forwarded to it. */
  get forwardedLast(): number {
    return Math.max(0, ...this.forwarded.keys())
  }

  /** The account has saved its turns up to a number. */
  dropForwarded(saved: number): void {
    for (const number of this.forwarded.keys()) if (number <= saved) this.forwarded.delete(number)
  }

  get openOrders(): number[] {
    return [...this.#open]
  }

  delivery(): MarketAnswer {
    return { commandSeq: this.#commandSeq, isGap: false, messages: [...this.#messages] }
  }

  acknowledge(received: number): void {
    this.#messages = this.#messages.filter((message) => message.seq > received)
  }

  fill(
    orderNo: number,
    fill: { readonly ticks: number; readonly lots: number; readonly fee: string; readonly role?: 'maker' | 'taker' },
  ): void {
    this.#tradeNo += 1
    const side = this.commands.find((command) => command.type === 'submit' && command.orderNo === orderNo)
    this.say({
      type: 'filled',
      orderNo,
      side: side?.type === 'submit' ? side.side : 'buy',
      tradeNo: this.#tradeNo,
      role: 'maker',
      ...fill,
    })
  }

  close(orderNo: number, reason: 'filled' | 'cancelled' | 'not_filled' | 'self_trade', lotsLeft = 0): void {
    this.#open.delete(orderNo)
    this.say({ type: 'closed', orderNo, reason, refusal: null, facts: {}, lotsLeft })
  }

  say(message: UnnumberedMessage): void {
    this.#messageSeq += 1
    this.#messages.push({ ...message, seq: this.#messageSeq, at: this.noon + this.#turn })
  }

  /** False when a later epoch of the account has spoken. */
  #accept({ lease: { epoch, saved, lines } }: MarketRequest): boolean {
    if (epoch < this.#epoch) return false
    this.#epoch = epoch
    this.dropForwarded(saved)
    for (const line of lines) if (parseInt(line, 10) > this.forwardedLast) this.forwarded.set(parseInt(line, 10), line)
    return true
  }

  #carryOut(command: MarketCommand): void {
    this.#commandSeq = command.seq
    this.commands.push(command)
    const refusal = this.refusal
    this.refusal = null
    if (command.type === 'submit') this.#submit(command.orderNo, refusal)
    if (command.type === 'cancel_spot_orders') for (const orderNo of [...this.#open]) this.close(orderNo, 'cancelled')
    if (command.type !== 'cancel' && command.type !== 'amend') return
    const { orderNo, seq } = command
    if (refusal || !this.#open.has(orderNo))
      this.say({ type: 'refused', orderNo, commandSeq: seq, refusal: refusal ?? 'order_not_open', facts: {} })
    else if (command.type === 'cancel') this.close(orderNo, 'cancelled')
    else this.say({ type: 'amended', orderNo, ticks: command.ticks, lots: command.lots })
  }

  #submit(orderNo: number, refusal: Extract<MarketMessage, { type: 'refused' }>['refusal'] | null): void {
    if (refusal) {
      this.say({ type: 'closed', orderNo, reason: 'refused', refusal, facts: { bound: '59000.0' }, lotsLeft: 0 })
      return
    }
    this.#open.add(orderNo)
    this.say({ type: 'accepted', orderNo })
    this.onAccepted(orderNo)
  }
}
