// Fiat purchase page: country and amount, then quote with countdown and payer form. The first form requests a quote,
// the second accepts it.

import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BuyRouteKind, figuresOf } from '#domain/buy/terms'
import { formatRate } from '#domain/money/rate'
import { trimZeros } from '#domain/money/amount'
import { AmountField } from '../../components/amount-field'
import { Button, ButtonLink, buttonClass } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { Moment } from '../../components/moment'
import { FundsProblems, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { useNumbers } from '../../text/numbers'
import { plainDecimal } from '../../forms/decimal-field'
import { pathAway } from '../../visitor/turning-away'
import { PayerFields } from './payer-fields'
import { askFunds as clientAction, commandOf } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default featurePage('buy', Buy)

function Buy() {
  const { t } = useTranslation('buy')
  const { route, quote } = useLoaderData<typeof loader>()
  return (
    <div className="lg:px-5">
      <PageHeader
        title={t('title')}
        text={t('text')}
        backTo="/"
        end={
          <ButtonLink to="/buy/orders" size="sm">
            {t('own')}
          </ButtonLink>
        }
      />
      {route === null ? (
        <div className="panel mx-3 lg:mx-0">
          <Empty icon="assets">{t('none_offered')}</Empty>
        </div>
      ) : (
        <div className="grid gap-4 px-3 lg:grid-cols-2 lg:px-0">
          <QuoteForm />
          {quote ? <OrderPart /> : <HowItGoes />}
        </div>
      )}
    </div>
  )
}

/** Quote form: its answer is this page's URL with the quote. */
function QuoteForm() {
  const { t } = useTranslation('buy')
  const numbers = useNumbers()
  const { places, ways, route, rate, asset, closed, amount, problem, isAboveLevel, most, level, isGuest, language } =
    useLoaderData<typeof loader>()
  const [typed, setTyped] = useState(amount)
  const pay = plainDecimal(typed, language)
  const location = useLocation()
  const isAsking = useNavigation().state === 'loading'
  if (route === null) return null
  const { currency } = route
  const max = most ?? route.max
  const isUnverified = !isGuest && level === 0
  const isLimited = !isGuest && level > 0 && (most === null || max < route.max)
  // Before anything is typed, of the smallest amount.
  const paid = pay === '' ? route.min : /^[1-9]\d{0,8}$/.test(pay) ? Number(pay) : null
  const estimate = paid !== null && rate && asset && figuresOf(paid, { rate: rate.rate, fee: route.fee }, asset)
  const lines = [
    ['rate', rate && `1 USDT = ${numbers.decimal(trimZeros(formatRate(rate.rate)))} ${currency}`],
    ['rate_as_of', rate?.asOf != null && <Moment at={rate.asOf} />],
    ['fee', numbers.rate(route.fee)],
    ['arrives', t(`arrives_${route.kind}`)],
  ] as const
  return (
    <div className="panel grid h-fit gap-4 p-4 lg:p-6">
      {isUnverified && <Unverified />}
      {isLimited && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          {most === null
            ? t('level_short', { level, min: numbers.count(route.min), currency })
            : t('level_most', { level, most: numbers.count(most), currency })}
          <Link
            to={pathAway({ type: '998', message: '' }, location)}
            className="py-1 text-selected-text hover:underline"
          >
            {t('raise_level')}
          </Link>
        </p>
      )}
      {closed !== null && <Notice tone="plain">{closed}</Notice>}
      <Form method="get" className="grid gap-4" aria-busy={isAsking}>
        <SelectField
          label={t('country')}
          name="place"
          key={route.place}
          defaultValue={route.place}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          options={places}
        />
        <Ways ways={ways} chosen={route.kind} key={`${route.place} ${route.kind}`} />
        <AmountField
          label={t('pay')}
          name="amount"
          key={`${route.id} ${amount}`}
          unit={currency}
          scale={0}
          defaultValue={amount}
          onText={setTyped}
          hint={t('pay_hint', { min: numbers.count(route.min), max: numbers.count(max), currency })}
          problem={problem ?? undefined}
        />
        {asset && estimate && (
          <p className="-mt-2 text-sm" data-figure="estimate">
            {t('estimate', {
              receives: `${numbers.amount(asset, estimate.receives)}\u00a0${asset.code}`,
              pay: numbers.count(estimate.pay),
              currency,
            })}
          </p>
        )}
        {isAboveLevel && (
          <Link
            to={pathAway({ type: '998', message: '' }, location)}
            className="-mt-2 py-2 text-sm text-selected-text hover:underline"
          >
            {t(level === 0 ? 'verify' : 'raise_level')}
          </Link>
        )}
        <Button variant="brand" size="lg" isBusy={isAsking} disabled={closed !== null}>
          {t('ask_quote')}
        </Button>
      </Form>
      <Lines rows={lines} />
    </div>
  )
}

