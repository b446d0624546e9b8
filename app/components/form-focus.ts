// Keeps focus when a focused row disappears: its container takes it, so that Tab continues there.

import { type RefObject, useEffect, useRef } from 'react'

/** Keeps focus in the box around a list; called by the component that renders the rows. The box needs `tabIndex={-1}`. */
export function useRestoredFocus<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current =
        target instanceof Element && target !== box.current && box.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  })
  return box
}

/**
 * Ref for a form. After a refusal, focus moves to the first invalid field; otherwise the general error scrolls into
 * view.
 */
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
