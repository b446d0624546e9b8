// Which page of a list a request asks for.

import { PAGE_SIZE } from './components/pager'

export { PAGE_SIZE }

const PAGE_MAX = 100_000

export function readPage(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), PAGE_MAX) : 1
}
