// What came to an address that all share and names nobody: people look here for its sender's. Strangers can send as many as they like, so
// those of one reading are one line.

const NAMED_MAX = 10

export function warnOfNobodys(network: string, txIds: readonly string[]): void {
  if (txIds.length === 0) return
  const rest = txIds.length - NAMED_MAX
  const named = txIds.slice(0, NAMED_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  console.warn(`chain ${network}: came to the shared address and names nobody: ${named}`)
}
