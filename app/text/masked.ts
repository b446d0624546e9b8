// An account's own name, with enough left out that somebody who looks over a shoulder cannot copy it.

/** "al•••@example.com", "+81•••5678". */
export function maskAccount(account: string): string {
  const [name = '', host] = account.split('@', 2)
  if (host !== undefined) return `${name.slice(0, 2)}•••@${host}`
  return account.length > 7 ? `${account.slice(0, 3)}•••${account.slice(-4)}` : account
}
