// Payment messages of a provider, and their effects on the order. Pure; the result doesn't depend on order or repetition of messages.

import { isSameName } from './payer'
import type { Amount, AssetScale } from '../money/amount'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'
import { type BuyRouteKind, type BuyState, figuresOfMinor, minorOf } from './terms'

export type ProviderKind = Exclude<BuyRouteKind, 'bank'>

/**
 * paid: the money is taken. failed: the payment failed. ended: the checkout closed unpaid. refunded: total sent back so far. refund_failed:
 * a refund returned to the provider.
 */
export const PAYMENT_EVENTS = ['paid', 'failed', 'ended', 'refunded', 'refund_failed'] as const

/** By the provider's dispute number: amount withdrawn, and amount returned after a won dispute. */
export type Disputes = Readonly<Record<string, { readonly out?: number; readonly back?: number }>>

/** Reversed part of a payment: refunds, and disputes that were not won. */
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
 * Credit of an order at its own rate: the arrived amount less reversals, at most the ordered one. An overpayment isn't credited before its
 * excess is refunded; otherwise any sum could be bought at an old rate.
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

/** A provider's message about money. Amounts are in the currency's smallest unit. */
export interface PaymentEvent {
  /** The provider's message id; a repetition has the same id. */
  readonly id: string
  readonly type: (typeof PAYMENT_EVENTS)[number]
  /** The provider's number of the payment; empty where there was none. */
  readonly paymentId: string
  /** Reference of our order; empty when the provider omits it. */
  readonly reference: string
  readonly currency: string
  readonly amount: number
  readonly refunded: number
  /** Amounts that a bank withdrew or returned in a dispute; absent for other messages. */
  readonly disputes?: Disputes
  /** Payer's name by the provider; empty when omitted. */
  readonly payer: string
}

/** Why people look at an order that was paid. */
export const BUY_PROBLEMS = ['late', 'amount', 'payer', 'partly_refunded'] as const
type BuyProblem = (typeof BUY_PROBLEMS)[number]

/**
 * Reasons for a review of the payment itself. no_order: no order matches. extra: its order is paid by another payment. taken_back: reversed
 * after the credit. given_back: a reversed amount returned after its review. refund_failed: a refund didn't arrive and must be made in
 * another way.
 */
export const PAYMENT_PROBLEMS = ['no_order', 'extra', 'taken_back', 'given_back', 'refund_failed'] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

export interface JudgedOrder {
  readonly kind: BuyRouteKind
  readonly state: BuyState
  readonly currency: string
  readonly pay: number
  /** The order's payment row; null without one. */
  readonly paymentId: number | null
}

export interface JudgedPayment {
  readonly id: number
  readonly kind: ProviderKind
  readonly currency: string
  readonly amount: number
  readonly gone: number
  /** Reversed amount at the last decision. */
  readonly settledGone: number
  /** The provider has confirmed the payment. */
  readonly isPaid: boolean
  readonly payer: string
}

export type Verdict =
  | { readonly act: 'nothing' }
  | { readonly act: 'credit' | 'refunded' }
  | { readonly act: 'review'; readonly problem: BuyProblem }
  | { readonly act: 'aside'; readonly problem: PaymentProblem }

const NOTHING = { act: 'nothing' } as const
/** States of an order without a known payment. */
const UNPAID: ReadonlySet<BuyState> = new Set(['to_pay', 'expired', 'cancelled', 'refused'])

/** Next action for all that is known of a payment. `buyer` is the verified name. */
export function judgePayment(order: JudgedOrder | null, payment: JudgedPayment, buyer: string): Verdict {
  const isBack = payment.gone >= payment.amount
  // A refund message may arrive before its payment: until then no decision is needed.
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

/** Judges a change of the order's own payment. */
function judgeRefund({ state }: JudgedOrder, { gone, settledGone }: JudgedPayment, isBack: boolean): Verdict {
  if (gone < settledGone) return { act: 'aside', problem: 'given_back' }
  if (state === 'paid' || state === 'done')
    return gone > settledGone ? { act: 'aside', problem: 'taken_back' } : NOTHING
  if (gone === 0) return NOTHING
  if (state === 'review') return isBack ? { act: 'refunded' } : { act: 'review', problem: 'partly_refunded' }
  return state === 'refused' && isBack ? { act: 'refunded' } : NOTHING
}
