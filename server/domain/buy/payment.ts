// What a provider says of a payment, and what follows for the order that it is for. Pure; the same whatever comes first, or comes twice.

import { isSameName } from './payer'
import { type BuyRouteKind, type BuyState, minorOf } from './terms'

export type ProviderKind = Exclude<BuyRouteKind, 'bank'>

/**
 * paid: the money is taken. failed: it will not be. ended: the checkout is closed, unpaid. refunded: of what was taken, so much is sent back
 * by now. refund_failed: what was sent back has come back to the provider.
 */
export const PAYMENT_EVENTS = ['paid', 'failed', 'ended', 'refunded', 'refund_failed'] as const

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
  /** Who paid, as the provider knows it; empty where it does not say. */
  readonly payer: string
}

/** Why people look at an order that was paid. */
export const BUY_PROBLEMS = ['late', 'amount', 'payer', 'partly_refunded'] as const
export type BuyProblem = (typeof BUY_PROBLEMS)[number]

/**
 * Why people look at a payment by itself. no_order: it is for nothing here. extra: its order is paid by another one. taken_back: what it
 * brought was credited before the provider sent it back. refund_failed: a refund did not arrive, and has to be made another way.
 */
export const PAYMENT_PROBLEMS = ['no_order', 'extra', 'taken_back', 'refund_failed'] as const
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
  readonly refunded: number
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
  const isBack = payment.refunded >= payment.amount
  // A refund may be told before the payment: until that is told there is nothing to decide about.
  if (!payment.isPaid) return NOTHING
  if (order?.kind !== payment.kind) return isBack ? NOTHING : { act: 'aside', problem: 'no_order' }
  if (order.paymentId === payment.id) return judgeRefund(order, payment, isBack)
  if (order.paymentId !== null || !UNPAID.has(order.state)) return isBack ? NOTHING : { act: 'aside', problem: 'extra' }
  if (isBack) return { act: 'refunded' }
  if (order.state !== 'to_pay') return { act: 'review', problem: 'late' }
  if (payment.currency !== order.currency || payment.amount !== minorOf(order.currency, order.pay))
    return { act: 'review', problem: 'amount' }
  if (payment.refunded > 0) return { act: 'review', problem: 'partly_refunded' }
  return isSameName(payment.payer, buyer) ? { act: 'credit' } : { act: 'review', problem: 'payer' }
}

/** Of the payment that its order goes by. */
function judgeRefund({ state }: JudgedOrder, { refunded }: JudgedPayment, isBack: boolean): Verdict {
  if (refunded === 0) return NOTHING
  if (state === 'paid' || state === 'done') return { act: 'aside', problem: 'taken_back' }
  if (state === 'review') return isBack ? { act: 'refunded' } : { act: 'review', problem: 'partly_refunded' }
  return state === 'refused' && isBack ? { act: 'refunded' } : NOTHING
}
