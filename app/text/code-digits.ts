// A code as people paste it. Pure.

export const CODE_LENGTH = 6

/** The digits of "123 456", "code: 123-456" or full-width ones, as many as a code has. */
export function codeDigits(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.slice(0, CODE_LENGTH)
}
