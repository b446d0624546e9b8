// Random tokens of the desk: shown once, kept as their hash alone.

import { createHash, randomBytes } from 'node:crypto'

/** 256 bits in base64url: 43 characters. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
