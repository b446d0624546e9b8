// What is typed into a long form outlives a reload of its page, in this tab. Passwords and codes are never among it.

import { type RefObject, useEffect } from 'react'
import { type OwnStorage, keep, parseKept, readKept } from '../visitor/kept'

/** The country comes with its number: beside another one the number would be somebody else's. */
const NAMES = ['by', 'account', 'areaCode', 'mobile', 'inviteCode'] as const

/** `answer` is what the server said last: a form that came back is kept again. */
export function useKeptFields(
  form: RefObject<HTMLFormElement>,
  { key, answer }: { key: string; answer: unknown },
): void {
  useEffect(() => {
    const { current } = form
    if (!current) return
    if (answer) keepFields(current, key)
    else restoreFields(current, key)
    const save = () => keepFields(current, key)
    // What was sent is either gone with its page or comes back with an answer.
    const forget = () => keep(key, null, tabStorage())
    current.addEventListener('input', save)
    current.addEventListener('submit', forget)
    return () => {
      current.removeEventListener('input', save)
      current.removeEventListener('submit', forget)
    }
  }, [form, key, answer])
}

function tabStorage(): OwnStorage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

function keepFields(form: HTMLFormElement, key: string): void {
  const data = new FormData(form)
  keep(key, JSON.stringify(NAMES.map((name) => data.get(name))), tabStorage())
}

function restoreFields(form: HTMLFormElement, key: string): void {
  const kept = parseKept(readKept(key, tabStorage()))
  if (!Array.isArray(kept)) return
  const valueOf = (name: (typeof NAMES)[number]): string => String(kept[NAMES.indexOf(name)] ?? '')
  const isSameCountry = new FormData(form).get('areaCode') === valueOf('areaCode')
  for (const name of ['account', 'inviteCode', ...(isSameCountry ? (['mobile'] as const) : [])] as const) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    // What a link or a quick hand brought is newer.
    if (field?.value === '') field.value = valueOf(name)
  }
  if (valueOf('by') === 'mobile') form.querySelector<HTMLInputElement>('[name=by][value=mobile]:not(:checked)')?.click()
}
