// Replays input from before hydration: text typed before scripts ran is passed to controlled fields, which would
// otherwise overwrite it.

import { useLayoutEffect } from 'react'

export function EnteredBefore() {
  useLayoutEffect(() => {
    void dispatchAll([...document.querySelectorAll('input, textarea, select')].flatMap(toDispatch))
  }, [])
  return null
}

/** React tracks input values here and ignores events without a change. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void }
}

/** Replays one field per microtask, so that each handler sees the state after the previous one. */
async function dispatchAll(dispatches: readonly (() => void)[]): Promise<void> {
  for (const dispatch of dispatches) {
    dispatch()
    // Lets the form re-render before the next field.
    await Promise.resolve()
  }
}

/** Re-enters the current value of a field; empty for a field unchanged since the server render. */
function toDispatch(field: Element): (() => void)[] {
  if (field instanceof HTMLSelectElement) return isAsDrawn(field) ? [] : [enterChoice(field)]
  if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue ? [] : [enterText(field)]
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return []
  if (field.type === 'file') return field.files?.length ? [dispatchChange(field)] : []
  if (field.type !== 'checkbox' && field.type !== 'radio')
    return field.value === field.defaultValue ? [] : [enterText(field)]
  // Of a radio group, only the checked button has a value.
  const isSilent = field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)
  return isSilent ? [] : [enterTick(field)]
}

function enterText(field: (HTMLInputElement | HTMLTextAreaElement) & Tracked): () => void {
  const { value } = field
  return () => {
    field.value = value
    // Any other value, so that React detects a change.
    field._valueTracker?.setValue(`${value} `)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function enterTick(field: HTMLInputElement & Tracked): () => void {
  const { checked } = field
  return () => {
    field.checked = checked
    field._valueTracker?.setValue(String(!checked))
    // A synthetic click event, not a real click: React handles it, and the checkbox keeps its state.
    field.dispatchEvent(new Event('click', { bubbles: true }))
  }
}

function enterChoice(field: HTMLSelectElement): () => void {
  const { value } = field
  const dispatch = dispatchChange(field)
  return () => {
    field.value = value
    dispatch()
  }
}

const dispatchChange = (field: EventTarget) => () => field.dispatchEvent(new Event('change', { bubbles: true }))

/** A select without a marked option shows its first option. */
function isAsDrawn({ options, selectedIndex }: HTMLSelectElement): boolean {
  const drawn = [...options].findIndex((option) => option.defaultSelected)
  return selectedIndex === Math.max(drawn, 0)
}
