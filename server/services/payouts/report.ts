// Payouts at the desk: waiting payments and balances by network, batches, and the ledger against the chain.

import { logWarning } from '#lib/log-line'
import { findBatch, listBatches, listOfBatch, listUnpaid, readPaidSince } from '#db/platform/payout-batch'
import { listSealed } from '#db/platform/sealed'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import { knownAssets } from '#domain/catalogue'
import { type Amount, ZERO, add, amount, formatTrimmed, subtract } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'
import { loadCatalogue } from '../catalogue'
import { CallMeter } from '../chains/call-meter'
import { toScale } from '../chains/deposit-checks'
import { openPayer } from '../chains/networks'
import { askAgain, type AskedAgain } from './ask-again'
import { assetOf, coinOf, dueOf, methodOf } from './payments'

const UNPAID_SHOWN = 2_000
const BATCHES_SHOWN = 30
const REPORTED_MS = 30 * DAY_MS
const FLOAT_CALLS = 40

/** Texts are amounts with their asset, "12.5 USDT". */
export interface WaitingLine {
  /** Empty for banks. */
  readonly network: string
  readonly ready: number
  readonly signing: number
  readonly sent: number
  readonly problems: number
  readonly sums: readonly string[]
  /** At the address that pays; null where no node tells. */
  readonly float: readonly string[] | null
}

export async function listWaiting(env: Env, now: number): Promise<readonly WaitingLine[]> {
  const [catalogue, rows] = await Promise.all([loadCatalogue(env), listUnpaid(env.DB, UNPAID_SHOWN)])
  const networks = [...new Set(rows.map(({ network }) => network))].toSorted((left, right) => left.localeCompare(right))
  const meter = new CallMeter(FLOAT_CALLS)
  return Promise.all(
    networks.map(async (network) => {
      const own = rows.filter((row) => row.network === network)
      const count = (state: string) => own.filter((row) => row.state === state && row.problem === '').length
      const sums = new Sums()
      for (const row of own) sums.add(row.assetId, dueOf(row))
      const textOf = (assetId: number, value: Amount) => {
        const asset = assetOf(catalogue, { assetId })
        return `${formatTrimmed(asset, value)} ${asset.code}`
      }
      return {
        network,
        ready: count('approved'),
        signing: count('signing'),
        sent: count('sent'),
        problems: own.filter(({ problem }) => problem !== '').length,
        sums: sums.lines().map(([assetId, value]) => textOf(assetId, value)),
        float: await floatOf(env, { network, catalogue, now, meter }),
      }
    }),
  )
}

async function floatOf(
  env: Env,
  { meter, ...facts }: Parameters<typeof openPayer>[1] & { readonly meter: CallMeter },
): Promise<readonly string[] | null> {
  const payer = openPayer(env, facts, meter)
  if (!payer?.knowsSource) return null
  try {
    const float = await payer.float()
    return float.flatMap(({ assetCode, units, decimals }) => {
      const asset = knownAssets(facts.catalogue).find(({ code }) => code === assetCode)
      return asset ? [`${formatTrimmed(asset, toScale(asset, { units, decimals }))} ${asset.code}`] : []
    })
  } catch (failure) {
    logWarning(`chain ${facts.network}: its balance could not be read: ${String(failure)}`)
    return null
  }
}

