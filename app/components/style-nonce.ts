// Radix's scroll lock writes a style element, which the page's policy lets in only with this answer's nonce.

import { setNonce } from 'get-nonce'

export function allowWrittenStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
}
