// Outgoing transactions of networks whose signers have no common file: sent by another wallet, and found by the deposit adapter of the
// network, which takes the receiver's address.

import type { Chain } from './chain'
import { type Payer, assetUnits } from './payer'

export const findingPayer = (openAt: (address: string) => Chain | null): Payer => ({
  knowsSource: false,
  signing: null,
  float: () => Promise.resolve([]),
  look: async ({ assetCode, target, memo, scale }, { txId }) => {
    const seen = { txId, outputIndex: null, assetCode, address: target, height: 0, blockHash: '' }
    const found = await openAt(target)?.find(seen)
    if (found === undefined || found === 'unknown' || found === 'replaced') return { is: 'missing' }
    const isRight = found.memo === memo || memo === ''
    const paid = isRight && found.assetCode === assetCode ? assetUnits({ scale }, found.units, found.decimals) : 0n
    return { is: 'placed', confirmations: found.confirmations, hasFailed: false, minedAt: null, paid, networkFee: null }
  },
})
