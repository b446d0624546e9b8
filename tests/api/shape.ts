// Shapes of answers, written as literals: names, nesting and types as clients of the wire contract read them.
// They say nothing of our own schemas, so a wrong schema cannot hide a wrong answer.

export type Shape =
  | 'text' // any string
  | 'filled' // a string with something in it
  | 'integer' // a JSON integer
  | 'number' // any JSON number
  | 'decimal' // exact decimal text, never negative
  | 'decimal8' // the same with eight decimals
  | 'signed8' // the same, maybe negative
  | 'percent' // signed percent text: "+1.25"
  | 'date' // 'YYYY-MM-DD HH:MM:SS'
  | 'flag' // JSON 0 or 1
  | 'boolean'
  | 'sentence' // words for a person
  | { readonly oneOf: readonly unknown[] }
  | { readonly listOf: Shape; readonly atLeast?: number }
  | { readonly orNull: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }

const PATTERNS: Readonly<Record<string, RegExp>> = {
  text: /^[\s\S]*$/,
  filled: /\S/,
  decimal: /^\d+(\.\d+)?$/,
  decimal8: /^\d+\.\d{8}$/,
  signed8: /^-?\d+\.\d{8}$/,
  percent: /^[+-]\d+\.\d+$/,
  date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  sentence: /\S.*\S$/,
}

/** Differences between a value and a shape, as paths and texts; empty when it matches. */
export function faults(value: unknown, shape: Shape, path = 'message'): string[] {
  if (typeof shape === 'string')
    return hasType(value, shape) ? [] : [`${path}: ${JSON.stringify(value)} is not ${shape}`]
  if ('oneOf' in shape)
    return shape.oneOf.includes(value) ? [] : [`${path}: ${JSON.stringify(value)} is none of ${shape.oneOf.join(', ')}`]
  if ('orNull' in shape) return value === null ? [] : faults(value, shape.orNull, path)
  if ('listOf' in shape) return listFaults(value, shape, path)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path}: ${JSON.stringify(value)} is not an object`]
  return Object.entries(shape.fields).flatMap(([name, inner]) => {
    const found = Object.entries(value).find(([key]) => key === name)
    return found ? faults(found[1], inner, `${path}.${name}`) : [`${path}.${name} is absent`]
  })
}

function listFaults(
  value: unknown,
  shape: { readonly listOf: Shape; readonly atLeast?: number },
  path: string,
): string[] {
  if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is not an array`]
  const few = value.length < (shape.atLeast ?? 0) ? [`${path}: ${value.length} rows, fewer than ${shape.atLeast}`] : []
  return [...few, ...value.flatMap((row, index) => faults(row, shape.listOf, `${path}[${index}]`))]
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number'
  if (type === 'flag') return value === 0 || value === 1
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'string' && (PATTERNS[type]?.test(value) ?? false)
}

export const fields = (named: Readonly<Record<string, Shape>>): Shape => ({ fields: named })
export const listOf = (row: Shape, atLeast = 0): Shape => ({ listOf: row, atLeast })
export const orNull = (shape: Shape): Shape => ({ orNull: shape })
export const oneOf = (...values: unknown[]): Shape => ({ oneOf: values })
