// A price that jumps on the word of one source alone is held back until another source or the source itself, repeatedly, confirms it.

/** Consensus of the sources in one second, in whole ticks. */
export interface GuardedPrice {
  readonly steps: number
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
  #held: { steps: number; saidAt: number; times: number } | null = null

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
    const isJump = this.#accepted !== null && isApart(price.steps, this.#accepted, JUMP_LIMIT)
    if (isJump && price.sources === 1 && !this.#isConfirmed(price)) return null
    this.accept(price.steps)
    return price.steps
  }

  /** Also called for prices published before a restart. */
  accept(steps: number): void {
    this.#accepted = steps
    this.#held = null
  }

  #isConfirmed({ steps, saidAt }: GuardedPrice): boolean {
    const held = this.#held
    if (!held || isApart(steps, held.steps, SAME_LIMIT)) this.#held = { steps, saidAt, times: 1 }
    else if (saidAt > held.saidAt) this.#held = { ...held, saidAt, times: held.times + 1 }
    return (this.#held?.times ?? 0) >= CONFIRMATIONS
  }
}

const isApart = (steps: number, reference: number, limit: number): boolean =>
  Math.abs(steps - reference) * 10_000 > reference * limit
