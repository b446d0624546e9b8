// Masked texts: accounts without their middle part (shoulder surfing), shortened addresses, hidden amounts.

import type { Refusal } from '#domain/outcome'

/** "al•••@example.com", "+81•••5678". */
export function maskAccount(account: string): string {
  const [name = '', host] = account.split('@', 2)
  if (host !== undefined) return `${name.slice(0, 2)}•••@${host}`
  return account.length > 7 ? `${account.slice(0, 3)}•••${account.slice(-4)}` : account
}

/** Shortens long ids in a text: "Sent to T9yD14…KHxuWw", without a line break at the ellipsis. */
export const shortenIds = (text: string): string => text.replace(/\b(\w{6})\w{14,}(\w{6})\b/g, '$1\u2060…\u2060$2')

/** Fixed length, so that the number of dots reveals nothing. */
export const HIDDEN_DOTS = '••••••'

/** Refusal without the available balance. */
export const hideAvailable = ({ code, facts }: Refusal): Refusal => ({
  code,
  facts: 'available' in facts ? { ...facts, available: HIDDEN_DOTS } : facts,
})

/** "**** 4242" (wire) -> "•••• 4242" (pages); applied in loaders to save client code. */
export const dotMask = (masked: string): string => masked.replaceAll('*', '•')
