// Field descriptions of bad-input.ts rows: kind of value, and a valid example.

export type Kind = 'whole' | 'decimal' | 'choice' | 'text' | 'secret'

export interface Field {
  readonly kind: Kind
  readonly valid: string
  readonly isOptional?: boolean
  /** Values that are hostile elsewhere but valid here. */
  readonly accepts?: readonly string[]
  /** Field whose label a refusal has, where the name means something else elsewhere. */
  readonly label?: string
}

export const whole = (valid: string): Field => ({ kind: 'whole', valid })
export const decimal = (valid: string): Field => ({ kind: 'decimal', valid })
export const choice = (valid: string): Field => ({ kind: 'choice', valid })
export const text = (valid: string): Field => ({ kind: 'text', valid })
/** A password may contain any character. */
export const secret = (valid: string): Field => ({ kind: 'secret', valid })
export const labelled = (label: string, field: Field): Field => ({ ...field, label })
export const optional = (field: Field): Field => ({ ...field, isOptional: true })

export type Fields = Readonly<Record<string, Field>>