/** What a newcomer lacks, and the next step. */
function Unverified() {
  const { t } = useTranslation('buy')
  const location = useLocation()
  return (
    <Notice tone="plain">
      <p>{t('level_none')}</p>
      <p className="mt-2">
        <ButtonLink to={pathAway({ type: '998', message: '' }, location)} size="sm">
          {t('verify')}
        </ButtonLink>
      </p>
    </Notice>
  )
}

type Row = readonly [key: LineKey, value: ReactNode]
type LineKey = 'rate' | 'rate_as_of' | 'fee' | 'arrives' | 'you_pay' | 'bought' | 'fee_amount' | 'receives'

/** Rows without a value are omitted. */
function Lines({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('buy')
  return (
    <FigureList
      rows={rows.filter(([, value]) => Boolean(value)).map(([key, value]) => ({ key, label: t(key), value }))}
      look="close"
      className="text-sm"
    />
  )
}

/** Payment methods. Changing the method reloads at once, because the quote depends on it. */
function Ways({ ways, chosen }: { readonly ways: readonly BuyRouteKind[]; readonly chosen: BuyRouteKind }) {
  const { t } = useTranslation('buy')
  const group = useRef<HTMLDivElement>(null)
  return (
    <div ref={group}>
      <p className="mb-1.5 text-sm text-muted">{t('route')}</p>
      <Segmented
        label={t('route')}
        name="way"
        defaultValue={chosen}
        options={ways.map((kind) => ({ value: kind, words: t(`route_${kind}`) }))}
        onChange={() => group.current?.closest('form')?.requestSubmit()}
      />
    </div>
  )
}

const STEPS = {
  bank: ['how_quote', 'how_transfer', 'how_voucher', 'how_credit'],
  card: ['how_quote', 'how_card', 'how_confirmed'],
  ramp: ['how_quote', 'how_ramp', 'how_confirmed'],
} as const satisfies Readonly<Record<BuyRouteKind, readonly string[]>>

function HowItGoes() {
  const { t } = useTranslation('buy')
  const { route } = useLoaderData<typeof loader>()
  return (
    <section className="panel h-fit p-4 lg:p-6">
      <h2 className="mb-3 font-semibold">{t('how_title')}</h2>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted">
        {STEPS[route?.kind ?? 'bank'].map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
    </section>
  )
}

function OrderPart() {
  const { t } = useTranslation('buy')
  const numbers = useNumbers()
  const { quote, route, drawnAt } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  if (quote === null || route === null) return null
  const { figures, asset, expiresAt } = quote
  const coins = (value: typeof figures.fee) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
  return (
    <section className="panel grid h-fit gap-4 p-4 lg:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold">{t('quote_title')}</h2>
        <span className="text-sm text-muted">
          {t('quote_for')}{' '}
          <Countdown
            key={expiresAt}
            endsAt={expiresAt}
            now={drawnAt}
            label={t('quote_for')}
            onEnd={() => revalidator.revalidate()}
          />
        </span>
      </div>
      <Lines
        rows={[
          ['you_pay', `${numbers.count(figures.pay)} ${route.currency}`],
          ['bought', coins(figures.bought)],
          ['fee_amount', coins(figures.fee)],
          ['receives', <strong key="receives">{coins(figures.receives)}</strong>],
        ]}
      />
      <Payer />
    </section>
  )
}

/** Payer form for eligible users; others get a link to login or verification. */
function Payer() {
  const { t } = useTranslation('buy')
  const { isGuest, level, route, quote, commandId, closed, known, verifiedName } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const location = useLocation()
  if (route === null || quote === null) return null
  if (isGuest || level === 0) {
    const to = pathAway({ type: isGuest ? '999' : '998', message: '' }, location)
    return (
      <>
        {!isGuest && <Notice tone="plain">{t('unverified')}</Notice>}
        <Link to={to} className={buttonClass({ variant: 'brand', isWide: true })}>
          {t(isGuest ? 'log_in' : 'verify')}
        </Link>
      </>
    )
  }
  return (
    // Keeps the query, so that the page after a refusal shows the same quote.
    <Form ref={form} method="post" action={`/buy?index&${location.search.slice(1)}`} className="grid gap-4">
      <h3 className="text-sm font-semibold">{t('payer_title')}</h3>
      <p className="text-xs text-muted">{t(`payer_text_${route.kind}`)}</p>
      <FundsProblems answer={answer} fields={['form', 'amount', 'voucher']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="quote" value={quote.token} />
      <PayerFields fields={route.fields} answer={answer} known={known} verifiedName={verifiedName} />
      <Button variant="brand" size="lg" isBusy={isSending} disabled={closed !== null}>
        {t('place')}
      </Button>
      <p className="text-2xs text-muted">{t('own_account_only')}</p>
    </Form>
  )
}
