// Looks at the transactions of payouts by the protocols of their nodes, until each is final, lost or replaced, and for a day longer. Transfers from our source that
// went unreported are noticed by the watcher of deposits.

import { logWarning } from '#lib/log-line'
import { type Watched, insertSend, listPaidTo, listWatched, markSent, noteLook, isSendTo } from '#db/platform/payout'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import { isEnded, listEnded, reopenSend } from '#db/platform/payout-ended'
import {
  ENDED_LOOK_MS,
  ENDED_WATCHED_MS,
  GONE_WATCHED_MS,
  type PayoutSight,
  isMissing,
  isUndone,
  judgePayout,
} from '#domain/funds/payout'
import { findNetworkFacts } from '#domain/funds/network'
import { ZERO, amount } from '#domain/money/amount'
import { HOUR_MS } from '#domain/time'
import { loadCatalogue } from '../catalogue'
import { CallMeter, CallsUsedUp } from '../chains/call-meter'
import type { ChainTransfer } from '../chains/chain'
import type { Watch } from '../chains/deposit-checks'
import { openPayer } from '../chains/networks'
import { type Payer, assetUnits } from '../chains/payer'
import { eachAlone } from '../each-alone'
import { confirmationsOf, dueOf, newSend, paymentOf } from './payments'
import { settlePaid, settleProblem } from './settle'

const LOOKS_PER_SWEEP = 100
const ENDED_LOOKS_PER_SWEEP = 20
const CALLS_PER_SWEEP = 600

export async function watchPayouts(env: Env, now: number): Promise<void> {
  const [open, ended] = await Promise.all([
    listWatched(env.DB, { goneSince: now - GONE_WATCHED_MS, lookedBefore: now, limit: LOOKS_PER_SWEEP }),
    listEnded(env.DB, {
      since: now - ENDED_WATCHED_MS,
      lookedBefore: now - ENDED_LOOK_MS,
      limit: ENDED_LOOKS_PER_SWEEP,
    }),
  ])
  const watched = [...open, ...ended]
  if (watched.length === 0) return
  const catalogue = await loadCatalogue(env)
  const meter = new CallMeter(CALLS_PER_SWEEP)
  await eachAlone(watched, {
    work: async (each) => {
      const { network } = each.send
      const payer = openPayer(env, { network, catalogue, now }, meter)
      if (payer) await lookAt(env, payer, each, now)
      // Paid by the word of two people: others get their turn.
      else if (isEnded(each)) await noteLook(env.DB, each.send, { ...each.send, lookedAt: now, confirmations: 0 })
    },
    failed: ({ send }) => `withdrawal ${send.withdrawalId}: its transaction ${send.txId} could not be looked at`,
  })
}

async function lookAt(env: Env, payer: Payer, listed: Watched, now: number): Promise<void> {
  const catalogue = await loadCatalogue(env)
  const seen = sinceAsked(listed.row, await payer.look(paymentOf(catalogue, listed.row), listed.send))
  const hasEnded = isEnded(listed)
  // One that was final and waits in the pool again is missing.
  const sight: PayoutSight = hasEnded && seen.is === 'pending' ? { is: 'missing' } : seen
  const missedSince = isMissing(sight) ? (listed.send.missedSince ?? now) : null
  const facts = { confirmationsMin: confirmationsOf(catalogue, listed.row), missedSince, now }
  const isToSend = sight.is === 'missing' && listed.send.raw !== ''
  if (hasEnded && !isUndone(sight, { ...facts, paid: listed.send.paid })) {
    if (isToSend && listed.send.state === 'paid') await sendAgain(payer, listed)
    return noteLook(env.DB, listed.send, { lookedAt: now, missedSince, confirmations: 0 })
  }
  const watched = hasEnded ? await reopenSend(env.DB, listed) : listed
  const { send, row } = watched
  const verdict = judgePayout(sight, { ...facts, due: dueOf(row) })
  const arrived = arrivedOf(send.network, sight)
  const isLost = verdict === 'dropped' || verdict === 'replaced'
  if (verdict === 'paid') return settlePaid(env, watched, arrived, now)
  // A transaction given up keeps that state, unless a node shows it again.
  if (verdict !== null && !(isLost && send.state === 'gone'))
    return settleProblem(env, watched, { ...arrived, problem: verdict }, now)
  if (isToSend && send.state === 'sent') await sendAgain(payer, watched)
  await noteLook(env.DB, send, { lookedAt: now, missedSince, confirmations: arrived.confirmations })
}

/** Clocks of miners differ by up to two hours. */
const CLOCK_OFF_MS = 2 * HOUR_MS

/** A transaction mined before the request pays nothing of the withdrawal. */
const sinceAsked = ({ createdAt }: Pick<WithdrawalRow, 'createdAt'>, sight: PayoutSight): PayoutSight =>
  sight.is === 'placed' && sight.minedAt !== null && sight.minedAt < createdAt - CLOCK_OFF_MS
    ? { ...sight, paid: 0n, networkFee: null }
    : sight

