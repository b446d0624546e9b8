// Bid form: price, deposit now, payment at the end. Works without scripts; with scripts it asks for confirmation.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO, decodeAmount, formatAmount, maximum, parseAmount, subtract, trimZeros } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Lot } from '#domain/nft/artwork'
import { NFT_WALLET, bidOf, checkBid, marginOfBid, restToPay } from '#domain/nft/auction'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { Button } from '../../components/button'
import { FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { FundsProblems } from '../../components/notice'
import { MoveIn } from '../../components/wallet/paying-wallet'
import { askFirst } from '../../components/prompt'
import { plainDecimal } from '../../forms/decimal-field'
import { amountProblem, commandOf } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import { inARow } from '../../text/sentences'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

const STEPS = [1, 5, 10] as const

export function BidForm({ lot }: { readonly lot: Lot }) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const submit = useSubmit()
  const { language, commandId, available, heldMargin, work } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const textOf = (times: number) => numbers.field(trimZeros(formatAmount(lot.asset, bidOf(lot, BigInt(times)))))
  const [typed, setTyped] = useState(answer?.fields['amount'] ?? null)
  // Until edited, the field follows the current bid.
  const text = typed ?? textOf(1)
  const read = parseAmount(lot.asset, plainDecimal(text, language))
  const checked = read.ok ? checkBid(lot, read.value) : read
  const bid = checked.ok ? checked.value : bidOf(lot, 1n)
  const margin = marginOfBid(lot, bid)
  const deposit = maximum(ZERO, subtract(margin, decodeAmount(heldMargin)))
  const covered = checkAvailable(lot.asset, { available, needed: deposit })
  const refusal = !checked.ok ? checked.refusal : covered.ok ? null : covered.refusal
  const money = (value: typeof bid) => `${numbers.amount(lot.asset, value)}\u00a0${lot.asset.code}`
  const rest = restToPay({ price: bid, margin })
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    if (refusal) return
    event.preventDefault()
    const sent = event.currentTarget
    const facts = { work: work.name, bid: money(bid), deposit: money(deposit) }
    const isYes = await askFirst({
      title: t('confirm_bid_title'),
      text: t('confirm_bid_text', facts),
      yes: t('place_bid'),
    })
    if (isYes) submit(sent)
  }
  return (
    <div className="panel grid gap-4 p-4">
      <Form ref={form} method="post" className="grid gap-4" aria-busy={isSending} onSubmit={(event) => void ask(event)}>
        <FundsProblems answer={answer} fields={['form', 'asset']} />
        <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="lot_id" value={lot.id} />
        <AmountField
          label={t('your_bid')}
          name="amount"
          unit={lot.asset.code}
          scale={lot.asset.scale}
          value={text}
          onText={setTyped}
          isRequired
          hint={t('bid_hint', { step: money(lot.step) })}
          available={<BalanceText asset={lot.asset} value={available} usdtPrice={null} />}
          problem={refusal ? words(refusal) : amountProblem(answer, text)}
        />
        <MoveIn wallet={NFT_WALLET} asset={lot.asset} available={available} needed={deposit} />
        <div className="flex flex-wrap gap-2">
          {STEPS.map((times) => (
            <Button key={times} type="button" size="sm" onClick={() => setTyped(textOf(times))}>
              {textOf(times)}
            </Button>
          ))}
        </div>
        <FigureList
          className="rounded-lg bg-raised px-3 py-2 text-sm"
          rows={[
            { key: 'bid', label: t('your_bid'), value: money(bid), isStrong: true },
            { key: 'deposit', label: t('deposit_now'), value: money(deposit) },
            { key: 'rest', label: t('rest_if_won'), value: money(rest) },
          ]}
        />
        <p className="text-2xs text-muted">
          {inARow(t('deposit_grows', { margin: money(lot.margin), price: money(lot.price) }), t('deposit_rule'))}
        </p>
        <Button variant="brand" size="lg" isWide isBusy={isSending}>
          {t('place_bid')}
        </Button>
      </Form>
    </div>
  )
}
