// Form that sends a request to an endpoint with the visitor's own login, and shows the answer as it came.

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { Field, FieldFrame } from '../../components/field'
import { SelectField } from '../../components/select'
import type { OperationPage } from '../../reference/document.server'
import type { InputField } from '../../reference/fields.server'
import { type Sent, makeRequest } from './trial-request'

interface Answer {
  readonly status: string
  readonly text: string
}

export function TrialForm({ operation }: { operation: OperationPage }) {
  const { t } = useTranslation('reference')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [badField, setBadField] = useState('')
  const [isBusy, setBusy] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const made = makeRequest(operation, new FormData(event.currentTarget))
    setBadField(made.ok ? '' : made.field)
    if (!made.ok) return
    setBusy(true)
    setAnswer(await answerOf(made, t('no_answer')))
    setBusy(false)
  }
  // The answer is drawn first.
  useEffect(() => shown.current?.focus(), [answer])
  return (
    <section aria-labelledby="try" className="min-w-0">
      <h2 id="try" className="text-base font-semibold">
        {t('try')}
      </h2>
      <p className="pb-3 text-sm text-muted">{t(operation.method === 'GET' ? 'try_text' : 'try_deed')}</p>
      <form onSubmit={(event) => void send(event)} className="panel grid gap-3 p-4" autoComplete="off">
        {operation.takes.map((field, index) => (
          <Input
            key={`${field.place}.${field.name}`}
            field={field}
            isFirst={index === 0}
            problem={field.name === badField ? t('bad_json') : undefined}
          />
        ))}
        <Button variant="brand" isBusy={isBusy} autoFocus={operation.takes.length === 0}>
          {t('send')}
        </Button>
      </form>
      {answer && (
        <pre
          ref={shown}
          tabIndex={0}
          role="region"
          aria-label={`${t('answer')} ${answer.status}`}
          className="mt-3 max-h-96 overflow-auto rounded-lg bg-raised p-3 text-xs leading-5"
        >
          <b>{answer.status}</b>
          {'\n'}
          {answer.text}
        </pre>
      )}
    </section>
  )
}

async function answerOf({ url, init }: Sent, otherwise: string): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    return { status: `HTTP ${response.status}`, text: indented(text) }
  } catch {
    return { status: otherwise, text: '' }
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON, for example a refusal of a server in front: shown as it came.
    return text
  }
}

interface InputProps {
  readonly field: InputField
  readonly isFirst: boolean
  readonly problem: string | undefined
}

function Input({ field: { name, place, kind, choices, isRequired, sample }, isFirst, problem }: InputProps) {
  const { t } = useTranslation('reference')
  const id = useId()
  const label = <code>{name}</code>
  const wiring = { label, hint: <code>{place}</code>, problem, ...(isRequired && { aside: t('required') }) }
  const control = { name: `${place}.${name}`, required: isRequired, autoFocus: isFirst }
  if (choices.length > 0) {
    const options = [...(isRequired ? [] : ['']), ...choices].map((value) => ({ value, words: value }))
    return <SelectField {...wiring} {...control} options={options} defaultValue={isRequired ? sample : ''} />
  }
  if (kind === 'json')
    return (
      <FieldFrame {...wiring}>
        {(wired) => (
          <textarea
            {...wired}
            {...control}
            rows={4}
            defaultValue={isRequired ? sample : ''}
            className="field font-mono"
          />
        )}
      </FieldFrame>
    )
  if (kind === 'file') return <Field {...wiring} {...control} type="file" />
  return <Field {...wiring} {...control} key={id} defaultValue={isRequired ? sample : ''} spellCheck={false} />
}
