// The price feed: ticks, candles and day statistics.

import { Server } from 'partyserver'

export class Quotes extends Server<Env> {
  static override options = { hibernate: true }
}
