// A price that jumps on the word of one source alone is held back until another source or the source itself, repeatedly, confirms it.

/** Consensus of the sources in one second, in whole ticks. */
export interface GuardedPrice {
  readonly priceSteps: number
  /** How many sources stand behind it. */
  readonly sources: number
  /** Time of the newest price among them. */
  readonly saidAt: number
}

/** Further than this from the last accepted price is a jump, in hundredths of a percent: 3%. */
const JUMP_LIMIT = 300
/** A held price is confirmed by prices within this distance: 1%. */
const SAME_LIMIT = 100
/** A single source must repeat the price this many times, at different instants. */
export const CONFIRMATIONS = 5

export class JumpGuard {
  #accepted: number | null
  #held: { priceSteps: number; saidAt: number; times: number } | null = null

  constructor(accepted: number | null = null) {
    this.#accepted = accepted
  }

  get accepted(): number | null {
    return this.#accepted
  }

  get isHolding(): boolean {
    return this.#held !== null
  }

  /** The accepted price, or null while it is held. */
  judge(price: GuardedPrice): number | null {
    const isJump = this.#accepted !== null && isApart(price.priceSteps, this.#accepted, JUMP_LIMIT)
    if (isJump && price.sources === 1 && !this.#isConfirmed(price)) return null
    this.accept(price.priceSteps)
    return price.priceSteps
  }

  /** Also called for prices published before a restart. */
  accept(priceSteps: number): void {
    this.#accepted = priceSteps
    this.#held = null
  }

  #isConfirmed({ priceSteps, saidAt }: GuardedPrice): boolean {
    const held = this.#held
    if (!held || isApart(priceSteps, held.priceSteps, SAME_LIMIT)) this.#held = { priceSteps, saidAt, times: 1 }
    else if (saidAt > held.saidAt) this.#held = { ...held, saidAt, times: held.times + 1 }
    return (this.#held?.times ?? 0) >= CONFIRMATIONS
  }
}

const isApart = (priceSteps: number, reference: number, limit: number): boolean =>
  Math.abs(priceSteps - reference) * 10_000 > reference * limit
