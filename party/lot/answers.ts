// Answers and messages of a sale, and its refusals of purchases and payments.

import type { Lot } from '#domain/nft/artwork'
import { marginOfBid } from '#domain/nft/auction'
import { type Amount, encodeAmount } from '#domain/money/amount'
import { type Refused, refuse } from '#domain/outcome'
import type { SaleRequest, SaleAnswer, SaleUpdate, SaleRequestRefusal, SaleTerms } from '#party/protocol/lot'
import type { lotStanding } from '#db/lot/schema'
import type { RowOf } from '#party/lib/table'

export type SaleStatus = RowOf<typeof lotStanding>

export interface Addressed {
  readonly account: number
  readonly news: SaleUpdate
}

export const taken = (lot: Lot, { price, at }: { readonly price: Amount; readonly at: number }): SaleAnswer => ({
  ...{ isAccepted: true, price: encodeAmount(price), at, split: null },
  margin: encodeAmount(marginOfBid(lot, price)),
})

export const refusedAnswer = ({ refusal }: Refused<SaleRequestRefusal>): SaleAnswer => ({ isAccepted: false, refusal })

export const isClosing = ({ state, pending }: SaleStatus): boolean => state !== 'open' || pending !== null

export function checkBuy(
  message: SaleRequest,
  lot: Lot,
  status: SaleStatus,
  now: number,
): Refused<SaleRequestRefusal> | null {
  if (lot.mode !== 'fixed') return refuse('nft_not_fixed')
  if (now < lot.startsAt) return refuse('nft_not_started')
  if (isClosing(status) || now >= status.endsAt) return refuse('nft_ended')
  return message.price === encodeAmount(lot.price) ? null : refuse('nft_price_changed')
}

export function checkPay(account: number, { mode }: Lot, status: SaleStatus): Refused<SaleRequestRefusal> | null {
  if (mode !== 'auction' || status.winner !== account) return refuse('nft_nothing_to_pay')
  if (status.state === 'forfeited' || status.pending === 'forfeited') return refuse('nft_pay_late')
  return status.state === 'won' && status.pending === null ? null : refuse('nft_nothing_to_pay')
}

export const credit = (
  { lot, work }: SaleTerms,
  {
    to,
    reason,
    amount,
  }: Pick<Extract<SaleUpdate, { kind: 'credit' }>, 'reason'> & { to: number | null; amount: Amount },
): Addressed[] =>
  to === null || amount === 0n
    ? []
    : [
        {
          account: to,
          news: {
            ...{ lotId: lot.id, work, kind: 'credit', reason, assetId: lot.asset.id, workId: lot.workId },
            amount: encodeAmount(amount),
          },
        },
      ]
