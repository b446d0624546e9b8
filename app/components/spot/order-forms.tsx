// Forms of an order list: cancel, cancel all, amend. They share one fetcher, so an answer survives the removal of its
// row and is shown in one place.

import { type FetcherWithComponents, useFetcher } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpotOrderRow } from '#party/protocol/account'
import type { OrderAnswer } from '../../forms/order-answer'
import { useAlive } from '../use-alive'
import { buttonClass } from '../button'
import { Notice } from '../notice'
import { askFirst } from '../prompt'
import { toast } from '../toast'

export interface OrderForms {
  readonly fetcher: FetcherWithComponents<OrderAnswer>
  /** Form action URL. */
  readonly action: string
  /** Command id of this page render. */
  readonly commandId: string
  readonly answer: OrderAnswer | undefined
}

interface OrderFormsOptions {
  readonly action: string
  readonly commandId: string
  /** Action data of a submit without scripts. */
  readonly drawnAnswer: OrderAnswer | undefined
}

export function useOrderForms({ action, commandId, drawnAnswer }: OrderFormsOptions): OrderForms {
  const fetcher = useFetcher<OrderAnswer>({ key: `orders:${action}` })
  const fetched = fetcher.data
  const words = useAnswerWords()
  useEffect(() => {
    const message = fetched && words(fetched)
    if (message?.isGood) toast(message.text, { tone: 'good' })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  // A command without an answer is retried only under its own id, even after new data loaded.
  const ownId = (fetched?.isUnanswered && fetched.fields['commandId']) || commandId
  return { fetcher, action, commandId: ownId, answer: fetched ?? drawnAnswer }
}

function useAnswerWords(): (answer: OrderAnswer) => { readonly text: string; readonly isGood: boolean } | null {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const { t: tShell } = useTranslation('shell')
  return ({ intent, order, conditional, cancelled, problem, isUnanswered }) => {
    if (intent === 'place') return null
    if (isUnanswered) return { text: tShell('unanswered'), isGood: false }
    if (problem) return { text: problem.text, isGood: false }
    if (intent === 'cancel_all') return { text: t('cancelled_all_notice', { count: cancelled }), isGood: true }
    if (intent === 'cancel_conditional' && conditional)
      return { text: tPlan('cancelled_notice', { order: conditional.conditionalNo }), isGood: true }
    if (!order) return null
    return {
      text: t(intent === 'amend' ? 'amended_notice' : 'cancelled_notice', { order: order.orderNo }),
      isGood: true,
    }
  }
}

/** Failures as a persistent notice; successes as a toast, or as a notice without scripts. */
export function OrderNotice({ forms: { fetcher, answer } }: { readonly forms: OrderForms }) {
  const words = useAnswerWords()
  const message = answer && fetcher.state === 'idle' ? words(answer) : null
  // The amend form shows its own refusal.
  if (!message || (message.isGood && fetcher.data) || (answer?.intent === 'amend' && answer.problem)) return null
  return (
    <div className="p-2">
      <Notice tone={message.isGood ? 'good' : 'bad'}>{message.text}</Notice>
    </div>
  )
}

interface OrderFormProps {
  readonly forms: OrderForms
  readonly intent: 'cancel' | 'cancel_conditional' | 'cancel_all' | 'amend'
  readonly orderNo?: number
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  readonly className?: string
  readonly children: ReactNode
}

export function OrderForm({ forms, intent, orderNo, onSubmit, className, children }: OrderFormProps) {
  const { fetcher, action, commandId } = forms
  const guard = (event: FormEvent<HTMLFormElement>) => {
    if (fetcher.state !== 'idle') event.preventDefault()
    else onSubmit?.(event)
  }
  return (
    <fetcher.Form method="post" action={action} onSubmit={guard} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="commandId" value={commandId} />
      {orderNo !== undefined && <input type="hidden" name="orderNo" value={orderNo} />}
      {children}
    </fetcher.Form>
  )
}

export function CancelOrder({ forms, order }: { readonly forms: OrderForms; readonly order: SpotOrderRow }) {
  const { t } = useTranslation('spot')
  const isSending = forms.fetcher.formData?.get('orderNo') === String(order.orderNo)
  return (
    <OrderForm forms={forms} intent="cancel" orderNo={order.orderNo}>
      <button
        aria-disabled={isSending}
        aria-label={t('cancel_order', { order: order.orderNo })}
        className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:w-auto lg:px-2`}
      >
        {t('cancel')}
      </button>
    </OrderForm>
  )
}

interface CancelAllProps {
  readonly forms: OrderForms
  readonly count: number
  /** Limits to this pair; null for all. */
  readonly symbol: string | null
}

/** Cancel-all button, with confirmation if scripts run. */
export function CancelAll({ forms, count, symbol }: CancelAllProps) {
  const { t } = useTranslation('spot')
  const isAlive = useAlive()
  const ask = async (form: HTMLFormElement) => {
    const pair = symbol?.replace('-', '/') ?? ''
    const isYes = await askFirst({
      title: t('cancel_all_title'),
      text: pair ? t('cancel_all_ask_pair', { count, pair }) : t('cancel_all_ask', { count }),
      yes: t('cancel_all'),
      no: t('keep_orders'),
      tone: 'danger',
    })
    if (isYes) forms.fetcher.submit(form)
  }
  return (
    <OrderForm
      forms={forms}
      intent="cancel_all"
      className="shrink-0"
      onSubmit={(event) => {
        if (!isAlive) return
        event.preventDefault()
        void ask(event.currentTarget)
      }}
    >
      {symbol !== null && <input type="hidden" name="symbol" value={symbol} />}
      <button className={`${buttonClass({ size: 'sm', variant: 'remove' })} whitespace-nowrap`}>
        {t('cancel_all')}
      </button>
    </OrderForm>
  )
}
