// Asks nodes again about ended payouts of the last day: after a deep reorganisation, or with a lying node, the chain's payment now differs
// from the stored one.

import { logWarning } from '#lib/log-line'
import type { PayoutSendRow } from '#db/platform/payout'
import { listWithdrawalsById } from '#db/platform/payout-batch'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { Catalogue } from '#domain/catalogue'
import { type Amount, amount, formatTrimmed } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'
import { CallMeter } from '../chains/call-meter'
import { openPayer } from '../chains/networks'
import { assetOf, paymentOf } from './payments'

/** Asked for one page; newest first. */
const ASKED_MAX = 40
const CALLS_MAX = 200

export interface AskedAgain {
  /** Ended transactions of the last day on networks with a node, and how many of them a node answered for. */
  readonly total: number
  readonly answered: number
  /** Transactions that pay something else now; amounts as "12.5 USDT". */
  readonly differing: readonly {
    readonly withdrawalId: number
    readonly txId: string
    readonly was: string
    readonly is: string
  }[]
}

/** `shown`: amount paid now by each answered transaction; zero for a transaction outside the chain. */
export async function askAgain(
  env: Env,
  {
    catalogue,
    sends,
    now,
  }: { readonly catalogue: Catalogue; readonly sends: readonly PayoutSendRow[]; readonly now: number },
): Promise<AskedAgain & { readonly shown: ReadonlyMap<PayoutSendRow, Amount> }> {
  const meter = new CallMeter(CALLS_MAX)
  const payers = new Map(
    [...new Set(sends.map(({ network }) => network))].map((network) => [
      network,
      openPayer(env, { network, catalogue, now }, meter),
    ]),
  )
  const ended = sends
    .filter(
      ({ state, network, lookedAt, sentAt }) =>
        state !== 'sent' && payers.get(network) && Math.max(lookedAt ?? 0, sentAt) > now - DAY_MS,
    )
    .toSorted((left, right) => right.sentAt - left.sentAt)
  const asked = ended.slice(0, ASKED_MAX)
  const rows = new Map<number, WithdrawalRow>(
    asked.length === 0
      ? []
      : (await listWithdrawalsById(env.DB, [...new Set(asked.map(({ withdrawalId }) => withdrawalId))])).map((row) => [
          row.id,
          row,
        ]),
  )
  const shown = new Map<PayoutSendRow, Amount>()
  await Promise.all(
    asked.map(async (send) => {
      const [payer, row] = [payers.get(send.network), rows.get(send.withdrawalId)]
      if (!payer || !row) return
      try {
        const sight = await payer.look(paymentOf(catalogue, row), send)
        shown.set(send, amount(sight.is === 'placed' ? sight.paid : 0n))
      } catch (failure) {
        logWarning(`withdrawal ${send.withdrawalId}: ${send.txId} was not answered for: ${String(failure)}`)
      }
    }),
  )
  const text = (send: PayoutSendRow, value: Amount) => {
    const asset = assetOf(catalogue, send)
    return `${formatTrimmed(asset, value)} ${asset.code}`
  }
  return {
    shown,
    total: ended.length,
    answered: shown.size,
    differing: [...shown].flatMap(([send, seen]) => {
      const { withdrawalId, txId, paid } = send
      return seen === paid ? [] : [{ withdrawalId, txId, was: text(send, paid), is: text(send, seen) }]
    }),
  }
}
