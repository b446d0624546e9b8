// Withdrawal form state: fields, summary, review step.

import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { decodeAmount } from '#domain/money/amount'
import { TRAVEL_FIELDS } from '#domain/screening/travel-rule'
import { useAlive } from '../../components/use-alive'
import { useOwnRefusalWords } from '../../components/hidden-amounts'
import { amountProblem } from '../../forms/funds'
import { mostToWithdraw, readWithdrawal } from '../../forms/withdrawal'
import { useSite } from '../../site/site'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export type WithdrawalState = ReturnType<typeof useWithdrawal>

/** Problems shown while typing, because further input cannot fix them. */
const SHOWN_WHILE_TYPING: readonly string[] = ['insufficient_available', 'amount_too_precise', 'withdrawal_above_cap']

/** `form` is the form whose first invalid field gets focus. */
export function useWithdrawal(form: RefObject<HTMLFormElement>) {
  const drawn = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const numbers = useNumbers()
  const refusalWords = useOwnRefusalWords()
  const { language } = useSite()
  const isAlive = useAlive()
  const isSending = useNavigation().formMethod === 'POST'
  const { typed, addresses, kind } = drawn
  const [amount, setAmount] = useState(answer?.fields['amount'] ?? numbers.field(typed.amount))
  const [payee, setPayee] = useState(answer?.fields['payee'] ?? typed.payee ?? '')
  const [remark, setRemark] = useState(answer?.fields['remark'] ?? typed.remark)
  const [travel, setTravel] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(TRAVEL_FIELDS.map((name) => [name, answer?.fields[name] ?? ''])),
  )
  const wasSent = answer?.isLookedOver === true || answer?.problem?.field === 'proof'
  const [isOpen, setOpen] = useState(wasSent)
  const [isTried, setTried] = useState(wasSent)

  const saved = kind === 'address' ? (addresses.find(({ id }) => String(id) === payee) ?? addresses[0]) : undefined
  const { fee, min } = saved?.terms ?? drawn.cardTerms
  const facts = {
    language,
    ...{ asset: drawn.asset, kind },
    terms: { fee: decodeAmount(fee), min: decodeAmount(min) },
    available: decodeAmount(drawn.available),
    room: drawn.room === null ? null : decodeAmount(drawn.room),
    cap: drawn.cap,
  }
  const reading = readWithdrawal(facts, amount)
  const { refusal } = reading
  const own = refusal && (isTried || SHOWN_WHILE_TYPING.includes(refusal.code)) ? refusalWords(refusal) : undefined

  // A wrong step-up proof keeps the review open; other refusals are shown beside the form.
  useEffect(() => {
    if (answer && !answer.isLookedOver && answer.problem?.field !== 'proof') setOpen(false)
  }, [answer])

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault()
    if (!isAlive || isDetour(event)) return
    event.preventDefault()
    setTried(true)
    setOpen(refusal === null)
    if (refusal) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return {
    facts,
    reading,
    saved,
    hasPayee: kind === 'address' ? saved !== undefined : drawn.card !== null,
    most: mostToWithdraw(facts),
    fields: { amount, payee: saved ? String(saved.id) : '', remark, ...(drawn.travel && travel) },
    amountProblem: amountProblem(answer, amount) ?? own,
    setAmount,
    setPayee,
    setRemark,
    travel,
    setTravel: (name: string, text: string) => setTravel((before) => ({ ...before, [name]: text })),
    isAlive,
    isSending,
    isLookedOver: isOpen && refusal === null,
    close: () => setOpen(false),
    onSubmit,
  }
}

/** Button to a prerequisite of the form. */
function isDetour({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.name === 'step' && submitter.value !== 'review'
}
