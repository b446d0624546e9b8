// Form that changes the price and quantity of an open order. It has its own address, so it also opens without scripts.

import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import type { SpotOrderRow } from '#party/protocol/account'
import { priceField, quantityField } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { useAlive } from '../use-alive'
import { buttonClass } from '../button'
import { Field } from '../field'
import { OrderForm, type OrderForms } from './order-forms'

interface AmendOrderProps {
  readonly order: SpotOrderRow
  readonly pair: Pair
  readonly language: Language
  readonly forms: OrderForms
  /** URL of the page without this form. */
  readonly closeTo: string
}

export function AmendOrder({ order, pair, language, forms, closeTo }: AmendOrderProps) {
  const { t } = useTranslation('spot')
  const { t: tUi } = useTranslation('ui')
  const numbers = useNumbers()
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const isAlive = useAlive()
  const { fetcher, answer } = forms
  // The fetcher outlives this form: an answer from before mounting belongs to an earlier amendment.
  const [fetchedBefore] = useState(fetcher.data)
  const isAnswered =
    fetcher.data !== fetchedBefore && fetcher.data?.intent === 'amend' && fetcher.data.order?.orderNo === order.orderNo
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (isAnswered) navigate(closeTo, { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react/exhaustive-deps -- it closes once, when the answer is here
  }, [isAnswered])
  const refused = answer?.intent === 'amend' && answer.fields['orderNo'] === String(order.orderNo) ? answer : null
  useEffect(() => {
    if (refused) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const isAboutPrice = refused?.problem?.isAboutPrice ?? false
  const number = { inputMode: 'decimal', autoComplete: 'off', spellCheck: false, required: true } as const
  return (
    <OrderForm forms={forms} intent="amend" orderNo={order.orderNo} className="border-b border-line bg-raised/50 p-3">
      <input type="hidden" name="language" value={language} />
      <p className="mb-2 text-sm font-semibold">
        {t('amend_title', {
          order: order.orderNo,
          side: t(order.side),
          pair: `${pair.base.code}/${pair.quote.code}`,
        })}
      </p>
      <div ref={box} className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-start">
        <Field
          label={t('price')}
          name="price"
          defaultValue={refused?.fields['price'] ?? numbers.field(priceField(pair, order.ticks))}
          suffix={<span className="px-2 text-sm text-muted">{pair.quote.code}</span>}
          problem={isAboutPrice ? refused?.problem?.text : undefined}
          {...number}
        />
        <Field
          label={t('quantity')}
          name="quantity"
          defaultValue={refused?.fields['quantity'] ?? numbers.field(quantityField(pair, order.lots))}
          suffix={<span className="px-2 text-sm text-muted">{pair.base.code}</span>}
          hint={t('amend_hint')}
          problem={isAboutPrice ? undefined : refused?.problem?.text}
          {...number}
        />
        <div className="grid grid-cols-2 gap-2 sm:mt-7">
          <Link to={closeTo} replace preventScrollReset className={buttonClass({})}>
            {tUi('close')}
          </Link>
          {/* With scripts our own messages replace the browser's validation. */}
          <button
            formNoValidate={isAlive}
            aria-disabled={fetcher.state !== 'idle'}
            className={buttonClass({ variant: 'brand' })}
          >
            {t('amend_save')}
          </button>
        </div>
      </div>
    </OrderForm>
  )
}
