// Available amount of an asset, from the balances loaded with the page.

import type { Wallet } from '#domain/catalogue'
import { type Amount, type AssetScale, ZERO, parseAmount } from '#domain/money/amount'
import type { BalanceSheet } from '#services/wallet'

/** Zero when the wallet has no balance line for the asset. */
export function availableIn(
  { lines }: Pick<BalanceSheet, 'lines'>,
  wallet: Wallet,
  asset: AssetScale & { readonly id: number },
): Amount {
  const line = lines.find((each) => each.wallet === wallet && each.assetId === asset.id)
  const available = parseAmount(asset, line?.available ?? '0')
  return available.ok ? available.value : ZERO
}
