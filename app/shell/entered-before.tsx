// What a visitor entered before scripts ran is told to the fields that keep it, before any of them is drawn again without it.

import { useLayoutEffect } from 'react'

export function EnteredBefore() {
  useLayoutEffect(() => {
    void tellAll([...document.querySelectorAll('input, textarea, select')].flatMap(toTell))
  }, [])
  return null
}

/** React takes what it finds in an input for what it knows already; it remembers that here. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void }
}

/** One after the other, each heard by a form that knows of those before it. */
async function tellAll(tells: readonly (() => void)[]): Promise<void> {
  for (const tell of tells) {
    tell()
    // The form is drawn anew in between.
    await Promise.resolve()
  }
}

/** Enters again what stands in a field now; nothing for a field that is as the server drew it. */
function toTell(field: Element): (() => void)[] {
  if (field instanceof HTMLSelectElement) return isAsDrawn(field) ? [] : [enterChoice(field)]
  if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue ? [] : [enterText(field)]
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return []
  if (field.type === 'file') return field.files?.length ? [tellChange(field)] : []
  if (field.type !== 'checkbox' && field.type !== 'radio')
    return field.value === field.defaultValue ? [] : [enterText(field)]
  // Of radio buttons only the chosen one speaks.
  const isSilent = field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)
  return isSilent ? [] : [enterTick(field)]
}

function enterText(field: (HTMLInputElement | HTMLTextAreaElement) & Tracked): () => void {
  const { value } = field
  return () => {
    field.value = value
    // Anything else than it is.
    field._valueTracker?.setValue(`${value} `)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function enterTick(field: HTMLInputElement & Tracked): () => void {
  const { checked } = field
  return () => {
    field.checked = checked
    field._valueTracker?.setValue(String(!checked))
    // An event of this name that is no press: React hears it, and the box keeps its tick.
    field.dispatchEvent(new Event('click', { bubbles: true }))
  }
}

function enterChoice(field: HTMLSelectElement): () => void {
  const { value } = field
  const tell = tellChange(field)
  return () => {
    field.value = value
    tell()
  }
}

const tellChange = (field: EventTarget) => () => field.dispatchEvent(new Event('change', { bubbles: true }))

/** A select of which nothing was marked as chosen shows its first. */
function isAsDrawn({ options, selectedIndex }: HTMLSelectElement): boolean {
  const drawn = [...options].findIndex((option) => option.defaultSelected)
  return selectedIndex === Math.max(drawn, 0)
}
