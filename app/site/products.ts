// Links to products as pages receive them.

import type { IconName } from '../components/icon'

export interface ProductLink {
  readonly path: string
  readonly icon: IconName
  readonly words: string
  /** Explanation under the name in the header. */
  readonly text?: string | undefined
  /** Heading of its part of a menu. */
  readonly heading?: Heading | undefined
}

export type Heading = 'more_money' | 'more_play' | 'more_help'

export interface ProductGroup {
  /** Header menu, or `bar` for direct links. */
  readonly place: 'trade' | 'earn' | 'bar' | 'more'
  readonly links: readonly ProductLink[]
}
