// Days of UTC, "2026-11-21", as the desk's filters name them in an address.

/** The instant a day begins; undefined for none and for what is no day. */
export function dayOf(text: string | null): number | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The day of an instant. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
