// A form that asks first, where there are scripts to ask; without them its page shows everything before the button.

import { Form, useNavigation, useSubmit } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type Question, askFirst } from './prompt'
import { useAlive } from './use-alive'

interface AskedFormProps {
  /** Null: nothing is asked, and the server says what is wrong. */
  readonly question: Question | null
  readonly className?: string
  readonly children: (isSending: boolean) => ReactNode
}

export function AskedForm({ question, className, children }: AskedFormProps) {
  const isAlive = useAlive()
  const submit = useSubmit()
  const isSending = useNavigation().formMethod === 'POST'
  const ask = async (form: HTMLFormElement, asked: Question) => {
    if (await askFirst(asked)) submit(form, { method: 'post' })
  }
  return (
    <Form
      method="post"
      {...(className && { className })}
      aria-busy={isSending}
      onSubmit={(event) => {
        if (isSending) event.preventDefault()
        if (isSending || !isAlive || question === null) return
        event.preventDefault()
        void ask(event.currentTarget, question)
      }}
    >
      {children(isSending)}
    </Form>
  )
}
