// Words of an Account room about the watch list.

export interface WatchRow {
  readonly id: number
  readonly assetId: number
}

/** The most rows that one `arrange_watches` names. */
export const WATCHES_ARRANGED_MAX = 500
