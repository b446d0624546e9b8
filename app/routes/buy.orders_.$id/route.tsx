// Fiat order page: bank account with reference, voucher, timeline.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinor, minorOf } from '#domain/buy/terms'
import { trimZeros } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { Button, buttonClass } from '../../components/button'
import { BuyStateBadge } from '../../components/buy/order'
import { CopyButton } from '../../components/copy-button'
import { Countdown } from '../../components/countdown'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { Hideable } from '../../components/hidden-amounts'
import { ImageField } from '../../components/image-field'
import { ListGroup, ListRow } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { FundsProblems, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { askFunds as clientAction, problemAt } from '../../forms/funds'
import { useRefresh } from '../../live/use-fresh-list'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { inARow } from '../../text/sentences'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { Timeline } from './timeline'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

const REFRESH_MS = 15_000
/** Refresh interval (ms) after returning from a provider, while the payment is pending. */
const AWAITED_MS = 3_000

export default featurePage('buy', Order)

function Order() {
  const { t } = useTranslation('buy')
  const { order, isBack } = useLoaderData<typeof loader>()
  const isToPay = order.state === 'to_pay'
  const isAwaited = isToPay && isBack && order.kind !== 'bank'
  useRefresh(isAwaited ? AWAITED_MS : REFRESH_MS, isToPay || order.state === 'review' || order.state === 'paid')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={t('order_title')} backTo="/buy/orders" />
      <div className="grid gap-4 px-3 lg:px-0">
        <Head />
        {order.state === 'review' && order.problem !== null && (
          <Notice tone="plain">{t(`why_${order.problem}`)}</Notice>
        )}
        {isAwaited && <Notice tone="plain">{t('awaited')}</Notice>}
        {isToPay && (order.kind === 'bank' ? <PayInto /> : <PayAt />)}
        {isToPay && order.kind === 'bank' && <VoucherForm />}
        {isToPay && <CancelOrder />}
        <Timeline order={order} />
        <nav className="px-1 text-sm">
          <Link to="/assets/bills" className="py-2 text-selected-text hover:underline">
            {t('bills')}
          </Link>
        </nav>
      </div>
    </div>
  )
}

function Head() {
  const { t } = useTranslation('buy')
  const withColon = useColon()
  const numbers = useNumbers()
  const { order, asset, payer, country } = useLoaderData<typeof loader>()
  const { arrived } = order
  const isBack = order.state === 'refunded'
  const isOther = arrived !== null && arrived > 0 && arrived !== minorOf(order.currency, order.pay)
  const coins = (value: typeof order.fee) => <Hideable>{`${numbers.amount(asset, value)}\u00a0${asset.code}`}</Hideable>
  const rows: readonly (readonly [
    'you_pay' | 'arrived' | 'rate' | 'fee_amount' | 'receives' | 'payer' | 'country' | 'route' | 'reference',
    ReactNode,
  ])[] = [
    ['you_pay', <Hideable key="pay">{`${numbers.count(order.pay)} ${order.currency}`}</Hideable>],
    [
      'arrived',
      isOther && (
        <Hideable key="arrived">{`${numbers.decimal(formatMinor(order.currency, arrived))} ${order.currency}`}</Hideable>
      ),
    ],
    ['rate', `1 USDT = ${numbers.decimal(trimZeros(formatRate(order.rate)))} ${order.currency}`],
    ['fee_amount', coins(order.fee)],
    ['receives', !isBack && coins(order.receives)],
    ['payer', payer],
    ['route', t(`route_${order.kind}`)],
    ['country', country],
    ['reference', order.reference],
  ]
  return (
    <div className="panel grid gap-4 p-4 lg:p-6">
      <div className="grid justify-items-center gap-2 text-center">
        <p className="text-2xl font-bold wrap-anywhere">{isBack ? <SentBack /> : coins(order.receives)}</p>
        {isBack && <p className="text-sm text-muted">{t(`sent_back_${order.kind}`)}</p>}
        <span data-testid="buy-state">
          <BuyStateBadge order={order} />
        </span>
      </div>
      {order.reason !== '' && (
        <Notice tone="bad">
          {withColon(t('reason'))}
          {order.reason}
        </Notice>
      )}
      <FigureList
        rows={rows.filter(([, value]) => Boolean(value)).map(([key, value]) => ({ key, label: t(key), value }))}
        className="text-sm wrap-anywhere"
      />
      {order.voucher !== '' && (
        <img src={order.voucher} alt={t('voucher')} className="h-72 w-full rounded-lg object-contain" />
      )}
    </div>
  )
}

