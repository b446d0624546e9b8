// Simulated chain of development and tests: blocks follow the clock, and the faucet page sends transfers.

import {
  type SimulatedTransferRow,
  findSimulatedTransfer,
  insertSimulatedTransfer,
  listSimulatedTransfers,
} from '#db/platform/chain'
import type { Amount } from '#domain/money/amount'
import type { Chain, ChainPlace, ChainTransfer } from './chain'

/** Block interval (ms), short enough that 32 confirmations take under two minutes. */
export const SIMULATED_BLOCK_MS = 3_000
/** Number of blocks read again, to catch transfers sent during a reading. */
const OVERLAP = 20

export const simulatedHeight = (now: number): number => Math.floor(now / SIMULATED_BLOCK_MS)

export function simulatedChain(
  env: Pick<Env, 'DB'>,
  { network, now, scaleOf }: { network: string; now: number; scaleOf: (assetCode: string) => number },
): Chain {
  // The sweep passes its scheduled time, which may be before blocks already read; never go backwards.
  const tip = simulatedHeight(Math.max(now, Date.now()))
  const shown = (row: SimulatedTransferRow): ChainTransfer & ChainPlace => ({
    height: row.height,
    blockHash: `${row.network}-${row.height}`,
    confirmations: tip - row.height + 1,
    txId: row.txId,
    outputIndex: 0,
    assetCode: row.assetCode,
    units: row.amount,
    decimals: scaleOf(row.assetCode),
    address: row.address,
    memo: row.memo,
  })
  return {
    read: async (position) => {
      const from = position === null ? 0 : parseInt(position, 10) - OVERLAP
      const rows = await listSimulatedTransfers(env.DB, { network, from, to: tip })
      return { transfers: rows.map(shown), position: String(tip), tip, isAtTip: true }
    },
    find: async ({ txId, height }) => {
      const row = await findSimulatedTransfer(env.DB, txId)
      if (row && !row.isOrphaned && row.height <= tip) return shown(row)
      return height <= tip ? 'replaced' : 'unknown'
    },
  }
}

export interface SimulatedPayment {
  readonly network: string
  readonly assetCode: string
  readonly amount: Amount
  readonly address: string
  readonly memo: string
}

/** Puts a transfer into the next block. Answers its id. */
export async function sendSimulated(env: Pick<Env, 'DB'>, payment: SimulatedPayment, now: number): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const txId = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await insertSimulatedTransfer(env.DB, { ...payment, txId, height: simulatedHeight(now) + 1, createdAt: now })
  return txId
}
