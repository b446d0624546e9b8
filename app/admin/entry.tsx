// What the two pages before the desk share: a card in the middle, and the field for the code of the app.

import type { ReactNode } from 'react'
import { Field } from '../components/field'
import { useWords } from '../text/words'

export function EntryCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-svh place-items-center p-4">
      <div className="panel w-full max-w-md p-5 sm:p-7">
        <h1 className="mb-4 text-xl font-bold">{title}</h1>
        {children}
      </div>
    </div>
  )
}

export function StaffCodeField() {
  const say = useWords('desk')
  return (
    <Field
      label={say('app_code')}
      hint={say('app_code_hint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      maxLength={7}
      required
    />
  )
}
