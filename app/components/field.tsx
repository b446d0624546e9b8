// A labelled input with its hint and its refusal, wired together for assistive technology.

import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The refusal, in the visitor's language. */
  readonly problem?: string | undefined
  /** Shown at the end inside the box: a unit, or a button. */
  readonly suffix?: ReactNode
}

export function Field({ label, hint, problem, suffix, className = '', ...input }: FieldProps) {
  const id = useId()
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  const described = [hint && hintId, problem && problemId].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          {...input}
          className={`field ${suffix ? 'pr-28' : ''}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
        />
        {suffix && <div className="absolute inset-y-0 right-1 flex items-center">{suffix}</div>}
      </div>
      {hint && (
        <p id={hintId} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      <Problem id={problemId} text={problem} />
    </div>
  )
}

/** A refusal next to what was refused. */
export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={id} role="alert" className="mt-1 text-sm text-bad-text">
      {text}
    </p>
  )
}
