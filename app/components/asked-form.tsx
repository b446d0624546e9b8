// Form with a confirmation dialog. Without scripts the form posts directly, and its page shows all details above the
// button.

import { Form, useNavigation, useSubmit } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type Question, askFirst } from './prompt'
import { useAlive } from './use-alive'

interface AskedFormProps {
  /** Null skips the dialog: the form posts directly and the server reports errors. */
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
