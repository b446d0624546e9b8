// NFT sales in one account: bids with a margin, purchases and payments with a hold until the sale's room has decided, and proceeds of
// sales. A buyer's payment is booked on `@nft` until seller and artist are paid: over all users its sum is zero. Margins of accepted bids
// are booked on `@nft_margin`.

import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, maximum, minimum, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { NFT_WALLET, STEPS_MAX, restToPay } from '#domain/nft/auction'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import {
  ACTS_WAITING_MAX,
  type SaleAnswer,
  type SaleUpdate,
  type SaleRequestRefusal,
  type NftActRow,
} from '#party/protocol/lot'
import { nftAct, nftStake } from '#db/account/nft'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { type PreparedCall, type Turn, feature, deferredCommand, query, system } from '../feature'
import { listPart, positive } from '../fields'
import { readList } from '../listing'
import { receiveAnswer, takeSaleUpdate } from './sale-updates'
import { type Act, MARGINS, NftStore, actRef, marginRef } from './store'
import { type Nft, actRow, bidMarginRow } from './state'

const SEND = 'nft_send'
const SEND_AGAIN_MS = 5_000
const SENT_PER_BATCH = 16

const whole = v.pipe(v.string(), v.regex(/^[1-9]\d{0,36}$/))
const asked = { lotId: positive, assetId: positive, work: v.pipe(v.string(), v.maxLength(200)) }
const bid = v.strictObject({
  ...asked,
  /** Margin of the bid; for a bid by steps, whose price may rise, `marginMost` is the largest margin to hold if available. */
  margin: whole,
  marginMost: v.optional(whole),
  price: v.nullable(whole),
  steps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(STEPS_MAX)),
  /** Bid as typed. A repeated command is recognised by it: the margin depends on other bids and may differ. */
  typed: v.optional(v.pipe(v.string(), v.maxLength(200))),
})
const buy = v.strictObject({ ...asked, price: whole })
const pay = v.strictObject(asked)

/** The work's name may change between a command and its retry, so it isn't compared. */
const asSaid = <Input extends v.InferOutput<typeof pay>>({ work: _, ...said }: Input) => said

const waiting = { answer: answered, pendingAnswer: () => refuse('nft_waiting') }

