// Numbers in addresses, fields and cookies: ids of things and pages of lists.

/** Id of a text; 0, which no row has, for invalid text. */
export const idOf = (text: string | null | undefined): number =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0

/** Rows per list page. */
export const PAGE_SIZE = 20

const PAGE_MAX = 100_000

/** Requested page number, from 1 to `PAGE_MAX`. */
export function readPage(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), PAGE_MAX) : 1
}
