// Leads to what was refused: a form is longer than a screen, and its button stands at its end. What is missing is told in our words beside its
// field; only without scripts does the browser tell it, in a language of its own.

import { type RefObject, useEffect, useRef } from 'react'

/** For the form itself. The first field that was refused gets the focus; what concerns none of them comes into sight. */
export function useRefusal(answer: { readonly problem?: unknown } | undefined): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  })
  useEffect(() => {
    if (!answer?.problem) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return form
}
