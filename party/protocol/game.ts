// Words of an Account room about the game. Amounts are canonical integer text, instants milliseconds.

/** A seed of the house. Its text is revealed only after its last round. */
export interface GameSeedRow {
  readonly seedNo: number
  readonly commitment: string
  readonly committedAt: number
  readonly rounds: number
}

export interface RevealedSeedRow extends GameSeedRow {
  readonly seed: string
  readonly revealedAt: number
  /** Null for a seed without rounds. */
  readonly receiptId: string | null
}

export interface GameRoundRow {
  readonly roundNo: number
  readonly seedNo: number
  readonly nonce: number
  readonly clientSeed: string
  readonly assetId: number
  readonly asset: string
  readonly under: number
  readonly roll: number
  readonly stake: string
  readonly paid: string
  readonly at: number
}

/** The player's view: the committed seed and earlier revealed seeds, newest first. */
export interface GameView {
  readonly seed: GameSeedRow | null
  readonly revealed: readonly RevealedSeedRow[]
}

/** Number of listed revealed seeds. */
export const SEEDS_SHOWN = 20
