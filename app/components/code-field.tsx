// Six-digit code: one real input over six drawn boxes. Paste, autofill and screen readers find an ordinary field, and
// it works without scripts.

import type { ReactNode } from 'react'
import { FieldFrame } from './field'

interface CodeFieldProps {
  readonly label: ReactNode
  readonly name: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  /** At the end of the label's line: the button that sends a code. */
  readonly aside?: ReactNode
  readonly defaultValue?: string | undefined
  readonly isRequired?: boolean
  /** Called with the code once its last digit is typed. */
  readonly onFull?: (code: string) => void
}

export function CodeField({ label, name, hint, problem, aside, defaultValue, isRequired, onFull }: CodeFieldProps) {
  const take = (input: HTMLInputElement, text: string) => {
    const digits = codeDigits(text)
    if (input.value !== digits) input.value = digits
    if (digits.length === CODE_LENGTH) onFull?.(digits)
  }
  return (
    <FieldFrame label={label} hint={hint} problem={problem} aside={aside} isAsideFirm>
      {(wiring) => (
        <div className="code-field relative">
          <div aria-hidden="true" className="grid h-full grid-cols-6 gap-[var(--code-gap)]">
            {Array.from({ length: CODE_LENGTH }, (_, box) => (
              <span key={box} />
            ))}
          </div>
          <input
            {...wiring}
            name={name}
            defaultValue={defaultValue}
            required={isRequired}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            maxLength={CODE_LENGTH}
            onInput={(event) => take(event.currentTarget, event.currentTarget.value)}
            onPaste={(event) => {
              // A maximum length of six would cut off the last digit of a pasted "123 456".
              event.preventDefault()
              take(event.currentTarget, event.clipboardData.getData('text'))
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Extracts the code from pasted text. Pure. */
const CODE_LENGTH = 6

/** Digits of "123 456", "code: 123-456" or full-width text, cut to `CODE_LENGTH`. */
export function codeDigits(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.slice(0, CODE_LENGTH)
}
