// A cookie of a request, as it came.

/** The text behind the first cookie of this name, undecoded; undefined where there is none. */
export function readRawCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}
