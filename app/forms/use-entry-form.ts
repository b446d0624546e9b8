// State of an entry form: refusals, focus target, waiting time until another code.

import { useActionData, useNavigation } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#domain/outcome'
import {
  type EntryAnswer,
  type EntryBy,
  type EntryFields,
  type EntryRules,
  type EntryStep,
  type IdentityField,
  checkEntry,
} from './identity'
import { useAlive } from '../components/use-alive'
import { useRefusalWords } from '../text/words'
import { useWait } from './use-wait'

type ProblemTexts = Readonly<Partial<Record<IdentityField, string | undefined>>>

export interface EntryForm {
  readonly answer: EntryAnswer | undefined
  readonly by: EntryBy
  readonly setBy: (by: EntryBy) => void
  readonly problems: ProblemTexts
  readonly isSending: boolean
  /** True when a code was sent to the typed account; a refusal of other fields keeps it. */
  readonly isCodeSent: boolean
  /** Value of the submit button whose request is pending. */
  readonly sending: string | null
  /** Seconds until another code may be requested. */
  readonly waitSeconds: number
  readonly wiring: {
    readonly ref: RefObject<HTMLFormElement>
    readonly noValidate: boolean
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void
  }
}

interface EntryFormFacts extends Omit<EntryRules, 'step'> {
  readonly by: EntryBy
  readonly step: Exclude<EntryStep, 'send_code'>
}

export function useEntryForm({ by: firstBy, step, ...rules }: EntryFormFacts): EntryForm {
  const answer = useActionData<EntryAnswer>()
  const [by, setBy] = useState<EntryBy>(answer?.by ?? firstBy)
  const form = useRef<HTMLFormElement>(null)
  const isAlive = useAlive()
  const words = useProblemWords()
  const [problems, setProblems] = useState<ProblemTexts>(() => problemOf(answer))
  const [waitSeconds, stopWait] = useWait(answer)
  const [isCodeSent, setCodeSent] = useState(answer?.isCodeSent ?? false)
  const navigation = useNavigation()
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST'

  // Focus target after refusals render. Effects run in source order, so this one precedes the effects that set the
  // target and applies it after the next render.
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current !== null) focusFirst(form, wanted.current)
    wanted.current = null
  }, [problems])

  const seen = useRef(answer)
  useEffect(() => {
    if (!answer || answer === seen.current) return
    seen.current = answer
    if (answer.isCodeSent) setCodeSent(true)
    // No answer arrived: focus stays on the submit button.
    if (!answer.isUnanswered) wanted.current = answer.problem ? '[aria-invalid="true"]' : '[name=code]'
    setProblems(problemOf(answer))
  }, [answer])

  const forgetCode = () => {
    stopWait()
    setCodeSent(false)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Ignores a second Enter, since another request would replace the answer of the first.
    if (isSending) return event.preventDefault()
    const found = checkEntry(readFields(event.currentTarget, by), { ...rules, step: stepOf(event.nativeEvent) ?? step })
    const texts = Object.fromEntries(Object.entries(found).map(([field, refusal]) => [field, words(refusal)]))
    if (Object.keys(texts).length > 0) wanted.current = '[aria-invalid="true"]'
    setProblems(texts)
    if (Object.keys(texts).length > 0) event.preventDefault()
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement)) return
    const field = FIELD_OF_INPUT[target.name]
    if (field === 'account') forgetCode()
    if (field && problems[field]) setProblems({ ...problems, [field]: undefined, form: undefined })
  }
  return {
    answer,
    by,
    setBy: (next) => {
      setBy(next)
      setProblems({})
      forgetCode()
    },
    problems,
    isSending,
    isCodeSent,
    sending: isSending ? intentOf(navigation.formData, step) : null,
    waitSeconds,
    wiring: { ref: form, noValidate: isAlive, onSubmit, onInput },
  }
}

const FIELD_OF_INPUT: Readonly<Record<string, IdentityField>> = {
  account: 'account',
  mobile: 'account',
  code: 'code',
  password: 'password',
  passwordAgain: 'passwordAgain',
  inviteCode: 'inviteCode',
}

const problemOf = (answer: EntryAnswer | undefined): ProblemTexts =>
  answer?.problem ? { [answer.problem.field]: answer.problem.text } : {}

/** A form with a single button sends no intent. */
function intentOf(form: FormData | undefined, step: EntryStep): string {
  const intent = form?.get('intent')
  return typeof intent === 'string' ? intent : step
}

const stepOf = (event: Event): 'send_code' | null =>
  event instanceof SubmitEvent && event.submitter instanceof HTMLButtonElement && event.submitter.value === 'send_code'
    ? 'send_code'
    : null

function readFields(form: HTMLFormElement, by: EntryBy): EntryFields {
  const data = new FormData(form)
  const read = (name: string): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    by,
    account: read('account'),
    mobile: read('mobile'),
    code: read('code'),
    password: read('password'),
    passwordAgain: read('passwordAgain'),
    inviteCode: read('inviteCode'),
  }
}

/** Skips elements hidden by the e-mail/mobile switch, which cannot take focus. */
function focusFirst(form: RefObject<HTMLFormElement>, selector: string): void {
  const found = [...(form.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  found.find((element) => element.offsetParent !== null)?.focus()
}

/** Text of a refusal; a missing field is named by its label. */
function useProblemWords(): (refusal: Refusal) => string {
  const { t } = useTranslation('identity')
  const words = useRefusalWords()
  return ({ code, facts }) =>
    words({ code, facts: facts['field'] === 'password' ? { ...facts, field: t('password') } : facts })
}
