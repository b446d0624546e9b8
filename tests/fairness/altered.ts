// Alterations of a receipt: one value another, one field missing, one more.

/** Each number and each integer one more, each price and hash with another digit. */
export function altered(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value === 'string') {
    if (/^-?\d+$/.test(value) && value.length < 32) return [String(BigInt(value) + 1n)]
    if (!/^[\d.]+$|^[\w-]{43,64}/.test(value)) return [`${value}x`, `${value}\ud800`, '😀'.repeat(2_001)]
    return [value.replace(/^./, (sign) => (sign === '1' ? '2' : '1'))]
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => altered(item).map((other) => value.with(at, other)))
  if (typeof value !== 'object' || value === null) return []
  const fields = Object.entries(value)
  return [
    ...fields.flatMap(([name, item]) => altered(item).map((other) => ({ ...value, [name]: other }))),
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    { ...value, note: '' },
  ]
}