function arrivedOf(network: string, sight: PayoutSight) {
  if (sight.is !== 'placed') return { paid: ZERO, confirmations: 0, networkFee: null }
  const decimals = findNetworkFacts(network)?.family === 'evm' ? 18 : 8
  return {
    paid: amount(sight.paid),
    confirmations: sight.confirmations,
    networkFee: sight.networkFee === null ? null : { units: sight.networkFee, decimals },
  }
}

async function sendAgain(payer: Payer, { send }: Watched): Promise<void> {
  try {
    await payer.signing?.send(send.raw)
  } catch (failure) {
    if (failure instanceof CallsUsedUp) throw failure
    logWarning(`withdrawal ${send.withdrawalId}: the node refused ${send.txId}: ${String(failure)}`)
  }
}

/** How long after a payment a second one is recognised. */
const PAID_WATCHED_MS = GONE_WATCHED_MS

/** Receiving addresses of withdrawals that await payment or were paid recently. */
export async function payoutTargets(
  env: Env,
  { network, now }: Pick<Watch, 'network' | 'now'>,
  addresses: readonly string[],
): Promise<readonly WithdrawalRow[]> {
  if (addresses.length === 0) return []
  return listPaidTo(env.DB, { network, addresses, since: now - PAID_WATCHED_MS })
}

/** Thousands may pay into an exchange's address: lookups for it must leave calls for deposits. */
const LOOKS_PER_READING = 20

const isDue = (
  catalogue: Watch['catalogue'],
  row: WithdrawalRow,
  { units, decimals }: Pick<ChainTransfer, 'units' | 'decimals'>,
): boolean => assetUnits(paymentOf(catalogue, row), units, decimals) === dueOf(row)

/** Registers transfers from our source that pay withdrawals, and second payments of paid ones. */
export async function noticePayouts(
  env: Env,
  { network, catalogue, now, meter }: Pick<Watch, 'network' | 'catalogue' | 'now' | 'meter'>,
  transfers: readonly ChainTransfer[],
): Promise<void> {
  const rows = await payoutTargets(
    env,
    { network, now },
    transfers.map(({ address }) => address),
  )
  const payer = rows.length > 0 ? openPayer(env, { network, catalogue, now }, meter) : null
  if (!payer?.knowsSource) return
  const taken = new Set<number>()
  const isExact = ({ address, units, decimals }: ChainTransfer) =>
    rows.some((row) => row.target === address && isDue(catalogue, row, { units, decimals }))
  let looks = 0
  for (const transfer of transfers.toSorted((left, right) => Number(isExact(right)) - Number(isExact(left)))) {
    const row = await rowPaidBy(env, { catalogue, rows, taken }, transfer)
    if (!row) continue
    if (looks === LOOKS_PER_READING) {
      logWarning(`chain ${network}: too many transfers to addresses of withdrawals; some were not compared`)
      break
    }
    looks += 1
    const payment = paymentOf(catalogue, row)
    const sight = sinceAsked(row, await payer.look(payment, { txId: transfer.txId, nonce: null, raw: '' }))
    if (sight.is !== 'placed' || sight.paid === 0n) continue
    taken.add(row.id)
    const send = { ...newSend(row, transfer.txId, now), nonce: sight.nonce ?? null }
    if (row.state === 'passed' || row.state === 'sent') await insertSend(env.DB, send)
    else await markSent(env.DB, send, confirmationsOf(catalogue, row))
  }
}

interface Candidates {
  readonly catalogue: Watch['catalogue']
  readonly rows: readonly WithdrawalRow[]
  readonly taken: ReadonlySet<number>
}

/**
 * Finds the withdrawal that a transfer pays. With the same amount: first an unpaid withdrawal, then one whose transaction the transfer may replace.
 * With another amount: a withdrawal in signing.
 */
async function rowPaidBy(
  env: Env,
  { catalogue, rows, taken }: Candidates,
  { txId, assetCode, address, units, decimals }: ChainTransfer,
): Promise<WithdrawalRow | undefined> {
  const fitting = rows.filter(
    (row) => row.target === address && !taken.has(row.id) && paymentOf(catalogue, row).assetCode === assetCode,
  )
  const [some] = fitting
  if (!some || (await isSendTo(env.DB, { txId, assetId: some.assetId, target: address }))) return undefined
  const isExact = (row: WithdrawalRow) => isDue(catalogue, row, { units, decimals })
  const isOpen = ({ state }: WithdrawalRow) => state === 'signing' || state === 'approved'
  return (
    fitting.find((row) => isOpen(row) && isExact(row)) ??
    fitting.find((row) => row.state === 'sent' && isExact(row)) ??
    fitting.find(({ state }) => state === 'signing') ??
    fitting.find((row) => row.state === 'passed' && isExact(row))
  )
}
