// A row of the watch list as it is put in order.

import type { WatchRow } from '#party/protocol/account'
import type { ListedPair } from '../../text/listed-pair'

export interface ArrangedRow {
  readonly watch: WatchRow
  /** The asset's first pair: its name and mark. */
  readonly pair: ListedPair
}