export const nft = feature({
  name: 'nft',
  tables: NftStore.tables,
  open: (account: AccountState): Nft => ({ account, store: new NftStore(account.store) }),
  provides: { works: ({ store }) => ({ workOf: (ref) => store.workOf(ref) }) },
  unfinished: ({ account }: Nft) => ({
    nft_bids: tableOf(nftStake).count(account.store, "WHERE state IN ('asked', 'bidding', 'won')"),
  }),
  commands: {
    bid_nft: deferredCommand({
      input: bid,
      content: ({ typed, ...input }) => (typed === undefined ? asSaid(input) : { lotId: input.lotId, typed }),
      run: (nft: Nft, input: v.InferOutput<typeof bid>, { now }) => placeBid(nft, input, now),
      ...waiting,
    }),
    buy_nft: deferredCommand({
      input: buy,
      content: asSaid,
      run: (nft: Nft, input: v.InferOutput<typeof buy>, { now }) => {
        const price = decodeAmount(input.price)
        return send(nft, { ...input, kind: 'buy', price: input.price, held: price }, now)
      },
      ...waiting,
    }),
    pay_nft: deferredCommand({
      input: pay,
      content: asSaid,
      run: (nft: Nft, input: v.InferOutput<typeof pay>, { now }) => payWon(nft, input, now),
      ...waiting,
    }),
  },
  queries: {
    /** Newest first; of one sale, or of all sales for null. */
    nft_acts: query({
      input: v.strictObject({
        lotId: v.nullable(positive),
        kind: v.nullable(v.picklist(['bid', 'buy', 'pay'])),
        ...listPart,
      }),
      run: ({ account }: Nft, { lotId, kind, ...part }) => {
        const conditions = [
          ...(lotId === null ? [] : [{ text: 'lot_id = ?', value: lotId }]),
          ...(kind === null ? [] : [{ text: 'kind = ?', value: kind }]),
          { text: "state <> 'refused'" },
        ]
        const listing = { table: tableOf(nftAct), key: 'act_no', at: 'at', conditions } as const
        const { rows, total } = readList(account.store, listing, part)
        return done({ rows: rows.map(actRow), total })
      },
    }),
    nft_stakes: query({
      input: v.strictObject({}),
      run: ({ store }: Nft) => done(store.live().map(bidMarginRow)),
    }),
  },
  system: {
    /** News from a sale's room; a repetition changes nothing. */
    nft_news: system({
      commit: 'tables',
      run: (nft: Nft, { news }: { readonly news: SaleUpdate }, turn) => {
        takeSaleUpdate(nft, news, turn)
        return null
      },
    }),
  },
  timers: {
    [SEND]: {
      // Retry time for a failed call.
      run: ({ account, store }: Nft, _due, { now }) => {
        if (store.sent().length > 0) account.timers.set(SEND, now + SEND_AGAIN_MS)
      },
      errand: { prepare: sendActs },
    },
  },
  save: ({ store }: Nft, log) => store.save(log),
  checkpointed: ({ store }: Nft) => store.checkpointed(),
  verify: ({ account, store }: Nft, _turn, sums) => [
    ...store.live().flatMap(({ lotId, margin, state }) => {
      const [held, meant] = [account.ledger.holdLeft(marginRef(lotId)), state === 'asked' ? margin : ZERO]
      return held === meant ? [] : [`the margin of sale ${lotId} should hold ${meant} and holds ${held}`]
    }),
    ...compareMargins(store, sums),
    ...store.sent().flatMap(({ actNo, held: meant }) => {
      const held = account.ledger.holdLeft(actRef(actNo))
      return held === meant ? [] : [`act ${actNo} stands for ${meant} and holds ${held}`]
    }),
  ],
})

/** Audit: deposits at auctions equal the margins of accepted bids. */
function compareMargins(store: NftStore, sums: ReadonlyMap<string, Amount>): string[] {
  const taken = new Map<string, Amount>()
  for (const { assetId, margin, state } of store.live()) {
    const key = `${MARGINS}/${assetId}`
    if (state !== 'asked') taken.set(key, add(taken.get(key) ?? ZERO, margin))
  }
  const keys = new Set([...taken.keys(), ...[...sums.keys()].filter((key) => key.startsWith(`${MARGINS}/`))])
  return [...keys].flatMap((key) => {
    const [has, meant] = [sums.get(key) ?? ZERO, taken.get(key) ?? ZERO]
    return has === meant ? [] : [`${key} is ${has} and deposits come to ${meant}`]
  })
}

type ActRefusal = 'trading_frozen' | 'asset_not_found' | 'nft_acts_above_max' | 'insufficient_available'

interface Sending extends Pick<Act, 'lotId' | 'assetId' | 'work' | 'kind' | 'price' | 'held'> {
  readonly steps?: number
  /** Held for the sale besides. */
  readonly margin?: Amount
}

interface Waits {
  readonly actNo: number
}

function send(nft: Nft, { margin = ZERO, steps = 0, ...act }: Sending, now: number): Outcome<Waits, ActRefusal> {
  const { account, store } = nft
  // A freeze allows payment of an earlier win: it must not forfeit the deposit.
  const admitted = act.kind === 'pay' ? done(null) : account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const asset = findAsset(account.catalogue, act.assetId)
  if (!asset) return refuse('asset_not_found')
  if (store.sent().length >= ACTS_WAITING_MAX) return refuse('nft_acts_above_max', { bound: String(ACTS_WAITING_MAX) })
  const needed = add(margin, act.held)
  const covered = checkAvailable(asset, { available: account.ledger.available(NFT_WALLET, asset.id), needed })
  if (!covered.ok) return covered

  const { actNo } = store.add({ ...act, steps, state: 'sent', cause: null, at: now, workId: null })
  const hold = { wallet: NFT_WALLET, assetId: asset.id } as const
  if (act.held > 0n) account.ledger.hold({ ...hold, ref: actRef(actNo), amount: act.held }, 'nft_hold', now)
  if (margin > 0n) {
    account.ledger.hold({ ...hold, ref: marginRef(act.lotId), amount: margin }, 'nft_margin_hold', now)
    const { lotId, assetId } = act
    store.putBidMargin({ lotId, assetId, margin, state: 'asked', price: null, payBy: null, at: now })
  }
  account.timers.set(SEND, now)
  return done({ actNo })
}