/** Refunded amount; unknown to the order if a different amount was paid. */
function SentBack() {
  const { t } = useTranslation('buy')
  const numbers = useNumbers()
  const { order } = useLoaderData<typeof loader>()
  if (order.problem === 'amount' || order.problem === 'partly_refunded') return t('state_refunded')
  const amount = numbers.count(order.pay)
  return <Hideable>{t('sent_back', { amount, currency: order.currency })}</Hideable>
}

/** Bank account as stored at order time, with the required transfer reference. */
function PayInto() {
  const { t } = useTranslation('buy')
  const { order, drawnAt } = useLoaderData<typeof loader>()
  const { bank, reference, pay, currency, payUntil } = order
  const lines = [
    ['bank_name', bank.name],
    ['bank_holder', bank.holder],
    ['bank_account', bank.account],
    ['bank_code', bank.code],
    ['pay_exactly', `${pay} ${currency}`],
    ['reference', reference],
  ] as const
  return (
    <>
      <ListGroup title={t('pay_into')}>
        {lines
          .filter(([, text]) => text !== '')
          .map(([key, text]) => (
            <ListRow
              key={key}
              title={
                <>
                  <span className="block text-xs font-normal text-muted">{t(key)}</span>
                  <span className="block wrap-anywhere" data-bank={key}>
                    {text}
                  </span>
                </>
              }
              end={<CopyButton text={key === 'pay_exactly' ? String(pay) : text} label={t(key)} />}
            />
          ))}
      </ListGroup>
      <p className="px-4 text-xs text-muted lg:px-0">
        {inARow(t('reference_text'), t('pay_within'))}{' '}
        <Countdown endsAt={payUntil} now={drawnAt} label={t('pay_within')} /> (
        <Moment at={payUntil} />)
      </p>
    </>
  )
}

/** Link to the provider's checkout in this window; the provider links back. */
function PayAt() {
  const { t } = useTranslation('buy')
  const { order, drawnAt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formData?.get('step') === 'checkout'
  return (
    <section className="panel grid h-fit gap-4 p-4 lg:p-6">
      <h2 className="font-semibold">{t(`route_${order.kind}`)}</h2>
      <p className="text-sm text-muted">{t(order.kind === 'ramp' ? 'pay_at_ramp' : 'pay_at_card')}</p>
      <FundsProblems answer={answer} fields={['form']} />
      {order.payAddress !== '' ? (
        <a href={order.payAddress} rel="noreferrer" className={buttonClass({ variant: 'brand', isWide: true })}>
          {t('pay_now')}
        </a>
      ) : (
        <Form ref={form} method="post" className="grid">
          <Button name="step" value="checkout" variant="brand" size="lg" isBusy={isSending}>
            {t('pay_ask_again')}
          </Button>
        </Form>
      )}
      <p className="text-xs text-muted">
        {t('pay_within')} <Countdown endsAt={order.payUntil} now={drawnAt} label={t('pay_within')} /> (
        <Moment at={order.payUntil} />)
      </p>
    </section>
  )
}

function CancelOrder() {
  const { t } = useTranslation('buy')
  const isSending = useNavigation().formData?.get('step') === 'cancel'
  return (
    <Form method="post" className="panel grid h-fit gap-3 p-4 lg:p-6">
      <p className="text-sm text-muted">{t('cancel_text')}</p>
      <Button name="step" value="cancel" variant="quiet" isBusy={isSending}>
        {t('cancel')}
      </Button>
    </Form>
  )
}

function VoucherForm() {
  const { t } = useTranslation('buy')
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="panel grid h-fit gap-4 p-4 lg:p-6">
      <h2 className="font-semibold">{t('voucher_title')}</h2>
      <FundsProblems answer={answer} fields={['form', 'amount', 'payee']} />
      <ImageField
        label={t('voucher')}
        name="picture"
        isRequired
        hint={t('voucher_hint')}
        problem={problemAt(answer, 'voucher')}
      />
      <Button variant="brand" size="lg" isBusy={isSending}>
        {t('voucher_send')}
      </Button>
    </Form>
  )
}
