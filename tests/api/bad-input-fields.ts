// How a row of bad-input.ts tells of a field: what it takes, with a value that is valid.

export type Kind = 'whole' | 'decimal' | 'choice' | 'text' | 'secret'

export interface Field {
  readonly kind: Kind
  readonly valid: string
  readonly isOptional?: boolean
  /** What would be hostile elsewhere, and means something here. */
  readonly accepts?: readonly string[]
}

export const whole = (valid: string): Field => ({ kind: 'whole', valid })
export const decimal = (valid: string): Field => ({ kind: 'decimal', valid })
export const choice = (valid: string): Field => ({ kind: 'choice', valid })
export const text = (valid: string): Field => ({ kind: 'text', valid })
/** A password: any character may be in it. */
export const secret = (valid: string): Field => ({ kind: 'secret', valid })
export const optional = (field: Field): Field => ({ ...field, isOptional: true })

export type Fields = Readonly<Record<string, Field>>
