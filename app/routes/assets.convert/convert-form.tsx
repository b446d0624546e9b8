// Conversion form: pair, amount, result and quote countdown, followed by a review step.

// Conversion form: pair, amount, result and quote countdown.

import { Form, Link, useActionData, useLoaderData, useNavigation, useRevalidator, useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostToConvert } from '#domain/funds/convert'
import { ZERO, decodeAmount, formatTrimmed } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { useAlive } from '../../components/use-alive'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { Button } from '../../components/button'
import { FundsProblems, Notice } from '../../components/notice'
import { useOwnRefusalWords } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { MarginWallet } from '../../components/loan/margin-choice'
import { SelectField } from '../../components/select'
import { preloadSheet } from '../../components/sheet'
import { useRefusal } from '../../components/form-focus'
import { useSite } from '../../site/site'
import { readConversion } from '../../forms/conversion'
import { amountProblem, commandOf } from '../../forms/funds'
import type { action, loader } from './data.server'
import { DrawnReview, Facts, Hidden, ReviewSheet } from './review'

export function ConvertForm() {
  const { t } = useTranslation('funds')
  const { language } = useSite()
  const { assets, fromAssetId, toAssetId, quote, noQuote, available, commandId, wallet } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const submit = useSubmit()
  const isAlive = useAlive()
  const refusalWords = useOwnRefusalWords()
  const isSending = useNavigation().formMethod === 'POST'
  const [text, setText] = useState(answer?.fields['amount'] ?? '')
  const [isOpen, setOpen] = useState(answer?.isLookedOver === true)
  const [isTried, setTried] = useState(answer?.isLookedOver === true)
  // Any answer on this page is a refusal or a lost request; both are shown beside the form, so the review closes.
  useEffect(() => {
    if (answer && !answer.isLookedOver) setOpen(false)
  }, [answer])
  const from = assets.find(({ id }) => id === fromAssetId)
  const to = assets.find(({ id }) => id === toAssetId)
  const prices = quote && pricesOf(quote)
  const balance = decodeAmount(available)
  const reading = from && to && readConversion({ language, from, to, available: balance, prices }, text)
  const quoting = useQuoting((reading?.given ?? ZERO) > ZERO)
  if (!from || !to || !reading) return null
  const { refusal } = reading
  const isLookedOver = isOpen && refusal === null && quote !== null
  const own = refusal && isTried ? refusalWords(refusal) : undefined
  const conversion = { from, to, prices, reading, quoting }
  const sent = {
    commandId: commandOf(answer, commandId),
    language,
    from: String(fromAssetId),
    to: String(toAssetId),
    token: quote?.token ?? '',
    ...(wallet === 'margin' && { wallet }),
  }
  if (isLookedOver && !isAlive) {
    return <DrawnReview conversion={conversion} sent={{ ...sent, amount: text, step: 'confirm' }} />
  }
  const onSubmit = (event: FormEvent) => {
    if (!isAlive && !isSending) return
    event.preventDefault()
    if (isSending) return
    setTried(true)
    setOpen(refusal === null)
    if (refusal) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <>
      <PairForm />
      <Form ref={form} method="post" className="grid gap-4" onSubmit={onSubmit}>
        <FundsProblems answer={answer} fields={['form', 'asset']} />
        {noQuote && <Notice tone="bad">{noQuote}</Notice>}
        <Hidden fields={{ ...sent, step: isAlive ? 'confirm' : 'review' }} />
        <AmountField
          label={t('give')}
          name="amount"
          unit={from.code}
          scale={from.scale}
          value={text}
          onText={setText}
          max={formatTrimmed(from, mostToConvert(balance))}
          hasSteps
          isRequired
          available={<BalanceText asset={from} value={balance} usdtPrice={quote?.fromPrice} />}
          problem={amountProblem(answer, text) ?? own}
        />
        <Facts conversion={conversion} className="rounded-xl bg-raised px-3" />
        <Button variant="brand" size="lg" disabled={!quote} onPointerEnter={preloadSheet} onFocus={preloadSheet}>
          {t('convert')}
        </Button>
        <p className="-mt-1 text-center text-xs text-muted">
          {t(wallet === 'margin' ? 'convert_text_margin' : 'convert_text')}
        </p>
      </Form>
      <ReviewSheet
        conversion={conversion}
        isOpen={isLookedOver}
        onClose={() => setOpen(false)}
        isSending={isSending}
        onConfirm={() => submit(form.current, { method: 'post' })}
      />
    </>
  )
}

/**
 * The countdown starts with the first typed amount, which also renews the possibly expired quote.
 */
function useQuoting(isWanted: boolean) {
  const { revalidate: renew, state } = useRevalidator()
  useEffect(() => {
    if (isWanted) renew()
  }, [isWanted, renew])
  return { isCounted: isWanted && state === 'idle', renew }
}

function pricesOf({ fromPrice, toPrice }: { readonly fromPrice: string; readonly toPrice: string }) {
  const [from, to] = [parseUsdt(fromPrice), parseUsdt(toPrice)]
  return from === null || to === null || to === 0n ? null : { from, to }
}

/** Changing the pair loads another quote at another URL of this page. */
function PairForm() {
  const { t } = useTranslation('funds')
  const submit = useSubmit()
  const { assets, fromAssetId, toAssetId, margin, wallet } = useLoaderData<typeof loader>()
  const options = assets.map(({ id, code }) => ({ value: String(id), words: code }))
  return (
    <Form
      method="get"
      className="grid grid-cols-[1fr_auto_1fr] items-end gap-2"
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <SelectField
        key={`from ${fromAssetId}`}
        label={t('from')}
        name="from"
        defaultValue={String(fromAssetId)}
        options={options}
      />
      <Link
        to={`?from=${toAssetId}&to=${fromAssetId}${wallet === 'margin' ? '&wallet=margin' : ''}`}
        replace
        aria-label={t('turn_round')}
        className="grid size-11 place-items-center rounded-full bg-raised text-selected-text transition hover:bg-pressed"
      >
        <Icon name="swap" className="size-5" />
      </Link>
      <SelectField
        key={`to ${toAssetId}`}
        label={t('to')}
        name="to"
        defaultValue={String(toAssetId)}
        options={options}
      />
      {margin && (
        <div className="col-span-3">
          <MarginWallet margin={margin} isMargin={wallet === 'margin'} />
        </div>
      )}
      <Button size="sm" className="col-span-3 hidden noscript:inline-flex">
        {t('quote_ask')}
      </Button>
    </Form>
  )
}