class Sums {
  readonly #byAsset = new Map<number, Amount>()
  add(assetId: number, value: Amount): void {
    this.#byAsset.set(assetId, add(this.get(assetId), value))
  }
  get(assetId: number): Amount {
    return this.#byAsset.get(assetId) ?? ZERO
  }
  lines(): readonly (readonly [assetId: number, value: Amount])[] {
    return [...this.#byAsset]
  }
}

/**
 * Payouts of thirty days in an asset on a network. `ledger` is what Accounts posted as paid, `chain` what transactions show: those of the
 * last day now, earlier ones when they were final.
 */
interface ReportLine {
  readonly network: string
  readonly code: string
  readonly ledger: string
  readonly chain: string
  /** Money sent in excess, or by transactions that paid no withdrawal. */
  readonly lost: string
  readonly difference: string
  readonly isOff: boolean
}

export interface PayoutReport {
  readonly lines: readonly ReportLine[]
  readonly again: AskedAgain
  readonly fees: readonly { readonly network: string; readonly fee: string }[]
}

export async function payoutReport(env: Env, now: number): Promise<PayoutReport> {
  const since = now - REPORTED_MS
  const [catalogue, { paid, sends }] = await Promise.all([loadCatalogue(env), readPaidSince(env.DB, since)])
  const { shown, ...again } = await askAgain(env, { catalogue, sends, now })
  const networks = [...new Set([...paid, ...sends].map(({ network }) => network))].toSorted((left, right) =>
    left.localeCompare(right),
  )
  const lines = networks.flatMap((network) => {
    const [ledger, chain, lost, assets] = [new Sums(), new Sums(), new Sums(), new Set<number>()]
    const dues = new Map(paid.map((row) => [row.id, dueOf(row)]))
    for (const row of paid) {
      if (row.network !== network) continue
      ledger.add(row.assetId, dueOf(row))
      assets.add(row.assetId)
    }
    for (const send of sends) {
      if (send.network !== network) continue
      const seen = shown.get(send)
      if (seen !== undefined && seen !== send.paid) {
        assets.add(send.assetId)
        chain.add(send.assetId, subtract(seen, send.paid))
      }
      if (send.state !== 'paid' && send.state !== 'stray') continue
      const due = dues.get(send.withdrawalId)
      assets.add(send.assetId)
      if (send.state === 'stray') lost.add(send.assetId, send.paid)
      else if (due !== undefined) {
        // A wrong amount that two people accepted: short, the ledger gave the rest back; above, the house lost it.
        const excess = subtract(send.paid, due)
        if (excess < 0n) ledger.add(send.assetId, excess)
        else lost.add(send.assetId, excess)
        chain.add(send.assetId, excess < 0n ? send.paid : due)
      }
    }
    return [...assets].map((assetId): ReportLine => {
      const asset = assetOf(catalogue, { assetId })
      const difference = subtract(ledger.get(assetId), chain.get(assetId))
      return {
        network,
        code: asset.code,
        ledger: formatTrimmed(asset, ledger.get(assetId)),
        chain: formatTrimmed(asset, chain.get(assetId)),
        lost: formatTrimmed(asset, lost.get(assetId)),
        difference: formatTrimmed(asset, difference),
        isOff: difference !== 0n,
      }
    })
  })
  const fees = networks.flatMap((network) => {
    const coin = coinOf(catalogue, network)
    const sum = sends
      .filter((send) => send.network === network)
      .reduce((all, send) => add(all, send.networkFee), amount(0n))
    return coin && sum > 0n ? [{ network, fee: `${formatTrimmed(coin, sum)} ${coin.code}` }] : []
  })
  return { lines, fees, again }
}

export async function listPayoutBatches(env: Env) {
  const batches = await listBatches(env.DB, BATCHES_SHOWN)
  return batches.map(({ id, network, method, createdAt }) => ({ id, network, method, createdAt }))
}

/** A batch with its payments; null for an unknown id. */
export async function readBatch(env: Env, id: number, now: number) {
  const [batch, all, catalogue] = await Promise.all([
    findBatch(env.DB, id),
    listOfBatch(env.DB, id),
    loadCatalogue(env),
  ])
  if (!batch) return null
  const sealed = await listSealed(
    env.DB,
    all.map(({ userId }) => userId),
  )
  const isHidden = ({ userId, state }: WithdrawalRow) => sealed.has(userId) && state !== 'signing'
  const rows = all.map((row) => (isHidden(row) ? { ...row, target: '', memo: '', card: '' } : row))
  const payer = openPayer(env, { network: batch.network, catalogue, now })
  return {
    batch,
    rows,
    catalogue,
    /** Its file to sign names payees whose accounts are closed. */
    isSealed: all.some(isHidden),
    /** Its network can prepare and send now. */
    canSign: methodOf(batch.network, payer) === batch.method && payer?.signing != null,
    shown: rows.map((row) => {
      const asset = assetOf(catalogue, row)
      const { target, memo, state, txId, confirmations, confirmationsMin, userId } = row
      const money = `${formatTrimmed(asset, dueOf(row))} ${asset.code}`
      return { id: row.id, money, target, memo, state, txId, confirmations, confirmationsMin, userId }
    }),
  }
}
