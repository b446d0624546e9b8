// Payee and amount fields: the fee depends on the network; the received amount follows the typed one.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Amount, formatTrimmed } from '#domain/money/amount'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { ButtonLink } from '../../components/button'
import { Fact, FactList } from '../../components/fact'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { SelectField } from '../../components/select'
import { type FundsAnswer, problemAt } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import type { WithdrawalState } from './use-withdrawal'

/** Number of address characters in the payee list; the full address is shown below. */
const END = 4

interface PartProps {
  readonly answer: FundsAnswer | undefined
  readonly withdrawal: WithdrawalState
}

export function Payee({ answer, withdrawal }: PartProps) {
  const { t } = useTranslation('funds')
  const { asset, kind, addresses, card, now } = useLoaderData<typeof loader>()
  const { saved } = withdrawal
  if (kind !== 'address') {
    if (!card) return <NoPayee words={t('no_card')} to={cardPage(kind)} action={t('add_card')} />
    return (
      <>
        <p className="rounded-lg bg-raised p-3 text-sm">
          <span className="text-muted">{t(`kind_${kind}`)}</span> <span className="font-medium">{card.number}</span>
        </p>
        {card.usableAt > now && <TooNew usableAt={card.usableAt} />}
        {problemAt(answer, 'payee') && <Notice tone="bad">{problemAt(answer, 'payee')}</Notice>}
        <Amounts withdrawal={withdrawal} />
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
        onChange={(event) => withdrawal.setPayee(event.target.value)}
        problem={problemAt(answer, 'payee')}
        hint={
          <span className="break-all">
            {saved.network} · {saved.address}
            {saved.memo && ` · ${saved.memo}`}
          </span>
        }
        options={addresses.map((row) => ({
          value: String(row.id),
          words: `${row.name || row.network} …${row.address.slice(-END)}`,
        }))}
      />
      {saved.usableAt > now && <TooNew usableAt={saved.usableAt} />}
      <Amounts withdrawal={withdrawal} />
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

function Amounts({ withdrawal }: Pick<PartProps, 'withdrawal'>) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { asset, usdtPrice } = useLoaderData<typeof loader>()
  const { facts, fields, reading, most } = withdrawal
  const { min } = facts.terms
  const money = (value: Amount) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
  return (
    <>
      <div>
        <AmountField
          label={t('amount')}
          name="amount"
          unit={asset.code}
          scale={asset.scale}
          value={fields.amount}
          onText={withdrawal.setAmount}
          max={formatTrimmed(asset, most)}
          hasSteps
          isRequired
          available={<BalanceText asset={asset} value={facts.available} usdtPrice={usdtPrice} />}
          hint={t('withdraw_min', { min: money(min) })}
          problem={withdrawal.amountProblem}
        />
        <Cap withdrawal={withdrawal} />
      </div>
      {/* Displayed fee, to which the user agrees. */}
      <input type="hidden" name="feeShown" value={formatTrimmed(asset, reading.fee)} />
      <FactList className="rounded-xl bg-raised px-3">
        <Fact label={t('fee')}>
          <span data-testid="fee">{money(reading.fee)}</span>
        </Fact>
        <Fact label={t('arrival')}>
          <span className="font-semibold" data-testid="arrival">
            {money(reading.arrival)}
          </span>
        </Fact>
      </FactList>
    </>
  )
}

/** Daily withdrawal cap of the user's level, with a link to raise it. */
function Cap({ withdrawal: { facts } }: Pick<PartProps, 'withdrawal'>) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { asset, cap, isCapRaisable } = useLoaderData<typeof loader>()
  return (
    <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
      <span data-testid="cap">
        {facts.room !== null && `${t('cap_left', { most: `${numbers.brief(asset, facts.room)}\u00a0${asset.code}` })} `}
        {t('cap_used', { used: numbers.decimal(cap.used), all: numbers.decimal(cap.all) })}
      </span>
      {isCapRaisable && (
        <button
          name="step"
          value="raise_limit"
          formNoValidate
          className="-mx-1 min-h-11 px-1 font-semibold text-selected-text lg:min-h-8"
        >
          {t('raise_limit')}
        </button>
      )}
    </p>
  )
}
