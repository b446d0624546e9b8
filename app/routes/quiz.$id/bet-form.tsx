// Bet form. Works without scripts; with scripts it shows the payout while typing.

import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, decodeAmount, formatAmount, parseAmount, trimZeros } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import type { Refusal } from '#domain/outcome'
import { checkBet, wouldPay } from '#domain/quiz/rules'
import { Button, buttonClass } from '../../components/button'
import { DecimalField } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Notice } from '../../components/notice'
import { OptionBar, Pays } from '../../components/quiz/pool'
import { askFirst } from '../../components/prompt'
import { toast } from '../../components/toast'
import { OwnLimitsLink } from '../../components/trade/own-limits-link'
import { plainDecimal } from '../../forms/decimal-field'
import { useAnswered } from '../../forms/use-answered'
import { type ValuesOf, emptied, problemAt, problemOfForm } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

interface Reading {
  readonly payout: Amount | null
  readonly stake: Amount | null
  readonly problem: Refusal | null
}

function useReading(fields: { readonly option: string; readonly stake: string }, available: Amount): Reading {
  const { terms, pool, language } = useLoaderData<typeof loader>()
  const none = { payout: null, stake: null, problem: null }
  if (fields.stake.trim() === '') return none
  const stake = parseAmount(terms.asset, plainDecimal(fields.stake, language))
  if (!stake.ok) return { ...none, problem: stake.refusal }
  const option = parseInt(fields.option, 10)
  // Checks the stake even before an option is chosen.
  const checked = checkBet(terms, { option: option || 1, stake: stake.value })
  if (!checked.ok) return { ...none, problem: checked.refusal }
  const covered = checkAvailable(terms.asset, { available, needed: stake.value })
  if (!covered.ok) return { ...none, problem: covered.refusal }
  const asked = { option, stake: stake.value, fee: terms.fee }
  return { payout: option > 0 ? wouldPay(pool.sums.map(decodeAmount), asked) : null, stake: stake.value, problem: null }
}

export function BetForm({ available }: { readonly available: Amount }) {
  const { t } = useTranslation('quiz')
  const { t: tShell } = useTranslation('shell')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const { terms, options, commandId, language } = useLoaderData<typeof loader>()
  const { fetcher, isSending, heard: fetched, sent, answer, ownId } = useAnswered<ValuesOf<typeof action>>(commandId)
  const [search] = useSearchParams()
  const [fields, setFields] = useState({
    option: sent?.['option'] ?? search.get('option') ?? '',
    stake: sent?.['stake'] ?? '',
  })
  const reading = useReading(fields, available)
  useEffect(() => {
    if (!fetched?.done) return
    toast(t('taken'), { tone: 'good' })
    setFields((now) => emptied(now, fetched.fields, ['option', 'stake']))
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  const { payout, stake } = reading
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    const chosen = options[parseInt(fields.option, 10) - 1]
    if (payout === null || stake === null || chosen === undefined) return
    event.preventDefault()
    const sent = event.currentTarget
    const money = (value: Amount) =>
      `${numbers.decimal(trimZeros(formatAmount(terms.asset, value)))}\u00a0${terms.asset.code}`
    const facts = { option: chosen, stake: money(stake), payout: money(payout) }
    if (await askFirst({ title: t('confirm_title', facts), text: t('confirm_text', facts), yes: t('bet') }))
      fetcher.submit(sent)
  }
  const own = answer?.fields['intent'] === 'bet' ? answer : undefined
  const said = own?.isUnanswered ? tShell('unanswered') : problemOfForm(own, ['stake'])
  return (
    <section className="panel p-4" aria-label={t('bet')}>
      <fetcher.Form method="post" className="grid gap-3" aria-busy={isSending} onSubmit={(event) => void ask(event)}>
        <input type="hidden" name="intent" value="bet" />
        <input type="hidden" name="commandId" value={ownId} />
        <input type="hidden" name="language" value={language} />
        <Options chosen={fields.option} onChoose={(option) => setFields({ ...fields, option })} />
        <DecimalField
          label={t('stake')}
          name="stake"
          value={fields.stake}
          onChange={(event) => setFields({ ...fields, stake: event.target.value })}
          required
          aside={
            <>
              {t('available')} <Hideable>{numbers.usdt(formatAmount(terms.asset, available))}</Hideable>
            </>
          }
          hint={t('stake_hint', {
            min: numbers.decimal(trimZeros(formatAmount(terms.asset, terms.stakeMin))),
            max: numbers.decimal(trimZeros(formatAmount(terms.asset, terms.stakeMax))),
            asset: terms.asset.code,
          })}
          problem={reading.problem ? words(reading.problem) : problemAt(own, 'stake')}
          unit={terms.asset.code}
        />
        <Figures reading={reading} />
        <Button variant="brand" isWide isBusy={isSending}>
          {t('bet')}
        </Button>
        {said && !(reading.problem && !own?.isUnanswered) && <Notice tone="bad">{said}</Notice>}
        <p className="text-2xs text-muted">{t('risk')}</p>
        <OwnLimitsLink className="text-2xs" />
      </fetcher.Form>
    </section>
  )
}

interface OptionsProps {
  readonly chosen: string
  readonly onChoose: (option: string) => void
}

function Options({ chosen, onChoose }: OptionsProps) {
  const { t } = useTranslation('quiz')
  const { options, pool, terms } = useLoaderData<typeof loader>()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-muted">{t('choose')}</legend>
      <div className="grid gap-2">
        {options.map((option, index) => (
          <label
            key={option}
            data-option={index + 1}
            className="flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 py-2 text-sm has-checked:border-selected has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-selected"
          >
            <input
              type="radio"
              name="option"
              value={index + 1}
              required
              checked={chosen === String(index + 1)}
              onChange={(event) => onChoose(event.target.value)}
              className="size-4 shrink-0 accent-selected"
            />
            <span className="grid min-w-0 flex-1 gap-1">
              <OptionBar pool={pool} index={index} words={option}>
                <Pays pool={pool} terms={terms} index={index} />
              </OptionBar>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Figures({ reading: { payout, stake } }: { readonly reading: Reading }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const { terms } = useLoaderData<typeof loader>()
  if (payout === null || stake === null) return null
  const money = (value: Amount) =>
    `${numbers.decimal(trimZeros(formatAmount(terms.asset, value)))}\u00a0${terms.asset.code}`
  return (
    <FigureList
      rows={[
        { key: 'if_right', label: t('if_right'), value: money(payout) },
        { key: 'if_wrong', label: t('if_wrong'), value: money(stake) },
      ]}
      look="tight"
      className="rounded-lg bg-raised px-3 py-2 text-xs"
    />
  )
}

export function LoginLink() {
  const { t } = useTranslation('quiz')
  const { pathname } = useLocation()
  return (
    <Link
      to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`}
      className={buttonClass({ variant: 'brand', isWide: true })}
    >
      {t('log_in')}
    </Link>
  )
}
