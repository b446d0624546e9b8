// Byte range of a request (RFC 9110 §13 and §14): the whole file, one part, nothing because the client has it, or nothing because the part
// doesn't exist. Several ranges are answered with the whole file.

export type Span =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'none' }

const WHOLE: Span = { kind: 'whole' }

/** `etag` is the sent value with quotes. `end` is a part's last byte. */
export function spanOf(headers: Headers, { size, etag }: { readonly size: number; readonly etag: string }): Span {
  const known = headers.get('If-None-Match')
  if (known !== null && (known.trim() === '*' || listed(known).includes(etag))) return { kind: 'unchanged' }
  const asked = headers.get('Range')
  const isAsked = asked !== null && (headers.get('If-Range') ?? etag).trim() === etag
  return isAsked ? partOf(asked, size) : WHOLE
}

function partOf(asked: string, size: number): Span {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.trim()) ?? []
  if (from === '' && to === '') return WHOLE
  if (from === '') {
    const length = Math.min(whole(to), size)
    return length === 0 ? { kind: 'none' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = whole(from)
  const end = to === '' ? size - 1 : Math.min(whole(to), size - 1)
  // A range that ends before its start is invalid, so the whole file is sent.
  if (to !== '' && whole(to) < start) return WHOLE
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end }
}

const whole = (digits: string): number => parseInt(digits, 10)

const listed = (tags: string): string[] => tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
