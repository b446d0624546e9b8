// Node's hash functions for receipt checks.

import { createHash, createHmac } from 'node:crypto'
import type { Hashing } from '#domain/hashing'

export const HASHING: Hashing = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
}
