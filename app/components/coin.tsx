// The colour of an asset in charts (spec §9: BTC orange, USDT green, LTC grey-violet, ETH blue-violet); others share four more.

import type { Asset } from '#domain/catalogue'

const KNOWN: Readonly<Record<string, string>> = {
  BTC: 'var(--color-coin-btc)',
  USDT: 'var(--color-coin-usdt)',
  LTC: 'var(--color-coin-ltc)',
  ETH: 'var(--color-coin-eth)',
}
const OTHERS = [1, 2, 3, 4].map((number) => `var(--color-coin-other-${number})`)

/** CSS colour of a coin, fixed per code. */
export const coinColour = (code: string): string => KNOWN[code] ?? colourOf(code)

/** Deterministic colour of a text. */
export function colourOf(text: string): string {
  let sum = 0
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return OTHERS[sum % OTHERS.length] ?? 'var(--color-flat)'
}

/** Logo of an asset, displayed next to its name. Fixed size, so that loading does not shift the layout. */
export function CoinMark({ asset, className = 'size-7' }: { asset: Pick<Asset, 'logo'>; className?: string }) {
  return <img src={asset.logo} alt="" width={28} height={28} className={`shrink-0 rounded-full ${className}`} />
}
