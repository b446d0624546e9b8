// Hash functions come from outside: the Worker, a browser and Node each have their own. Results are lower-case hex.

import type { Digest } from './quotes/chain'

export interface Hashing {
  readonly sha256: Digest
  /** HMAC-SHA-256; key and text as UTF-8. */
  readonly hmac: (key: string, text: string) => string
}
