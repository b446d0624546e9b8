// What a provider says of a payment, and what follows for the order that it is for. Pure; the same whatever comes first, or comes twice.

import { isSameName } from './payer'
import type { Amount, AssetScale } from '../money/amount'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'
import { type BuyRouteKind, type BuyState, figuresOfMinor, minorOf } from './terms'

export type ProviderKind = Exclude<BuyRouteKind, 'bank'>

/**
 * paid: the money is taken. failed: it will not be. ended: the checkout is closed, unpaid. refunded: of what was taken, so much is sent back
 * by now. refund_failed: what was sent back has come back to the provider.
 */
export const PAYMENT_EVENTS = ['paid', 'failed', 'ended', 'refunded', 'refund_failed'] as const

/** By the provider's number of the dispute: what it took out, and what came back of that when it was won. */
export type Disputes = Readonly<Record<string, { readonly out?: number; readonly back?: number }>>

/** What of a payment is gone: sent back, or taken by a dispute that was not won. */
export function goneOf({
  amount: paid,
  refunded,
  disputes,
}: {
  readonly amount: number
  readonly refunded: number
  readonly disputes: Disputes
}): number {
  const taken = Object.values(disputes).map(({ out = 0, back = 0 }) => Math.max(0, out - back))
  return Math.min(
    paid,
    taken.reduce((sum, each) => sum + each, refunded),
  )
}

export interface Credit {
  /** In the currency's smallest unit. */
  readonly arrived: number
  readonly fee: Amount
  readonly receives: Amount
}

/**
 * What a payment brings its order, at the order's numbers: what arrived and did not go back, never more. More than was ordered is not
 * credited before the part too much is sent back, or a rate of days ago could be had for any sum.
 */
export function creditFor(
  order: { readonly currency: string; readonly pay: number; readonly rate: Rate; readonly feeRate: Rate },
  payment: { readonly currency: string; readonly amount: number; readonly gone: number },
  asset: Pick<AssetScale, 'scale'>,
): Outcome<Credit, 'buy_not_creditable'> {
  const arrived = payment.amount - payment.gone
  const isOther = payment.currency !== order.currency || arrived > minorOf(order.currency, order.pay)
  if (isOther) return refuse('buy_not_creditable')
  const { fee, receives } = figuresOfMinor(order.currency, arrived, { rate: order.rate, fee: order.feeRate }, asset)
  return arrived > 0 && receives <= 0n ? refuse('buy_not_creditable') : done({ arrived, fee, receives })
}

/** One message of a provider, as far as it is about money. Amounts are in the currency's smallest unit. */
export interface PaymentEvent {
  /** The provider's own; the same message again has the same. */
  readonly id: string
  readonly type: (typeof PAYMENT_EVENTS)[number]
  /** The provider's number of the payment; empty where there was none. */
  readonly paymentId: string
  /** Of our order; empty where the provider does not say. */
  readonly reference: string
  readonly currency: string
  readonly amount: number
  readonly refunded: number
  /** What a bank has taken back or given back in a dispute; absent where the message is of none. */
  readonly disputes?: Disputes
  /** Who paid, as the provider knows it; empty where it does not say. */
  readonly payer: string
}

/** Why people look at an order that was paid. */
export const BUY_PROBLEMS = ['late', 'amount', 'payer', 'partly_refunded'] as const
export type BuyProblem = (typeof BUY_PROBLEMS)[number]

/**
 * Why people look at a payment by itself. no_order: it is for nothing here. extra: its order is paid by another one. taken_back: what it
 * brought was credited before the provider sent it back. given_back: of what had gone something came again, after that was seen to.
 * refund_failed: a refund did not arrive, and has to be made another way.
 */
export const PAYMENT_PROBLEMS = ['no_order', 'extra', 'taken_back', 'given_back', 'refund_failed'] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

export interface JudgedOrder {
  readonly kind: BuyRouteKind
  readonly state: BuyState
  readonly currency: string
  readonly pay: number
  /** Of the row of the payment that it goes by; null while there is none. */
  readonly paymentId: number | null
}

export interface JudgedPayment {
  readonly id: number
  readonly kind: ProviderKind
  readonly currency: string
  readonly amount: number
  readonly gone: number
  /** Of that, what was gone when people last decided about it. */
  readonly settledGone: number
  /** The provider has said that it was taken. */
  readonly isPaid: boolean
  readonly payer: string
}

export type Verdict =
  | { readonly act: 'nothing' }
  | { readonly act: 'credit' | 'refunded' }
  | { readonly act: 'review'; readonly problem: BuyProblem }
  | { readonly act: 'aside'; readonly problem: PaymentProblem }

const NOTHING = { act: 'nothing' } as const
/** Nobody has paid for it in time, as far as was known. */
const UNPAID: ReadonlySet<BuyState> = new Set(['to_pay', 'expired', 'cancelled', 'refused'])

/** What follows from all that is known of a payment. `buyer` is the name that was verified. */
export function judgePayment(order: JudgedOrder | null, payment: JudgedPayment, buyer: string): Verdict {
  const isBack = payment.gone >= payment.amount
  // A refund may be told before the payment: until that is told there is nothing to decide about.
  if (!payment.isPaid) return NOTHING
  if (order?.kind !== payment.kind) return isBack ? NOTHING : { act: 'aside', problem: 'no_order' }
  if (order.paymentId === payment.id) return judgeRefund(order, payment, isBack)
  if (order.paymentId !== null || !UNPAID.has(order.state)) return isBack ? NOTHING : { act: 'aside', problem: 'extra' }
  if (isBack) return { act: 'refunded' }
  if (order.state !== 'to_pay') return { act: 'review', problem: 'late' }
  if (payment.currency !== order.currency || payment.amount !== minorOf(order.currency, order.pay))
    return { act: 'review', problem: 'amount' }
  if (payment.gone > 0) return { act: 'review', problem: 'partly_refunded' }
  return isSameName(payment.payer, buyer) ? { act: 'credit' } : { act: 'review', problem: 'payer' }
}

/** Of the payment that its order goes by. */
function judgeRefund({ state }: JudgedOrder, { gone, settledGone }: JudgedPayment, isBack: boolean): Verdict {
  if (gone < settledGone) return { act: 'aside', problem: 'given_back' }
  if (state === 'paid' || state === 'done')
    return gone > settledGone ? { act: 'aside', problem: 'taken_back' } : NOTHING
  if (gone === 0) return NOTHING
  if (state === 'review') return isBack ? { act: 'refunded' } : { act: 'review', problem: 'partly_refunded' }
  return state === 'refused' && isBack ? { act: 'refunded' } : NOTHING
}
