// Where to and how much: the fee follows the chosen network, and what arrives follows what is typed.

import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, ZERO, decodeAmount, formatTrimmed, parseAmount, subtract } from '#domain/money/amount'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { ButtonLink } from '../../components/button'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { SelectField } from '../../components/select'
import { useSite } from '../../site/site'
import { plainDecimal } from '../../forms/decimal-field'
import { type FundsAnswer, amountProblem, problemAt } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

/** So much of an address is enough to tell it from another of that name; all of it stands below. */
const END = 5

export function Payee({ answer }: { readonly answer: FundsAnswer | undefined }) {
  const { t } = useTranslation('funds')
  const { asset, kind, addresses, card, cardTerms, now, typed } = useLoaderData<typeof loader>()
  const [chosen, setChosen] = useState(answer?.fields['payee'] ?? typed.payee ?? String(addresses[0]?.id ?? ''))
  const saved = addresses.find(({ id }) => String(id) === chosen) ?? addresses[0]
  if (kind !== 'address') {
    if (!card) return <NoPayee words={t('no_card')} to={cardPage(kind)} action={t('add_card')} />
    return (
      <>
        <p className="rounded-lg bg-raised p-3 text-sm">
          <span className="text-muted">{t(`kind_${kind}`)}</span> <span className="font-medium">{card.number}</span>
        </p>
        {card.usableAt > now && <TooNew usableAt={card.usableAt} />}
        {problemAt(answer, 'payee') && <Notice tone="bad">{problemAt(answer, 'payee')}</Notice>}
        <Amounts answer={answer} terms={cardTerms} />
      </>
    )
  }
  if (!saved)
    return (
      <NoPayee
        words={t('no_address_saved')}
        to={`/settings/addresses/new?asset=${asset.id}`}
        action={t('add_address')}
      />
    )
  return (
    <>
      <SelectField
        label={t('address')}
        name="payee"
        value={String(saved.id)}
        onChange={(event) => setChosen(event.target.value)}
        problem={problemAt(answer, 'payee')}
        hint={
          <span className="break-all">
            {saved.network} · {saved.address}
            {saved.memo && ` · ${saved.memo}`}
          </span>
        }
        options={addresses.map((row) => ({
          value: String(row.id),
          words: `${row.name || row.network} · …${row.address.slice(-END)}`,
        }))}
      />
      {saved.usableAt > now && <TooNew usableAt={saved.usableAt} />}
      <Amounts answer={answer} terms={saved.terms} />
    </>
  )
}

function TooNew({ usableAt }: { readonly usableAt: number }) {
  const { t } = useTranslation('funds')
  return (
    <Notice tone="bad">
      {t('too_new')}{' '}
      <span className="inline-block">
        {t('usable_at')} <Moment at={usableAt} />
      </span>
    </Notice>
  )
}

export const cardPage = (kind: 'card' | 'international'): string =>
  kind === 'card' ? '/settings/cards' : '/settings/cards/international'

interface NoPayeeProps {
  readonly words: string
  readonly to: string
  readonly action: string
}

const NoPayee = ({ words, to, action }: NoPayeeProps) => (
  <Notice tone="plain">
    <p>{words}</p>
    <p className="mt-2">
      <ButtonLink to={to} size="sm" variant="brand">
        {action}
      </ButtonLink>
    </p>
  </Notice>
)

interface AmountsProps {
  readonly answer: FundsAnswer | undefined
  readonly terms: { readonly fee: string; readonly min: string }
}

function Amounts({ answer, terms }: AmountsProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { language } = useSite()
  const { asset, available: stored, usdtPrice, typed: before } = useLoaderData<typeof loader>()
  const [text, setText] = useState(answer?.fields['amount'] ?? before.amount)
  const [fee, min, available] = [terms.fee, terms.min, stored].map(decodeAmount) as [Amount, Amount, Amount]
  const typed = parseAmount(asset, plainDecimal(text, language))
  const arrival = typed.ok && typed.value > fee ? subtract(typed.value, fee) : ZERO
  const money = (value: Amount) => `${numbers.amount(asset, value)} ${asset.code}`
  return (
    <>
      <AmountField
        label={t('amount')}
        name="amount"
        unit={asset.code}
        scale={asset.scale}
        value={text}
        onText={setText}
        max={formatTrimmed(asset, available)}
        hasSteps
        isRequired
        available={<BalanceText asset={asset} value={available} usdtPrice={usdtPrice} />}
        hint={t('withdraw_min', { min: money(min) })}
        problem={amountProblem(answer, text)}
      />
      {/* The fee that stands below is the one that is agreed to. */}
      <input type="hidden" name="feeShown" value={formatTrimmed(asset, fee)} />
      <dl className="divide-y divide-line rounded-xl bg-raised px-3 text-sm">
        <div className="flex justify-between gap-4 py-2.5">
          <dt className="text-muted">{t('fee')}</dt>
          <dd data-testid="fee">{money(fee)}</dd>
        </div>
        <div className="flex justify-between gap-4 py-2.5">
          <dt className="text-muted">{t('arrival')}</dt>
          <dd className="font-semibold" data-testid="arrival">
            {money(arrival)}
          </dd>
        </div>
      </dl>
    </>
  )
}
