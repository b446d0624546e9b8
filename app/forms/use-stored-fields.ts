// Saves typed fields of a long form in session storage, so they survive a reload in this tab. Never stores passwords or
// codes.

import { type RefObject, useEffect } from 'react'
import { type OwnStorage, keep, parseStored, readStored } from '../visitor/stored-text'

/** Country and mobile number are stored together, because a number is meaningless under another country. */
const NAMES = ['by', 'account', 'areaCode', 'mobile', 'inviteCode'] as const

/** `answer`: the last action data; a refused form is stored again. */
export function useStoredFields(
  form: RefObject<HTMLFormElement>,
  { key, answer }: { key: string; answer: unknown },
): void {
  useEffect(() => {
    const { current } = form
    if (!current) return
    if (answer) keepFields(current, key)
    else restoreFields(current, key)
    const save = () => keepFields(current, key)
    // After submit, saved fields are obsolete: the page navigates away or the answer returns the fields.
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
  const stored = parseStored(readStored(key, tabStorage()))
  if (!Array.isArray(stored)) return
  const valueOf = (name: (typeof NAMES)[number]): string => String(stored[NAMES.indexOf(name)] ?? '')
  const isSameCountry = new FormData(form).get('areaCode') === valueOf('areaCode')
  for (const name of ['account', 'inviteCode', ...(isSameCountry ? (['mobile'] as const) : [])] as const) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    // A value from a link or from fast typing is newer.
    if (field?.value === '') field.value = valueOf(name)
  }
  if (valueOf('by') === 'mobile') form.querySelector<HTMLInputElement>('[name=by][value=mobile]:not(:checked)')?.click()
}
