// Classifies a web address to open. Pure.

export type WebAddress =
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly host: string; readonly href: string }
  | { readonly kind: 'bad' }

const LENGTH_MAX = 2000

/**
 * Internal pages by path or by the site's origin; external ones only by https, without user name and password, which
 * could disguise the host.
 */
export function readWebAddress(text: string, origin: string): WebAddress {
  const address = text.trim()
  if (address === '' || address.length > LENGTH_MAX || !/^(?:\/(?![/\\])|https?:\/\/)/i.test(address))
    return { kind: 'bad' }
  const url = parse(address, origin)
  if (!url || url.username !== '' || url.password !== '') return { kind: 'bad' }
  if (url.origin === origin) {
    const isHere = url.pathname === '/web' || url.pathname.startsWith('//')
    return isHere ? { kind: 'bad' } : { kind: 'own', path: url.pathname + url.search }
  }
  // `host` is ASCII (punycode), so lookalike letters are visible.
  return url.protocol === 'https:' ? { kind: 'elsewhere', host: url.host, href: url.href } : { kind: 'bad' }
}

function parse(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin)
  } catch {
    return null
  }
}
