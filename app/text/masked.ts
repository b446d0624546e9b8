// Names with their middle left out: of an account, so that somebody who looks over a shoulder cannot copy it; of an address, so that it
// does not push away what is said of it. And amounts that are hidden.

import type { Refusal } from '#domain/outcome'

/** "al•••@example.com", "+81•••5678". */
export function maskAccount(account: string): string {
  const [name = '', host] = account.split('@', 2)
  if (host !== undefined) return `${name.slice(0, 2)}•••@${host}`
  return account.length > 7 ? `${account.slice(0, 3)}•••${account.slice(-4)}` : account
}

/** "Sent to T9yD14…KHxuWw": addresses and other long ids in a text, for where there is room for a line or two; it does
    not break at the dots. */
export const shortenIds = (text: string): string => text.replace(/\b(\w{6})\w{14,}(\w{6})\b/g, '$1\u2060…\u2060$2')

/** An amount that is hidden: always as many, so that their number says nothing. */
export const HIDDEN_DOTS = '••••••'

/** A refusal with what there is left unsaid. */
export const hideAvailable = ({ code, facts }: Refusal): Refusal => ({
  code,
  facts: 'available' in facts ? { ...facts, available: HIDDEN_DOTS } : facts,
})

/** "**** 4242" as it is told on the wire, "•••• 4242" as pages show it: loaders turn it, so that no script has to. */
export const dotMask = (masked: string): string => masked.replaceAll('*', '•')