/**
 * The first bid holds the margin; once accepted, the margin becomes the sale's deposit until the end. A later bid's additional margin is
 * held under that bid until the sale accepts it.
 */
function placeBid(
  nft: Nft,
  { margin, marginMost = margin, typed: _, ...input }: v.InferOutput<typeof bid>,
  now: number,
): Outcome<Waits, ActRefusal> {
  const [least, most] = [decodeAmount(margin), decodeAmount(marginMost)]
  const known = nft.store.bidMargin(input.lotId)
  const first = known ? ZERO : least
  const has = known?.margin ?? least
  const available = subtract(nft.account.ledger.available(NFT_WALLET, input.assetId), first)
  const held = maximum(subtract(least, has), minimum(available, subtract(most, has)))
  return send(nft, { ...input, kind: 'bid', held: maximum(ZERO, held), margin: first }, now)
}

function payWon(
  nft: Nft,
  input: v.InferOutput<typeof pay>,
  now: number,
): Outcome<Waits, ActRefusal | 'nft_nothing_to_pay' | 'nft_waiting'> {
  const bidMargin = nft.store.bidMargin(input.lotId)
  // The directory may list the order shortly before the sale's room reports the win to this account.
  if (bidMargin?.state === 'bidding') return refuse('nft_waiting')
  if (bidMargin?.state !== 'won' || bidMargin.price === null) return refuse('nft_nothing_to_pay')
  const isAsked = nft.store.sent().some(({ lotId, kind }) => lotId === input.lotId && kind === 'pay')
  if (isAsked) return refuse('nft_waiting')
  const held = restToPay({ price: bidMargin.price, margin: bidMargin.margin })
  return send(nft, { ...input, kind: 'pay', price: bidMargin.price.toString(), held }, now)
}

/** The answer waits for the sale's room. */
function answered(
  { store }: Nft,
  { actNo }: Waits,
): Outcome<NftActRow, SaleRequestRefusal | 'nft_waiting'> | undefined {
  const found = store.find(actNo)
  if (!found) throw new Error(`act ${actNo} is kept`)
  if (found.state === 'sent') return undefined
  // Written by this room from the sale's answer.
  return found.cause === null
    ? done(actRow(found))
    : { ok: false, refusal: JSON.parse(found.cause) as Refusal<SaleRequestRefusal> }
}

function sendActs({ store }: Nft): PreparedCall<Nft> | null {
  const sent = store.sent().slice(0, SENT_PER_BATCH)
  if (sent.length === 0) return null
  const answers = new Map<number, SaleAnswer>()
  return {
    call: (remotes) => {
      const made = sent.map(({ actNo, lotId, kind, price, steps, held }) =>
        remotes
          .askSale(lotId, {
            ...{ account: remotes.account, actNo, kind, price, steps },
            marginMost: encodeAmount(add(held, store.bidMargin(lotId)?.margin ?? ZERO)),
          })
          .then((answer) => answers.set(actNo, answer)),
      )
      return Promise.allSettled(made).then(() => {
        if (answers.size === 0) throw new Error('no sale answered')
      })
    },
    done: (nft: Nft, turn: Turn) => {
      for (const [actNo, answer] of answers) receiveAnswer(nft, actNo, answer, turn)
      if (nft.store.sent().length > 0) nft.account.timers.set(SEND, turn.now + SEND_AGAIN_MS)
      else nft.account.timers.clear(SEND)
    },
  }
}
