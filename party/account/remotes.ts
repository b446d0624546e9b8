// Remote calls of an Account besides Markets: other users' Accounts by their protocol, and the directory, which publishes its data.

import { tracedRoom } from '#lib/room-call'
import { isDemoTrader } from '#domain/demo-traders'
import { storeActivity } from '#db/platform/activity'
import { claimSupply } from '#db/platform/claim'
import { findFixings } from '#db/platform/invest'
import { followLoans } from '#db/platform/loan'
import { miningOffers, putDueDeposits } from '#db/platform/mining'
import { oweNotices } from '#db/platform/notice'
import { keepReceipts } from '#db/platform/receipt'
import { storeTradingFigures } from '#db/platform/promotion'
import { supplyOf } from '#db/platform/supplies'
import { CallTimeout } from '#party/lib/call-timeout'
import { wakeLog } from '#party/lib/wake-log'
import type { AccountPeerRpc, PeerReceipt } from '#party/protocol/account-peer'
import type { SaleAnswer, SaleRpc } from '#party/protocol/lot'
import type { EventRpc, PoolBetAnswer } from '#party/protocol/quiz'
import type { QuotesRpc } from '#party/protocol/quotes'
import type { WatchAnswer, WatchRpc } from '#party/protocol/watch'
import type { EnginePorts } from './engine-ports'

const PEER_PATIENCE_MS = 10_000

type Remote =
  | 'askPeer'
  | 'askWatch'
  | 'reportFigures'
  | 'reportActivity'
  | 'oweNotices'
  | 'keepReceipts'
  | 'roundsAfter'
  | 'claimSupply'
  | 'miningOffers'
  | 'reportDueDeposits'
  | 'reportLoans'
  | 'askEvent'
  | 'askSale'
  | 'fixings'

export function remotesOf(env: Env, account: number): Pick<EnginePorts, Remote> {
  const patience = new CallTimeout(PEER_PATIENCE_MS)
  return {
    askPeer: async (peer, post) => {
      const answer = await patience.limit(`account ${peer}`, roomOf(env, peer).post(JSON.stringify(post)))
      // The other room answers every PeerPost with a PeerReceipt as text.
      return JSON.parse(answer) as PeerReceipt
    },
    askWatch: async (symbol, registration) => {
      const room: WatchRpc = tracedRoom(env.Watch.get(env.Watch.idFromName(symbol)), 'watch')
      const answer = await patience.limit(`the watch of ${symbol}`, room.register(JSON.stringify(registration)))
      // The Watch answers every registration with a WatchAnswer as text.
      return JSON.parse(answer) as WatchAnswer
    },
    askEvent: async (eventId, bet) => {
      const room: EventRpc = tracedRoom(env.Event.get(env.Event.idFromName(String(eventId))), 'event')
      const answer = await patience.limit(`event ${eventId}`, room.bet(JSON.stringify(bet)))
      // The room of an event answers every bet with a PoolBetAnswer as text.
      return JSON.parse(answer) as PoolBetAnswer
    },
    askSale: async (lotId, act) => {
      const room: SaleRpc = tracedRoom(env.Lot.get(env.Lot.idFromName(String(lotId))), 'lot')
      const answer = await patience.limit(`sale ${lotId}`, room.act(JSON.stringify(act)))
      // The room of a sale answers every act with a SaleAnswer as text.
      return JSON.parse(answer) as SaleAnswer
    },
    keepReceipts: async (receipts) => {
      await keepReceipts(env.DB, receipts)
      wakeLog(env)
    },
    roundsAfter: (at, limit) => {
      const quotes: QuotesRpc = tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
      return quotes.roundsAfter(at, limit)
    },
    claimSupply: ({ product, item, ...claim }) =>
      claimSupply(env.DB, supplyOf(product, item), { ...claim, userId: account }),
    miningOffers: () => miningOffers(env.DB),
    fixings: (instants) => findFixings(env.DB, instants),
    reportDueDeposits: async (deposits) => {
      await putDueDeposits(
        env.DB,
        deposits.map((each) => ({ ...each, userId: account })),
      )
    },
    reportLoans: (loans) => followLoans(env.DB, account, loans),
    reportFigures: (shown) => storeTradingFigures(env.DB, shown),
    reportActivity: async (days) => {
      // Demo traders are no customers.
      if (!isDemoTrader(account)) await storeActivity(env.DB, account, days)
    },
    oweNotices: (account, at) => oweNotices(env.DB, account, at),
  }
}

/** Stub of an account or of a trader's room (negative id), typed by the peer protocol. */
const roomOf = (env: Env, peer: number): AccountPeerRpc =>
  peer < 0
    ? tracedRoom(env.Leader.get(env.Leader.idFromName(String(-peer))), 'leader')
    : tracedRoom(env.Account.get(env.Account.idFromName(String(peer))), 'account')
