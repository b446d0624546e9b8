// Audit report of a Market: its share of the money, for the conservation check, and a hash of its durable state.

import type { Pair } from '#domain/catalogue'
import { type Amount, ZERO, add, encodeAmount, negate } from '#domain/money/amount'
import { lots, ticks } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { fillAmounts } from '#domain/spot'
import type { MarketReport } from '#party/protocol/market'
import { hashText } from '#domain/text-hash'
import type { HouseLedger } from './house-ledger'
import type { Journal } from './journal'
import type { MarketState } from './state'

const NO_FEE = rate(0n)

interface Reported {
  readonly state: MarketState
  readonly journal: Journal
  readonly ledger: HouseLedger
}

export function reportMoney(symbol: string, pair: Pair | null, { state, journal, ledger }: Reported): MarketReport {
  const undelivered = new Map<number, Amount>()
  for (const { messages } of state.streams.pending()) {
    for (const message of messages) {
      if (message.type !== 'filled' || !pair) continue
      // The received amount includes the fee: the market's ledger account pays it in full, however it is split.
      const fill = { side: message.side, price: ticks(message.ticks), quantity: lots(message.lots) }
      const { paid, received } = fillAmounts(pair, fill, NO_FEE)
      const [paidAsset, receivedAsset] =
        message.side === 'buy' ? [pair.quote.id, pair.base.id] : [pair.base.id, pair.quote.id]
      undelivered.set(paidAsset, add(undelivered.get(paidAsset) ?? ZERO, paid))
      undelivered.set(receivedAsset, add(undelivered.get(receivedAsset) ?? ZERO, negate(received)))
    }
  }
  return {
    symbol,
    house: ledger.report(),
    isHouseLedgerSound: ledger.verify(),
    undelivered: Array.from(undelivered, ([assetId, units]) => ({ assetId, amount: encodeAmount(units) })),
    undeliveredMessages: countPending(state),
    messagesMade: countMessages(state, journal),
  }
}

/** Streams in memory are newer than those on disk. */
function countMessages(state: MarketState, journal: Journal): number {
  let made = journal.readMessageCount()
  for (const { account, messageSeq } of state.streams.all())
    made += messageSeq - (journal.readNumbers(account)?.messageSeq ?? 0)
  return made
}

export function countPending(state: MarketState): number {
  let owed = 0
  for (const { messages } of state.streams.pending()) owed += messages.length
  return owed
}

/** Over the whole state as text. Slow, and meant for tests and operators only. */
export function hashState(state: MarketState, journal: Journal): number {
  const numbers = new Map(
    journal.readAllNumbers().map(({ account, commandSeq, messageSeq }) => [account, [commandSeq, messageSeq]]),
  )
  for (const { account, commandSeq, messageSeq } of state.streams.all()) numbers.set(account, [commandSeq, messageSeq])
  const streams = [...numbers].filter(([, [commandSeq = 0, messageSeq = 0]]) => commandSeq + messageSeq > 0)
  const { owed, ...rest } = state.snapshot()
  return hashText(JSON.stringify([rest, state.book.stateHash(), sortByAccount(streams), sortByAccount(owed)]))
}

const sortByAccount = <Row extends readonly [account: number, ...rest: unknown[]]>(rows: readonly Row[]): Row[] =>
  [...rows].sort(([left], [right]) => left - right)
