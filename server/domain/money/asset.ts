// An asset and its scale. Scales never change once money is stored under them.

/** What arithmetic and formatting need to know of an asset. */
export interface AssetScale {
  /** Ticker, upper case: "BTC". */
  readonly code: string
  /** Decimals of the smallest unit: BTC 8, ETH 18, USDT 6, JPY 0. */
  readonly scale: number
}
