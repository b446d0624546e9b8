// A labelled control with its hint and its refusal, wired together for assistive technology.

import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FrameProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The refusal, in the visitor's language. */
  readonly problem?: string | undefined
  /** Content at the end of the label line: a link, a button, or the available balance. */
  readonly aside?: ReactNode
  /** Keeps the aside's width and lets the label wrap, for buttons that must not wrap. */
  readonly isAsideFirm?: boolean
  readonly className?: string
}

/** Props that connect a control with its label, hint and problem. */
export interface Wiring {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

// Grid tracks rather than flex, which wraps labels because of subpixel rounding.
const FIRM = 'grid-cols-[minmax(min-content,1fr)_max-content]'
const GIVING = 'grid-cols-[minmax(min-content,auto)_minmax(min-content,1fr)]'

/** Label, hint and refusal around any control. */
export function FieldFrame({
  label,
  hint,
  problem,
  aside,
  isAsideFirm = false,
  className = '',
  children,
}: FrameProps & { readonly children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  const described = [hint && hintId, problem && problemId].filter(Boolean).join(' ')
  return (
    <div className={`min-w-0 ${className}`}>
      <div className={`mb-1.5 items-baseline gap-3 text-sm ${aside ? `grid ${isAsideFirm ? FIRM : GIVING}` : ''}`}>
        <label id={`${id}-label`} htmlFor={id} className="justify-self-start text-muted">
          {label}
        </label>
        {aside && <div className="justify-self-end text-right text-xs text-muted">{aside}</div>}
      </div>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      <Problem id={problemId} text={problem} />
    </div>
  )
}

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'className'>, FrameProps {
  /** Shown at the start inside the box: a sign or an icon. */
  readonly lead?: ReactNode
  /** Shown at the end inside the box: a unit, or a button. */
  readonly suffix?: ReactNode
}

export function Field({ label, hint, problem, aside, lead, suffix, className = '', ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem} aside={aside} className={className}>
      {(wiring) => (
        <div className="relative">
          {lead && <div className="absolute inset-y-0 left-3 flex items-center text-muted">{lead}</div>}
          <input {...input} {...wiring} className={`field ${lead ? 'pl-10' : ''} ${suffix ? 'pr-28' : ''}`} />
          {suffix && <div className="absolute inset-y-0 right-1 flex items-center">{suffix}</div>}
        </div>
      )}
    </FieldFrame>
  )
}

/** Error text of a field. */
export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={id} role="alert" className="mt-1.5 text-sm text-bad-text">
      {text}
    </p>
  )
}

interface DecimalFieldProps extends Omit<FieldProps, 'suffix' | 'inputMode' | 'autoComplete'> {
  /** Shown at the end inside the box: "USDT", "%". */
  readonly unit?: string | undefined
}

/** A number in the visitor's notation, for a numeric keyboard. */
export const DecimalField = ({ unit, ...field }: DecimalFieldProps) => (
  <Field
    inputMode="decimal"
    autoComplete="off"
    suffix={unit && <span className="px-2 text-sm text-muted">{unit}</span>}
    {...field}
  />
)
