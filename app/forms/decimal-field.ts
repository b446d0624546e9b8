// What people type into a number field, brought to the one grammar that the domain reads. Pure.

/** Full-width digits, grouping commas, a bare leading or trailing point, spare leading zeros: all meant well, all made plain. */
export function plainDecimal(text: string): string {
  const narrow = text.normalize('NFKC').replace(/[\s,_]/g, '')
  const [, zeros = '', rest = ''] = /^(0*)(.*)$/.exec(narrow) ?? []
  if (rest === '') return zeros === '' ? '' : '0'
  const whole = rest.startsWith('.') ? `0${rest}` : rest
  return whole.replace(/\.$/, '')
}
