// Which page of a list, and which thing by its number, a request asks for.

import { PAGE_SIZE } from './components/pager'

export { PAGE_SIZE }

const PAGE_MAX = 100_000

export function readPage(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), PAGE_MAX) : 1
}

/** A number as an address or a field has it; 0, which nothing has, for what is none. */
export const idOf = (text: string | undefined): number => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)
