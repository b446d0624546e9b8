// Request to a product for the funds that it locks, and its answer.

import type { Language } from '#domain/language'
import type { Outcome } from '#domain/outcome'
import type { Session } from '#session/session'
import type { LockedLine } from '../components/mining/locked-list'

export interface LockedQuery {
  readonly env: Env
  readonly session: Session
  readonly language: Language
  readonly assetOf: (id: number) => LockedLine['asset']
  readonly page: { readonly page: number; readonly limit: number }
}

export type LockedLines = Promise<Outcome<readonly LockedLine[]>>
